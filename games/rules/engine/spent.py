"""The cost of the parts of a game type in play, and their budgets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

#: Budgets: milliseconds of processor time, bytes of a save. Anything above is a warning.
BUDGETS = {"choices": 50.0, "view": 50.0, "bot": 1000.0, "save": 100_000.0}
#: This many times the budget is an error.
FAR_TOO_MUCH = 10


class Spent:
    """The most that each part took, and where; milliseconds, or bytes of a save."""

    def __init__(self) -> None:
        self.most: dict[str, tuple[float, str]] = {}

    def timed(
        self, part: str, where: str, act: Callable[P, R], *args: P.args, **named: P.kwargs
    ) -> R:
        """The function's result; records its processor time, which depends less on the machine's
        load."""
        begun = time.thread_time()
        found = act(*args, **named)
        self.note(part, (time.thread_time() - begun) * 1000, where)
        return found

    def note(self, part: str, figure: float, where: str) -> None:
        if figure > self.most.get(part, (-1.0, ""))[0]:
            self.most[part] = (figure, where)

    def said(self) -> Iterator[str]:
        """Each figure, for the report: ``slowest view: 3 ms (at act)``."""
        return (_said(part, *self.most[part]) for part in BUDGETS if part in self.most)

    def over(self, times: int = 1, below: int | None = None) -> Iterator[str]:
        """What takes more than ``times`` its budget, but not ``below`` times."""
        for part, (figure, where) in self.most.items():
            budget = BUDGETS[part]
            if figure > budget * times and not (below and figure > budget * below):
                yield f"{_said(part, figure, where)}; more than {_figure(part, budget)} is too much"


def _said(part: str, figure: float, where: str) -> str:
    named = "largest save" if part == "save" else f"slowest {part}"
    return f"{named}: {_figure(part, figure)} ({where})"


def _figure(part: str, figure: float) -> str:
    return f"{figure / 1000:.1f} kB" if part == "save" else f"{figure:.1f} ms"
