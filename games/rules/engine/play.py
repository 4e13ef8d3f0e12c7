"""Players that are programs, and whole games played by them.

A bot is a function from what its seat has :class:`Seen` to a choice. It never holds the real game:
only the seat's view, its decision, and resamples, which are games the seat could not tell from the
real one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

import msgspec

from .decision import Decision
from .errors import RulesError
from .game import Game
from .state import Choice, Json, Result


class Seen:
    """What a bot may use: ``seat``, ``view``, ``decision``, ``rng`` and ``sample()``."""

    def __init__(self, game: Game[Any], decision: Decision, rng: random.Random) -> None:
        self._game = game
        self.seat = decision.seat
        self.decision = decision
        self.rng = rng

    @property
    def choices(self) -> list[Choice]:
        return self.decision.choices

    @cached_property
    def view(self) -> Json:
        return self._game.view(self.seat)

    def sample(self) -> Game[Any]:
        """A game as it might be, free to play with; in a part that several seats play at once,
        this seat's own."""
        return self._game.resample(self.seat, self.rng).own(self.seat)


Bot = Callable[[Seen], Choice]


def random_choice(seen: Seen) -> Choice:
    """Any legal choice, all equally likely; amounts likewise."""
    return seen.decision.sample(seen.rng.choice(seen.choices), seen.rng)


def first_choice(seen: Seen) -> Choice:
    """The first legal choice listed, amounts at their cheapest."""
    return seen.decision.example(seen.choices[0])


class Playable(Protocol):
    """The part of ``Rules`` that playing a whole game needs."""

    slug: str

    def new(self, players: int, options: Json, seed: bytes) -> Game[Any]: ...


class Playout(msgspec.Struct, frozen=True):
    """A finished self-played game. ``waits`` counts the times the game came to wait for somebody
    it was not already waiting for, which is what a game over days costs its players."""

    result: Result
    decisions: int
    waits: int


def play_out(
    rules: Playable,
    players: int,
    options: Json,
    seed: bytes,
    bots: Sequence[Bot],
    rng: random.Random,
    limit: int = 20_000,
) -> Playout:
    """Play one game to its end, seat ``i`` by ``bots[i]``; ``limit`` bounds its decisions."""
    game = rules.new(players, options, seed)
    decisions = waits = 0
    waiting: set[int] = set()
    while (result := game.result()) is None:
        open_ = game.decisions()
        asked = {decision.seat for decision in open_}
        waits += not asked <= waiting
        waiting = asked
        decision = open_[0]
        game.choose(decision.seat, bots[decision.seat](Seen(game, decision, rng)))
        decisions += 1
        if decisions > limit:
            raise RulesError(f"{rules.slug} goes on after {limit} decisions")
    return Playout(result, decisions, waits)
