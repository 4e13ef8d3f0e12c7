"""A bot that tries its candidates in worlds as they might be."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from ..play import Bot, Seen
from ..state import Choice
from .candidates import candidates
from .halving import Halved, halve
from .rollouts import horizon, lead, play_on
from .worlds import World, worlds


class Budget(msgspec.Struct, frozen=True):
    """How long a bot thinks: so many games are played on, over so many rounds (None: to the end).

    The same position and chance give the same choice. ``seconds`` is the emergency brake alone:
    where it comes to that, what is known by then decides.
    """

    rollouts: int
    rounds: int | None = 1
    seconds: float = 20.0


def thinker(budget: Budget, clock: Callable[[], float] = time.monotonic) -> Bot:
    """A bot for every game type."""

    def think(seen: Seen) -> Choice:
        begun = clock()
        choices = candidates(seen)
        found = compare(seen, choices, budget, lambda: clock() - begun < budget.seconds)
        return choices[found.best]

    return think


def compare(
    seen: Seen, choices: list[Choice], budget: Budget, goes_on: Callable[[], bool]
) -> Halved:
    """Play on after each choice, all of them in the same worlds and with the same chance."""
    seat = seen.seat
    ahead = worlds(seen)
    known: list[tuple[World[Any], int, int | None]] = []

    def play(choice: int, number: int) -> float:
        if number == len(known):
            world = next(ahead)
            known.append((world, seen.rng.getrandbits(64), horizon(world, budget.rounds)))
        world, chance, until = known[number]
        after = world.copy()
        after.choose(seat, choices[choice])
        rng = random.Random(chance)
        return lead(play_on(after, until, rng), seat)

    return halve(len(choices), budget.rollouts, play, goes_on)
