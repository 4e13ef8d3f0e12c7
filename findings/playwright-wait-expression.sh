#!/bin/sh
# Playwright's `wait_for_function` with an expression, on a page whose policy allows no `eval`: the
# first look is allowed, each later one is refused. So a test passes where the page is quick and
# fails where it is slow. A function (`() => ...`) is evaluated once, and waits everywhere.
set -eu
chromium=${CHROMIUM:-$(command -v chromium || true)}
[ -n "$chromium" ] || { echo "needs a Chromium (Debian's 156 was tried), or CHROMIUM=its path"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet playwright==1.64.1 2>/dev/null
cat >"$folder/waiting.py" <<'PY'
import sys
from importlib.metadata import version

from playwright.sync_api import Error, sync_playwright

POLICY = {"content-type": "text/html", "content-security-policy": "script-src 'nonce-a'"}
PAGE = """<!doctype html><title>early</title>
<script nonce="a">setTimeout(() => { document.title = "late"; }, 1500)</script>"""

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"])
    print("playwright", version("playwright"), "chromium", browser.version)
    for title in ("early", "late"):
        for before in ("", "() => "):
            page = browser.new_page()
            page.route("**/*", lambda route: route.fulfill(headers=POLICY, body=PAGE))
            page.goto("http://page.test/")
            waited = f"{before}document.title === '{title}'"
            try:
                page.wait_for_function(waited, timeout=10_000)
                said = "passed"
            except Error as error:
                said = error.message.partition(": ")[2].split(":")[0]
            print(waited, "|", said)
            page.close()
PY
"$folder/env/bin/python" "$folder/waiting.py" "$chromium" | tee "$folder/seen"
grep -qx "document.title === 'early' | passed" "$folder/seen"
grep -qx "() => document.title === 'early' | passed" "$folder/seen"
grep -qx "document.title === 'late' | EvalError" "$folder/seen"
grep -qx "() => document.title === 'late' | passed" "$folder/seen"
