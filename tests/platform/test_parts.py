"""When a part that ends is started again, and when that is given up."""

import time
from typing import IO

import pytest

from boardgames.supervisor import children
from boardgames.supervisor.parts import HEALTHY_SECONDS, MOST_FAILURES, Part, Process


def start(output: int | IO[bytes] | None) -> Process:
    return children.start(["true"], output=output)


def fail(part: Part, *, after: float) -> float:
    """Lets it run for so long before it ends; the pause before its next start."""
    part.start(1)
    part.started_at = time.monotonic() - after
    return part.note_failure()


def test_what_ends_at_once_is_started_again_later_and_later_and_counted() -> None:
    part = Part("part", start)
    pauses = [fail(part, after=HEALTHY_SECONDS / 2) for _time in range(MOST_FAILURES)]
    assert pauses == [1, 2, 4, 8, 15]
    assert part.failures == MOST_FAILURES


@pytest.mark.parametrize("times", [1, 50])
def test_what_has_worked_in_between_is_started_again_however_often_it_ends(times: int) -> None:
    part = Part("part", start)
    for _time in range(times):
        assert fail(part, after=HEALTHY_SECONDS + 1) == 1
    assert part.failures == 1
