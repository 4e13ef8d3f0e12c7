"""An application that says which process answers, and what has come to it."""

import json
import os
from typing import Any

#: More than a connection holds that nobody reads.
BIG = 8_000_000


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await _answer(scope["path"], receive, send)
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": str(os.getpid())})
        while (said := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": said["text"]})


async def _answer(path: str, receive: Any, send: Any) -> None:
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    told = {"process": os.getpid(), "path": path, "body": len(body)}
    content = b" " * BIG if path.endswith("/big/") else json.dumps(told).encode()
    headers = [(b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": content})
