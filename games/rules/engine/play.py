"""Bots, and whole games played by them.

A bot is a function from what its seat has :class:`Seen` to a choice. It never holds the real game:
only the seat's view, its decision, and resamples, which are games the seat could not tell from the
real one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol

import msgspec

from .course import Course
from .decision import Decision
from .errors import RulesError
from .game import Game
from .state import Choice, Json, Result


class Asked:
    """All that a simple bot needs: ``seat``, ``decision``, ``choices`` and ``rng``."""

    def __init__(self, decision: Decision, rng: random.Random) -> None:
        self.seat = decision.seat
        self.decision = decision
        self.choices = decision.choices
        self.rng = rng


class Seen(Asked):
    """What a bot may use.

    ``seat``, ``view``, ``decision``, ``choices``, ``rng``, ``sample()``, ``samples()`` and
    ``rules``. All of it comes from a game that the seat could not tell from the real one, so
    nothing here leads to a secret.
    """

    def __init__(self, game: Game[Any], decision: Decision, rng: random.Random) -> None:
        self._world = game.resample(decision.seat, rng)
        asked = self._world.decision(decision.seat)
        if asked is None:
            raise RulesError(f"resample takes {decision.kind} away from seat {decision.seat}")
        super().__init__(asked, rng)
        self._sampled = False

    @property
    def rules(self) -> Any:
        """The ``Rules`` of the game type."""
        return self._world.rules

    @cached_property
    def view(self) -> Json:
        return self._world.view(self.seat)

    def sample(self) -> Game[Any]:
        """A possible game to play with; in a part that several seats play at once, this seat's
        own."""
        if self._sampled:
            return self._world.resample(self.seat, self.rng).own(self.seat)
        self._sampled = True
        return self._world.copy().own(self.seat)

    def samples(self) -> Iterator[Game[Any]]:
        """Possible whole games to play with, one after another without end."""
        prepared = self.rules.hooks.samples
        if prepared is not None:
            yield from prepared(self._world, self.seat, self.rng)
        while True:
            yield self._world.resample(self.seat, self.rng)


Bot = Callable[[Seen], Choice]


def random_choice(seen: Asked) -> Choice:
    """Any legal choice, all equally likely; amounts likewise."""
    return seen.decision.sample(seen.rng.choice(seen.choices), seen.rng)


def first_choice(seen: Asked) -> Choice:
    """The first legal choice listed, amounts at their cheapest."""
    return seen.decision.example(seen.choices[0])


def last_choice(seen: Asked) -> Choice:
    """The last legal choice listed, amounts at their cheapest."""
    return seen.decision.example(seen.choices[-1])


#: Bots that only look at the list of choices, so nothing need be dealt anew for them.
_THOUGHTLESS = (random_choice, first_choice, last_choice)


def ask_bot(bot: Bot, game: Game[Any], decision: Decision, rng: random.Random) -> Choice:
    """A bot's answer to a decision."""
    if bot in _THOUGHTLESS:
        return bot(Asked(decision, rng))
    return bot(Seen(game, decision, rng))


class Playable(Protocol):
    """The part of ``Rules`` that playing a whole game needs."""

    slug: str
    longest: int

    def new(self, players: int, options: Json, seed: bytes) -> Game[Any]: ...


class Playout(msgspec.Struct, frozen=True):
    """A finished self-played game.

    ``waits`` counts how often the game came to wait for somebody it was not already waiting for,
    which is what a game over days costs its players; ``most``: the most choices of each kind;
    ``limits``: how many it might have had there.
    """

    result: Result
    decisions: int
    waits: int
    most: dict[str, int]
    limits: dict[str, int]


def play_out(
    rules: Playable,
    players: int,
    options: Json,
    seed: bytes,
    bots: Sequence[Bot],
    rng: random.Random,
) -> Playout:
    """Play one game to its end, seat ``i`` by ``bots[i]``; Endless if it reaches none."""
    game = rules.new(players, options, seed)
    waits, course = 0, Course(rules.slug, rules.longest)
    waiting: set[int] = set()
    most: dict[str, int] = {}
    limits: dict[str, int] = {}
    while (result := game.state.result) is None:
        open_ = game.decisions()
        decision = open_[0]
        asked = {decision.seat} if len(open_) == 1 else {each.seat for each in open_}
        waits += not asked <= waiting
        waiting = asked
        choices = len(decision.choices)
        if choices > most.get(decision.kind, 0):
            most[decision.kind], limits[decision.kind] = choices, decision.limit
        choice = ask_bot(bots[decision.seat], game, decision, rng)
        game.choose(decision.seat, choice)
        course.note(decision.seat, decision.kind, choice)
    return Playout(result, course.choices, waits, most, limits)
