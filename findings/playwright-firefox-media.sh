#!/bin/sh
# Playwright drives a stock Firefox ("moz-firefox", by WebDriver BiDi), and which one it wants
# depends on the patch release: this starts the machine's firefox-esr once with each of two.
set -eu
command -v firefox-esr >/dev/null || { echo "needs Debian's firefox-esr (153 was tried)"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/start.py" <<'PY'
import shutil
from playwright.sync_api import Error, sync_playwright

with sync_playwright() as playwright:
    try:
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=shutil.which("firefox-esr")
        )
        page = browser.new_context().new_page()
        page.goto("data:text/html,<title>there</title>")
        print("starts:", page.title())
        browser.close()
    except Error as error:
        print("raises:", str(error).splitlines()[0])
PY
for version in 1.64.1 1.65.0; do
    python3 -m venv "$folder/$version"
    "$folder/$version/bin/pip" install --quiet "playwright==$version" 2>/dev/null
    "$folder/$version/bin/python" "$folder/start.py" >"$folder/$version.txt" 2>&1 || true
    echo "playwright $version, $(firefox-esr --version): $(tail -n 1 "$folder/$version.txt")"
done
grep -q '^starts: there' "$folder/1.64.1.txt"
grep -q '^raises: .*emulation' "$folder/1.65.0.txt"
