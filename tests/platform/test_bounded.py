"""A real web process, and clients that never come to an end."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
import requests
from websockets.sync.client import connect

from boardgames.http import bounded, wsgi_bridge
from boardgames.supervisor.home import CHECKOUT

pytestmark = pytest.mark.xdist_group("bounded")

HEAD, MESSAGE = 1.0, 3.0
#: The seconds of this module are shorter.
SERVER = f"""
import sys, uvicorn
from boardgames.http import bounded
bounded.HEAD_SECONDS, bounded.MESSAGE_SECONDS = {HEAD}, {MESSAGE}
uvicorn.run(
    "tests.platform.affine:application", http="boardgames.http.affinity:Protocol",
    port=int(sys.argv[1]), log_level="critical", access_log=False, timeout_keep_alive=2,
)
"""
BEGUN = b"GET /x HTTP/1.1\r\nHost: a\r\n"
FORM = b"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"
CHUNKED = b"POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
UPGRADE = (
    b"GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


class Web:
    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port, self.process = port, process

    def ask(self) -> int:
        return requests.get(f"http://127.0.0.1:{self.port}/x", timeout=10).status_code

    def memory(self) -> int:
        return int(psutil.Process(self.process.pid).memory_info().rss)

    @contextmanager
    def client(self, *said: bytes) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as one:
            for piece in said:
                one.sendall(piece)
            yield one


def heard(client: socket.socket) -> bytes:
    """All that comes until the other side closes; fails where it does not within the timeout."""
    told = b""
    try:
        while piece := client.recv(65_536):
            told += piece
    except ConnectionResetError:
        pass
    return told


def answered(client: socket.socket) -> bool:
    """Whether the next answer, in however many pieces, is a good one."""
    told = b""
    while not told.endswith(b"}"):
        told += client.recv(65_536)
    return told.startswith(b"HTTP/1.1 200 ")


def sent(client: socket.socket, piece: bytes, times: int) -> int:
    """How many went out before nobody took them any more."""
    for number in range(times):
        try:
            client.sendall(piece)
        except OSError:
            return number
    return times


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(port)], cwd=CHECKOUT)
    web = Web(port, process)
    try:
        until = time.monotonic() + 120  # a machine that runs tests may be busy
        while True:
            try:
                assert web.ask() == 200
                break
            except requests.ConnectionError:
                assert process.poll() is None, "it ended at its start"
                assert time.monotonic() < until, "it does not answer"
                time.sleep(0.05)
        yield web
    finally:
        process.terminate()
        process.wait(20)


def test_the_seconds_are_declared() -> None:
    assert (bounded.LONGEST_HEAD, bounded.HEAD_SECONDS) == (65_536, 20)
    assert wsgi_bridge.BODY_SECONDS < bounded.MESSAGE_SECONDS == 40


@pytest.mark.parametrize("begun", [b"", BEGUN, UPGRADE])
def test_headers_without_an_end_are_refused_at_64_kb(web: Web, begun: bytes) -> None:
    start = begun or b"GET /"
    for piece in (b"x" * 1000, b"a: b\r\n" * 100):
        first = b"X-Long: " if begun and b":" not in piece else b""
        with web.client(start + first) as client:
            filling = piece * (bounded.LONGEST_HEAD // len(piece) + 1)
            client.sendall(filling)
            told = heard(client)
        assert told.startswith(b"HTTP/1.1 431 ") or (not begun and told.startswith(b"HTTP/1.1 4"))
        assert b"connection: close" in told


def test_headers_of_nearly_64_kb_are_read(web: Web) -> None:
    value = "x" * 30_000
    headers = {"X-One": value, "X-Other": value, "Connection": "close"}
    answer = requests.get(f"http://127.0.0.1:{web.port}/x", headers=headers, timeout=10)
    assert answer.status_code == 200


def test_neither_a_hundred_megabytes_nor_many_lines_hold_the_process(web: Web) -> None:
    before = web.memory()
    for piece in (b"x" * 1_000_000, b"a: b\r\n" * 150_000):
        with web.client(BEGUN + (b"X-Long: " if b":" not in piece else b"")) as client:
            assert sent(client, piece, 100) < 100
            assert web.ask() == 200, "others are answered meanwhile"
    assert web.memory() - before < 20_000_000


def test_trailers_without_an_end_are_refused_too(web: Web) -> None:
    with web.client(CHUNKED) as client:
        assert sent(client, b"a: b\r\n" * 10_000, 1000) < 1000
    with web.client(CHUNKED + b"X-Long: ") as client:
        assert sent(client, b"x" * 60_000, 1000) < 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        (b"", HEAD),
        (b"\r\n", HEAD),
        (b"GET", HEAD),
        (BEGUN, HEAD),
        (UPGRADE, HEAD),
        (FORM, MESSAGE),
        (FORM + b"12345", MESSAGE),
        (CHUNKED, MESSAGE),
    ],
)
def test_a_client_that_stops_sending_is_disconnected(web: Web, said: bytes, seconds: float) -> None:
    began = time.monotonic()
    with web.client(said) as client:
        assert heard(client) == b""
    assert time.monotonic() - began > seconds - 0.2


def test_a_client_that_sends_drop_by_drop_is_disconnected(web: Web) -> None:
    with web.client(BEGUN) as client:
        began = time.monotonic()
        while time.monotonic() - began < 15 * HEAD:
            if not sent(client, b"a: b\r\n", 1):
                break
            time.sleep(0.1)
        else:
            raise AssertionError("it still listens")


@pytest.mark.slow
def test_a_kept_connection_is_closed_like_a_new_one(web: Web) -> None:
    whole = BEGUN + b"\r\n"
    for more in (b"", b"GET /y"):
        with web.client(whole) as client:
            assert answered(client)
            if more:
                client.sendall(more)
            assert heard(client) == b""


@pytest.mark.slow
def test_several_requests_and_sockets_go_on_past_those_times(web: Web) -> None:
    with connect(f"ws://127.0.0.1:{web.port}/x") as page, web.client() as client:
        assert page.recv()
        for _time in range(4):
            client.sendall(BEGUN + b"\r\n")
            assert answered(client)
            time.sleep(MESSAGE / 3)
        page.send("still here")
        assert page.recv() == "still here"
