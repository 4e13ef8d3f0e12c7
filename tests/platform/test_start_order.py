"""The supervisor starts parts one after the other, so that none is slow because of the others."""

import os
import time
from pathlib import Path

import pytest

from boardgames.supervisor import parts
from boardgames.supervisor.address import Address
from boardgames.supervisor.home import Home
from boardgames.supervisor.parts import Part
from boardgames.supervisor.supervisor import LONGEST_TURN, Supervisor


class Slow(Supervisor):
    """Parts that do not run; each gives its first sign of life when asked for the third time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            Home(folder), Address("127.0.0.1", 8000), database_url="x", redis_url="x", demo=False
        )
        self.seen: list[str] = []
        self.heartbeat.has_come = self._asked_of_worker  # type: ignore[method-assign]

    def _sign(self, name: str) -> bool:
        self.seen.append(name)
        return self.seen.count(name) > 2

    def _answers(self) -> bool:
        return self._sign("web?")

    def _asked_of_worker(self, since: float) -> bool:
        return self._sign("worker?")

    def _start(self, part: Part) -> "parts.Process":
        self.seen.append(part.name)
        return part.start(1)

    def _pause(self, seconds: float) -> None:
        pass


@pytest.fixture
def supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slow:
    for name in ("web", "worker", "beat", "thinking"):
        monkeypatch.setattr(parts, name, lambda *_, name=name: _named(name))
    return Slow(tmp_path)


def _named(name: str) -> Part:
    return Part(name, parts._starter(["sleep", "60"]))


def test_a_part_starts_when_the_one_before_has_given_a_sign_of_life(supervisor: Slow) -> None:
    supervisor._start_service()
    supervisor._end()
    order = ["web", "web?", "web?", "web?", "worker", "worker?", "worker?", "worker?"]
    order += ["beat", "thinking"]
    assert supervisor.seen[: len(order)] == order


def test_one_that_was_killed_waits_for_one_that_starts_but_not_for_ever(supervisor: Slow) -> None:
    worker, beat = _named("worker"), _named("beat")
    supervisor.parts = [worker, beat]
    with open(os.devnull, "wb") as nowhere:
        worker.start(nowhere.fileno())
    assert not supervisor._may_start(beat)
    worker.started_at = time.monotonic() - LONGEST_TURN - 1
    assert supervisor._may_start(beat)
    supervisor._end()


def test_a_database_that_was_killed_waits_for_nobody(supervisor: Slow) -> None:
    worker, postgres = _named("worker"), _named("postgres")
    supervisor.parts = [postgres, worker]
    with open(os.devnull, "wb") as nowhere:
        worker.start(nowhere.fileno())
    assert supervisor._may_start(postgres)
    supervisor._end()


def test_a_thinking_process_that_hangs_is_ended_alone_and_started_again(
    supervisor: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor._start_service()
    worker, beat, thinking = supervisor.parts[1:]
    looked_since: list[float] = []

    def hangs(since: float) -> bool:
        looked_since.append(since)
        return True

    monkeypatch.setattr(supervisor.heartbeat, "is_lost", lambda since: False)
    monkeypatch.setattr(supervisor.thoughts, "is_lost", hangs)
    supervisor._end_what_hangs()
    assert [part.ended() for part in (worker, beat, thinking)] == [None, None, -9]
    assert looked_since == [max(beat.started_at, thinking.started_at)], "a beat sends its ticks"
    supervisor._end()
