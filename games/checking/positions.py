"""Random games, position by position."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from games.rules.engine import Event, Game, Json, Rules
from games.rules.engine.course import Course
from games.rules.engine.play import ask_bot
from games.rules.engine.positions import Move, starts
from games.rules.engine.testing import policies

#: User names, realistic and hostile.
PEOPLE = ("A“<b>nna</b>", "Benedikt & Söhne", "Çelik", "Dóra", "Émile", "Fritz", "Güneş", "Hé")


class Position(msgspec.Struct):
    """A position of a game. ``events``: those of the last choice; ``where``: how to get here
    again."""

    game: Game[Any]
    events: list[Event]
    where: str
    first: bool
    """Whether a kind of question is asked here that was not asked before in this game."""
    made: Move | None = None
    """The last choice, and whose it was."""


def positions(rules: Rules[Any], games: int, seed: int) -> Iterator[Position]:
    """Every position of ``games`` games of each kind, and of all games saved in the package."""
    for players, options in kinds(rules):
        for number in range(games):
            bot = ("random", "last", "first")[number % 3]
            yield from play(rules, players, options, seed + number, bot)
    for kept, begin in starts(rules):
        for number in range(seed, seed + games):
            which = f"{kept}, seed {number}, random"
            yield from _play_on(rules, begin(), which, random.Random(number), "random")


def kinds(rules: Rules[Any]) -> Iterator[tuple[int, Json]]:
    """Every number of players, with default options and with the last value of each option."""
    everything = {option.name: option.values[-1] for option in rules.options}
    for players in rules.players:
        yield players, {}
        if everything:
            yield players, everything


def play(rules: Rules[Any], players: int, options: Json, seed: int, bot: str) -> Iterator[Position]:
    rng = random.Random(seed)  # reproducible randomness
    game = rules.new(players, options, rng.randbytes(32))
    which = f"{players} players, {json.dumps(options)}, seed {seed}, {bot}"
    yield from _play_on(rules, game, which, rng, bot)


def _play_on(
    rules: Rules[Any], game: Game[Any], which: str, rng: random.Random, bot: str
) -> Iterator[Position]:
    met: set[str] = set()
    events = list(game.events)
    course = Course(rules.slug, rules.longest)
    made: Move | None = None
    while True:
        asked = {decision.kind for decision in game.decisions()}
        where = f"{which}, after move {course.choices}"
        yield Position(game, events, where, not asked <= met, made)
        met |= asked
        if game.result() is not None:
            return
        decision = rng.choice(game.decisions())
        choice = ask_bot(policies(rules)[bot], game, decision, rng)
        events = list(game.choose(decision.seat, choice))
        course.note(decision.seat, decision.kind, choice)
        made = decision.seat, choice
