"""Processes that end while somebody looks at them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace

import psutil
import pytest

from bench import fanout, moves, soak
from tests.faults import test_kills
from tests.platform.server import Server, eventually

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)", "uvicorn"]


@pytest.fixture
def living(monkeypatch: pytest.MonkeyPatch) -> Iterator[psutil.Process]:
    """The last of three processes in every list; of the two before it one has ended and left
    nothing, and one has ended without anybody having collected it."""
    with ExitStack() as started:
        gone, dead, living = (started.enter_context(psutil.Popen(SLEEP)) for _ in range(3))
        started.callback(living.kill)
        listed = [psutil.Process(one.pid) for one in (gone, dead, living)]
        gone.kill()
        gone.wait()
        dead.kill()
        assert eventually(lambda: listed[1].status() == psutil.STATUS_ZOMBIE)
        monkeypatch.setattr(psutil.Process, "children", lambda _self, recursive=False: listed)
        yield listed[2]


def test_benchmarks_leave_out_what_has_ended(
    living: psutil.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    web = fanout._web_processes()
    assert living in web
    assert fanout._memory(psutil.Process().children()).keys() == {living}
    assert moves._cpu_seconds().keys() == {"web"}
    monkeypatch.setattr(soak, "_connections", lambda: 0)
    assert soak._state()["uvicorn_megabytes"] > 0


def test_memory_is_compared_for_those_that_live_on(living: psutil.Process) -> None:
    before = dict.fromkeys(psutil.Process().children(), 10**9)
    assert -(10**9) < fanout._growth(before) < 0  # the living one's alone


def test_the_parts_of_a_server_are_found_among_what_has_ended(living: psutil.Process) -> None:
    server = Server.__new__(Server)
    server.process = SimpleNamespace(pid=living.pid)  # type: ignore[assignment]
    assert server.part("uvicorn") == living
    assert test_kills.child(living, 0) == living
