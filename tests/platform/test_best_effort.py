"""What is asked of Redis for every move, on a connection that each thread keeps."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import redis
from celery.exceptions import SoftTimeLimitExceeded

from boardgames.redis import best_effort
from boardgames.redis.outage import Outage

KEY = "tests/hints"


@pytest.fixture(autouse=True)
def members() -> Iterator[None]:
    best_effort._client.zadd(KEY, {"anna": 1, "ben": 2})
    yield
    best_effort._client.delete(KEY)


def test_an_answer() -> None:
    assert best_effort.members(KEY, since=2) == [b"ben"]
    assert best_effort.publish(b"1 text {}")


def test_a_connection_that_was_lost_while_idle_is_opened_again() -> None:
    assert best_effort.members(KEY, since=0) == [b"anna", b"ben"]
    lost = best_effort._line.connection._sock
    assert best_effort._client.client_kill_filter(_id=str(_number())) == 1
    assert best_effort.members(KEY, since=0) == [b"anna", b"ben"]
    assert best_effort._line.connection._sock is not lost


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(best_effort, "PAUSE", 0)
    assert best_effort.members(KEY, since=0) == [b"anna", b"ben"]
    best_effort._line.connection._sock.settimeout(0.1)
    with pytest.raises(redis.TimeoutError):
        best_effort._line.ask("BLPOP", "tests/nothing", 1)
    assert best_effort.members(KEY, since=2) == [b"ben"]


@pytest.mark.parametrize("interruption", [SoftTimeLimitExceeded, KeyboardInterrupt, RuntimeError])
def test_an_answer_that_nobody_read_is_not_taken_for_the_next_one(
    monkeypatch: pytest.MonkeyPatch, interruption: type[BaseException]
) -> None:
    def interrupted() -> None:
        raise interruption

    assert best_effort.members(KEY, since=0) == [b"anna", b"ben"]
    with monkeypatch.context() as patch:  # after the question has been sent
        patch.setattr(best_effort._line.connection, "read_response", interrupted)
        with pytest.raises(interruption):
            best_effort.members(KEY, since=0)
    for _again in range(2):
        assert best_effort.members(KEY, since=2) == [b"ben"]
        assert best_effort.publish(b"1 text {}")


def test_a_moment_without_redis_costs_few_hints_and_a_long_absence_little_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away() -> None:
        raise redis.ConnectionError

    now, pauses = 100.0, []
    monkeypatch.setattr(best_effort, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(best_effort, "_shut_until", 0.0)
    monkeypatch.setattr(best_effort, "_pause", 0.0)
    for _failure in range(5):
        assert not best_effort._try(away)
        assert not best_effort._try(lambda: None)  # none is tried
        pauses.append(best_effort._shut_until - now)
        now = best_effort._shut_until
    assert pauses == [0.25, 0.5, 1, 2, 2]
    assert best_effort._try(lambda: None)
    assert not best_effort._try(away)
    assert best_effort._shut_until - now == 0.25


def test_an_absence_is_one_line_and_its_end_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise redis.ConnectionError("no route")

    monkeypatch.setattr(best_effort, "_outage", Outage("hints"))
    monkeypatch.setattr(best_effort, "FIRST_PAUSE", 0.0)
    monkeypatch.setattr(best_effort, "PAUSE", 0.0)
    monkeypatch.setattr(best_effort, "_shut_until", 0.0)
    said: list[str] = []
    log = SimpleNamespace(warning=lambda event, **_more: said.append(event))
    monkeypatch.setattr("boardgames.redis.outage.log", log)
    for _failure in range(5):
        assert not best_effort._try(away)
    assert best_effort._try(lambda: None)
    assert best_effort._try(lambda: None)
    assert said == ["hints away", "hints back"]


def test_each_thread_has_its_own() -> None:
    assert best_effort.publish(b"1 text {}")
    numbers = []
    thread = threading.Thread(target=lambda: numbers.append(_number()))
    thread.start()
    thread.join()
    assert len(numbers) == 1
    assert numbers != [_number()]


def test_a_child_process_has_its_own() -> None:
    assert best_effort.publish(b"1 text {}")
    theirs, ours = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(ours, str(_number()).encode())
        os._exit(0)
    os.close(ours)
    os.waitpid(child, 0)
    with os.fdopen(theirs) as answer:
        assert int(answer.read()) != _number()
    assert best_effort.members(KEY, since=2) == [b"ben"]


def _number() -> int:
    """Which connection Redis takes this one to be."""
    return int(best_effort._line.ask("CLIENT", "ID"))
