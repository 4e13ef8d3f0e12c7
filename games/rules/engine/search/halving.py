"""Sequential halving: which of several choices is best, by a fixed number of tries.

All that are left are tried in the same worlds, so that luck is the same for all; then the worse
half drops out, and what it would have cost goes to the better one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Halved(NamedTuple):
    """The best, and by choice what each try of it came to; the n-th of all are of one world."""

    best: int
    values: list[list[float]]


def halve(
    choices: int,
    tries: int,
    play: Callable[[int, int], float],
    goes_on: Callable[[], bool] = lambda: True,
) -> Halved:
    """Find the best of so many choices by about so many tries ``play(choice, world)``.

    Of equal ones the first is taken. Where ``goes_on`` says no, what has been tried decides, as far
    as all that are left were tried in the same worlds.
    """
    left = list(range(choices))
    values: list[list[float]] = [[] for _choice in left]
    rounds = (choices - 1).bit_length()
    world = 0
    for _round in range(rounds):
        for _world in range(max(1, tries // (rounds * len(left)))):
            found = []
            for choice in left:
                if not goes_on():
                    return Halved(_better(left, values)[0], values)
                found.append(play(choice, world))
            for choice, value in zip(left, found, strict=True):
                values[choice].append(value)
            world += 1
        left = _better(left, values)[: (len(left) + 1) // 2]
    return Halved(left[0], values)


def _better(left: list[int], values: list[list[float]]) -> list[int]:
    """Those that are left, the best first."""
    return sorted(left, key=lambda choice: -sum(values[choice]))
