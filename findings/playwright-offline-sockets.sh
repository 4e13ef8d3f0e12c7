#!/bin/sh
# Playwright's `set_offline(True)` in Chromium: what is on its way over HTTP is answered all the
# same, and an open WebSocket neither closes nor loses anything. What it says is held until the
# context is online again, and then arrives. So it is no connection that breaks.
set -eu
chromium=${CHROMIUM:-$(command -v chromium || true)}
[ -n "$chromium" ] || { echo "needs a Chromium (Debian's 156 was tried), or CHROMIUM=its path"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet playwright==1.64.1 websockets==15.0.1 2>/dev/null
cat >"$folder/offline.py" <<'PY'
import asyncio, sys
from importlib.metadata import version

import websockets
from playwright.async_api import async_playwright


async def answer_late(reader, writer):
    await reader.readuntil(b"\r\n\r\n")
    await asyncio.sleep(2)
    writer.write(b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 2\r\n\r\nok")
    await writer.drain()
    writer.close()


async def echo(socket):
    async for said in socket:
        await socket.send(said)


async def main():
    late = await asyncio.start_server(answer_late, "127.0.0.1", 0)
    async with websockets.serve(echo, "127.0.0.1", 0) as echoing, async_playwright() as playwright:
        ports = [each.sockets[0].getsockname()[1] for each in (late, echoing)]
        browser = await playwright.chromium.launch(
            executable_path=sys.argv[1], args=["--no-sandbox"]
        )
        context = await browser.new_context()
        page = await context.new_page()
        await page.evaluate(
            """([late, echoing]) => new Promise((open) => {
              Object.assign(window, { answered: "", heard: [], ended: false });
              window.socket = new WebSocket(`ws://127.0.0.1:${echoing}`);
              socket.onopen = open;
              socket.onmessage = ({ data }) => heard.push(data);
              socket.onclose = () => (ended = true);
              fetch(`http://127.0.0.1:${late}`).then((answer) => answer.text()).then(
                (text) => (answered = text), () => (answered = "failed"));
            })""",
            ports,
        )
        await page.wait_for_timeout(500)
        state = "[navigator.onLine, answered, heard.join(), ended]"
        await context.set_offline(True)
        await page.evaluate("socket.send('said while offline')")
        await page.wait_for_timeout(4000)
        print("playwright", version("playwright"), "chromium", browser.version)
        print("offline:", *await page.evaluate(state), sep="|")
        await context.set_offline(False)
        await page.wait_for_timeout(2000)
        print("online:", *await page.evaluate(state), sep="|")
        await browser.close()


asyncio.run(main())
PY
"$folder/env/bin/python" "$folder/offline.py" "$chromium" | tee "$folder/seen"
grep -qx 'offline:|False|ok||False' "$folder/seen"
grep -qx 'online:|True|ok|said while offline|False' "$folder/seen"
