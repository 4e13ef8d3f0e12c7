#!/bin/sh
# axe-core reads a page's style sheets once more before it looks (its option `preload`, on by itself).
# This counts what it asks the server for where a sheet imports another one that lies beside it.
set -eu
browser=${CHROMIUM:-$(command -v chromium || command -v google-chrome || true)}
[ "$browser" ] || { echo "needs Chromium (156 was tried)"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet playwright==1.64.1 axe-playwright-python==0.1.8 2>/dev/null
cat >"$folder/look.py" <<'PY'
import http.server
import sys
import threading

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

FILES = {
    "/inside/": ("text/html", '<!doctype html><html lang="en"><title>x</title>'
                 '<link rel="stylesheet" href="/sheets/all.css"><h1>There</h1></html>'),
    "/sheets/all.css": ("text/css", '@import "part.css";'),
    "/sheets/part.css": ("text/css", "h1 { color: black }"),
}
asked = []


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        kind, text = FILES.get(self.path, ("text/plain", ""))
        self.send_response(200 if self.path in FILES else 404)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *words):
        pass


site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
threading.Thread(target=site.serve_forever, daemon=True).start()
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"])
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{site.server_port}/inside/")
    asked.clear()
    Axe().run(page, options={"preload": False})
    print("without preload:", sorted({path for path in asked if "part" in path}))
    asked.clear()
    found = Axe().run(page).response
    print("axe-core", found["testEngine"]["version"], "by itself:",
          sorted({path for path in asked if "part" in path}))
    browser.close()
PY
"$folder/venv/bin/python" "$folder/look.py" "$browser" | tee "$folder/out.txt"
grep -q '^without preload: \[\]' "$folder/out.txt"
grep -q "/inside/part.css" "$folder/out.txt" # the sheet is /sheets/part.css
