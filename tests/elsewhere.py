"""A web server of our own that stands for somebody else's: it notes what it gets, and answers as
it is told."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext


@dataclass
class Got:
    """A request that came."""

    path: str
    headers: Message
    body: bytes


@dataclass
class Elsewhere:
    """``status``, ``headers`` and ``body`` are what it answers, after ``delay`` seconds; with
    ``drip`` one byte of the head a time."""

    port: int
    got: list[Got] = field(default_factory=list)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"ok"
    delay: float = 0
    drip: float = 0

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@contextmanager
def elsewhere(tls: SSLContext | None = None) -> Iterator[Elsewhere]:
    """The server, on a free port of this machine, until the block ends."""
    there = Elsewhere(0)
    ended = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            there.got.append(Got(self.path, self.headers, self.rfile.read(length)))
            ended.wait(there.delay)
            try:
                while there.drip and not ended.is_set():
                    self.wfile.write(b"H")
                    time.sleep(there.drip)
                self.send_response(there.status)
                for name, value in there.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(there.body)))
                self.end_headers()
                self.wfile.write(there.body)
            except OSError:
                return  # the other side has hung up

        do_GET = do_POST

        def log_message(self, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    there.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield there
    finally:
        ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
