"""The course of a game so far, to recognise and describe a game without an end."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from .errors import RulesError
from .state import Choice

#: A game with more choices has no end, unless its rules say otherwise.
LONGEST = 2000
#: How many of the last choices are described.
LAST = 100


class Endless(RulesError):
    """A game continues after its maximum number of choices."""


class Course:
    """Counts a game's choices and raises Endless, with what was going on, if there are too many."""

    def __init__(self, slug: str, longest: int = LONGEST) -> None:
        self.slug = slug
        self.longest = longest
        self.choices = 0
        self._last: deque[tuple[int, str, Any]] = deque(maxlen=LAST)

    def note(self, seat: int, kind: str, choice: Choice) -> None:
        """Count one more choice."""
        self.choices += 1
        self._last.append((seat, kind, choice[0]))
        if self.choices > self.longest:
            raise Endless(
                f"{self.slug} goes on after {self.longest} choices: {self.lately()}. Let it come "
                "to game.finish(), or say Rules(…, longest=…) if a game may take so many"
            )

    def lately(self) -> str:
        """Say which seats were asked what in the last choices, and their answers, the most frequent
        first: ``of the last 100, seat 0 answered offer by 'no' 50 times, …``."""
        often = Counter(self._last).most_common(6)
        said = [
            f"seat {seat} answered {kind} by {first!r} {times} times"
            for (seat, kind, first), times in often
        ]
        return f"of the last {len(self._last)}, " + ", ".join(said)
