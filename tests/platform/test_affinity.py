"""Two real web processes behind one port: which of them a connection comes to."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from boardgames.http import affinity
from tests.platform.affine import BIG

EVEN, ODD = "/games/8/", "/games/7/"


@dataclass
class Service:
    port: int
    folder: Path
    parent: subprocess.Popen[bytes]

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def ask(self, path: str, body: bytes | None = None) -> dict[str, Any]:
        return asked(self.connection(), path, body)

    def homes(self) -> dict[str, int]:
        """The process of each of two games, once both take connections from each other."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with ThreadPoolExecutor(16) as threads:  # both are given some
                evens, odds = (
                    {told["process"] for told in threads.map(self.ask, games)}
                    for games in (some_games(16, 0), some_games(16, 1))
                )
            if len(evens) == len(odds) == 1 and evens != odds:
                return {EVEN: evens.pop(), ODD: odds.pop()}
            time.sleep(0.1)
        raise AssertionError(f"they do not find each other: {evens}, {odds}")


_numbers = count(100)


def new_homes(service: Service) -> dict[str, int]:
    """Once both take connections again; what one that was killed had taken is lost."""
    until = time.monotonic() + 120  # a machine that runs tests may be busy
    while True:
        try:
            return service.homes()
        except (ConnectionError, http.client.RemoteDisconnected):
            assert time.monotonic() < until, "who asks is always sent away"


def some_games(number: int, odd: int) -> list[str]:
    """The pages of so many that nobody has asked for: of each only some are handed over."""
    return [f"/games/{2 * next(_numbers) + odd}/" for _ in range(number)]


def asked(
    connection: http.client.HTTPConnection, path: str, body: bytes | None = None
) -> dict[str, Any]:
    connection.request("GET" if body is None else "POST", path, body)
    told: dict[str, Any] = json.loads(connection.getresponse().read())
    return told


@contextmanager
def two_processes(folder: Path | None, cores: set[int] | None = None) -> Iterator[Service]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    named = {} if folder is None else {"WEB_SOCKETS": str(folder)}
    parent = subprocess.Popen(
        [
            *(sys.executable, "-m", "boardgames.http.uvicorn", "tests.platform.affine:application"),
            *("--http", "boardgames.http.affinity:Protocol", "--workers", "2"),
            *("--port", str(port), "--log-level", "warning", "--no-access-log"),
            *("--timeout-graceful-shutdown", "10", "--timeout-worker-healthcheck", "60"),
        ],
        env={**os.environ, **named},
        preexec_fn=partial(os.sched_setaffinity, 0, cores) if cores else None,
    )
    service = Service(port, folder or Path("/none"), parent)
    try:
        until = time.monotonic() + 120  # a machine that runs tests may be busy
        while True:
            with suppress(OSError):
                service.ask("/")
                break
            assert parent.poll() is None, "uvicorn ended at its start"
            assert time.monotonic() < until, "uvicorn does not answer"
            time.sleep(0.05)
        yield service
    finally:
        parent.terminate()
        parent.wait(20)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with two_processes(tmp_path) as service:
        yield service


def test_all_of_a_game_comes_to_one_process(service: Service) -> None:
    homes = service.homes()
    for path, home in homes.items():
        address = f"ws://127.0.0.1:{service.port}/ws{path}"
        for _ in range(4):
            with connect(address) as page:
                assert page.recv() == str(home)
                page.send("and on it goes")
                assert page.recv() == "and on it goes"


@pytest.mark.slow
def test_a_kept_connection_goes_to_the_process_of_what_it_asks_for(service: Service) -> None:
    homes, kept = service.homes(), service.connection()
    for path in (ODD, EVEN, EVEN, ODD, EVEN):
        assert asked(kept, path) == {"process": homes[path], "path": path, "body": 0}


@pytest.mark.slow
def test_a_form_arrives_whole(service: Service) -> None:
    homes, kept = service.homes(), service.connection()
    for size in (1, 1000, affinity.LONGEST + 1, 1_000_000):
        for path in (ODD, EVEN):
            told = asked(kept, path, b"x" * size)
            assert (told["path"], told["body"]) == (path, size)
    assert asked(kept, ODD, b"x" * 1000)["process"] == homes[ODD]


@pytest.mark.slow
def test_a_request_in_pieces_arrives_whole(service: Service) -> None:
    service.homes()
    for path in (ODD, EVEN):
        request = (
            b"POST %s HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nhello" % path.encode()
        )
        for cut in (3, 9, 20, len(request) - 7, len(request) - 2):
            with socket.create_connection(("127.0.0.1", service.port), 10) as connection:
                connection.sendall(request[:cut])
                time.sleep(0.05)
                connection.sendall(request[cut:])
                head, _, content = received(connection).partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 200")
                assert json.loads(content)["body"] == 5


@pytest.mark.slow
def test_an_answer_that_is_not_read_yet_is_not_lost(service: Service) -> None:
    service.homes()
    for path, other in ((ODD, EVEN), (EVEN, ODD)):
        with socket.create_connection(("127.0.0.1", service.port), 10) as connection:
            connection.sendall(b"GET %sbig/ HTTP/1.1\r\nHost: here\r\n\r\n" % path.encode())
            time.sleep(0.3)  # it is answered, and most of it waits
            connection.sendall(b"GET %s HTTP/1.1\r\nHost: here\r\n\r\n" % other.encode())
            first = received(connection, BIG)
            assert len(first.partition(b"\r\n\r\n")[2]) >= BIG
            rest = first.partition(b"\r\n\r\n")[2][BIG:] or received(connection)
            assert json.loads(rest.partition(b"\r\n\r\n")[2])["path"] == other


def received(connection: socket.socket, size: int = 0) -> bytes:
    """An answer of which the body has so many bytes, or at least one."""
    data = b""
    while len(data.partition(b"\r\n\r\n")[2]) <= size - (size > 0):
        data += (piece := connection.recv(1_000_000))
        assert piece, "the connection was closed"
    return data


@pytest.mark.slow
def test_the_other_answers_where_a_process_was_killed(service: Service) -> None:
    homes = service.homes()
    os.kill(homes[ODD], signal.SIGKILL)
    for _ in range(20):
        with suppress(ConnectionError, http.client.RemoteDisconnected):  # one that it had taken
            assert service.ask(ODD)["path"] == ODD
        time.sleep(0.01)
    answered = [service.ask(ODD)["process"] for _ in range(20)]
    assert homes[ODD] not in answered
    assert service.homes()[ODD] not in homes.values() or service.homes()[EVEN] not in homes.values()


@pytest.mark.slow
def test_one_that_dies_before_it_says_that_it_is_well_is_replaced_at_once(service: Service) -> None:
    homes = service.homes()
    os.kill(homes[ODD], signal.SIGSTOP)
    time.sleep(2)  # its parent has asked it meanwhile, and waits
    os.kill(homes[ODD], signal.SIGKILL)
    assert homes[ODD] not in new_homes(service).values()


@pytest.mark.slow
def test_the_other_answers_where_a_process_hangs(service: Service) -> None:
    homes = service.homes()
    os.kill(homes[ODD], signal.SIGSTOP)
    try:
        answered = []
        for _ in range(40):
            connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=0.2)
            with suppress(TimeoutError):
                answered.append(asked(connection, ODD)["process"])
    finally:
        os.kill(homes[ODD], signal.SIGCONT)
    # Some were given to it, by the kernel or by the other, before its mailbox was full.
    assert answered
    assert set(answered) == {homes[EVEN]}


@pytest.mark.slow
def test_what_was_handed_over_is_answered_while_processes_are_renewed(service: Service) -> None:
    before = service.homes()
    failures: list[str] = []
    answered, over = Counter[int](), threading.Event()

    def ask_on() -> None:
        while not over.is_set():
            for path in (*some_games(1, 0), *some_games(1, 1)):
                try:
                    answered[service.ask(path, b"x" * 100)["process"]] += 1
                except (OSError, http.client.HTTPException, ValueError) as error:
                    failures.append(f"{path}: {error!r}")

    with ThreadPoolExecutor(6) as threads:
        for _ in range(6):
            threads.submit(ask_on)
        service.parent.send_signal(signal.SIGHUP)
        until = time.monotonic() + 60
        while len(answered) < 4 and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(2)  # the last of the old ones ends
        over.set()
    # With or without this uvicorn, told to end, closes what it has accepted and not read yet; what
    # one process has read and handed to another is answered.
    assert [each for each in failures if "RemoteDisconnected" in each] == []
    assert len(failures) < 5
    assert len(answered) == 4
    assert not set(service.homes().values()) & set(before.values())


@pytest.mark.slow
def test_many_who_look_at_one_game_are_shared(service: Service) -> None:
    service.homes()
    many = affinity.MOST_IN_A_MINUTE * 10
    with ThreadPoolExecutor(16) as threads:  # so both processes accept some
        for path in (ODD, EVEN):
            told = threads.map(service.ask, [path] * many)
            assert len({each["process"] for each in told}) == 2


@pytest.mark.slow
def test_without_a_folder_connections_stay_where_they_arrive() -> None:
    with two_processes(None) as service:
        assert asked(service.connection(), ODD)["path"] == ODD


@pytest.mark.slow
def test_a_folder_that_cannot_be_used_hinders_nobody(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with two_processes(file) as service:
        assert asked(service.connection(), ODD)["path"] == ODD


def cores_of(process: int) -> list[set[int]]:
    """Those that each thread of a process may use."""
    return [
        os.sched_getaffinity(int(thread.name)) for thread in Path(f"/proc/{process}/task").iterdir()
    ]


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="the machine has one core, or keeps no process to one",
)
class TestCores:
    @pytest.mark.slow
    def test_each_of_two_processes_keeps_to_one_of_two_cores(self, tmp_path: Path) -> None:
        both = set(sorted(os.sched_getaffinity(0))[:2])
        with two_processes(tmp_path, both) as service:
            homes = service.homes()
            kept = {process: cores_of(process) for process in homes.values()}
            assert all(len(each) == 1 for threads in kept.values() for each in threads), kept
            first, second = (set.union(*threads) for threads in kept.values())
            assert first | second == both
            os.kill(homes[ODD], signal.SIGKILL)
            again = new_homes(service)
            assert homes[ODD] not in again.values()
            assert [set.union(*cores_of(again[path])) for path in (EVEN, ODD)] == [first, second]

    @pytest.mark.parametrize("processes", [1, 3])
    def test_they_have_all_cores_where_there_is_not_one_for_each(self, processes: int) -> None:
        both = set(sorted(os.sched_getaffinity(0))[:2])
        said = f"""
import os
from boardgames.http import cores
os.sched_setaffinity(0, {both})
cores.keep_to_one(0, {processes})
assert os.sched_getaffinity(0) == {both}
cores.keep_to_one(0, 2)
assert len(os.sched_getaffinity(0)) == 1
"""
        subprocess.run([sys.executable, "-c", said], check=True)
