"""How a game has gone so far, for whoever plays it to its end: one without an end is named."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from .errors import RulesError
from .state import Choice

#: A game with more choices than this has no end, where its rules do not say otherwise.
LONGEST = 2000
#: So many of the last choices say what was going on.
LAST = 100


class Endless(RulesError):
    """A game goes on after as many choices as its longest may have."""


class Course:
    """Counts a game's choices; Endless says what was going on when there are too many."""

    def __init__(self, slug: str, longest: int = LONGEST) -> None:
        self.slug = slug
        self.longest = longest
        self.choices = 0
        self._last: deque[tuple[int, str, Any]] = deque(maxlen=LAST)

    def note(self, seat: int, kind: str, choice: Choice) -> None:
        """Another choice is made."""
        self.choices += 1
        self._last.append((seat, kind, choice[0]))
        if self.choices > self.longest:
            raise Endless(
                f"{self.slug} goes on after {self.longest} choices: {self.lately()}. Let it come "
                "to game.finish(), or say Rules(…, longest=…) if a game may take so many"
            )

    def lately(self) -> str:
        """Who was asked what in the last choices, and what was answered, the most frequent first:
        ``of the last 100, seat 0 answered offer by 'no' 50 times, …``."""
        often = Counter(self._last).most_common(6)
        said = [
            f"seat {seat} answered {kind} by {first!r} {times} times"
            for (seat, kind, first), times in often
        ]
        return f"of the last {len(self._last)}, " + ", ".join(said)
