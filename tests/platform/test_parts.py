"""When a part that ends is started again."""

import time
from pathlib import Path
from typing import IO

import pytest

from boardgames.supervisor import children
from boardgames.supervisor.address import Address
from boardgames.supervisor.home import Home
from boardgames.supervisor.parts import HEALTHY_SECONDS, Part, Process
from boardgames.supervisor.supervisor import Supervisor


def start(output: int | IO[bytes] | None) -> Process:
    return children.start_child(["true"], output=output)


def fail(part: Part, *, after: float) -> float:
    """Lets it run for so long before it ends; the pause before its next start."""
    part.start(1)
    part.started_at = time.monotonic() - after
    return part.note_failure()


def test_what_ends_at_once_is_started_again_later_and_later_and_counted() -> None:
    part = Part("part", start)
    pauses = [fail(part, after=HEALTHY_SECONDS / 2) for _time in range(6)]
    assert pauses == [1, 2, 4, 8, 15, 15]
    assert part.failures == 6


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 50])
def test_what_has_worked_in_between_is_started_again_however_often_it_ends(times: int) -> None:
    part = Part("part", start)
    for _time in range(times):
        assert fail(part, after=HEALTHY_SECONDS + 1) == 1
    assert part.failures == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["valkey", "worker", "beat", "web", "postgres"])
def test_what_keeps_failing_once_all_has_run_is_told_and_ends_nothing(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = Address("127.0.0.1", 8000)
    supervisor = Supervisor(Home(tmp_path), address, database_url="x", redis_url="x", demo=False)
    part = Part(name, start)
    supervisor.parts.append(part)
    for _time in range(20):
        part.start(1).wait()
        supervisor._failed(part)
    told = capsys.readouterr().out + capsys.readouterr().err
    assert told.count("started again in 15 s") == 16
