"""Whether running games would go on under the code as it is, before it serves them.

Nothing is stored: each game is loaded, shown to all and played on by chance in memory.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from games.models import Game, Seat
from games.moves import breaking
from games.rules import engine
from games.rules.engine.play import Asked, random_choice
from games.rules.registry import UnknownGameType

#: Moves that are played on each game.
MOVES = 20


class Look(msgspec.Struct, frozen=True):
    """What was found at one game; ``wrong`` is empty where it goes on."""

    game: int
    type: str
    rules_version: int
    stopped: bool
    wrong: str


def look_at_all(moves: int, type_: str = "") -> Iterator[Look]:
    """Every running game, the oldest first; those that are stopped already included."""
    games = Game.objects.filter(status=Game.Status.RUNNING).order_by("pk")
    if type_:
        games = games.filter(type=type_)
    for number in games.values_list("pk", flat=True).iterator():
        # One that has ended in the meantime is nobody's worry.
        game = games.filter(pk=number).prefetch_related("seats").first()
        if game is not None:
            yield look_at(game, moves)


def look_at(game: Game, moves: int) -> Look:
    """Load a game, list what it asks, and play on."""
    stopped = game.broken_at is not None
    return Look(game.pk, game.type, game.rules_version, stopped, _wrong(game, moves))


def _wrong(game: Game, moves: int) -> str:
    try:
        rules = game.rules
    except UnknownGameType:
        return "its game type is not installed"
    if game.rules_version > rules.version:
        return f"it was played by version {game.rules_version}, and this is {rules.version}"
    try:
        loaded = rules.load(bytes(game.state), game.rules_version)
        breaking.try_out(loaded)
        wrong = _asked_of_others(loaded, list(game.seats.all()))
        play_on(loaded.copy(), moves, random.Random(game.pk))  # chance to repeat
    except engine.RulesError as error:
        return str(error)
    return wrong


def _asked_of_others(rules: engine.Game[Any], seats: list[Seat]) -> str:
    """A game whose seats are not those that the rules wait for would wait for ever."""
    noted = [seat.index for seat in seats if seat.to_move]
    waited_for = sorted(rules.to_move())
    if noted == waited_for:
        return ""
    return f"it waits for the seats {noted}, and the rules ask {waited_for}"


def play_on(game: engine.Game[Any], moves: int, rng: random.Random) -> None:
    """Play so many moves by chance, or to the end; RulesError as soon as the rules fail."""
    for _move in range(moves):
        if game.result() is not None:
            return
        if game.state.held is not None:
            game.confirm(game.state.held)
        else:
            decision = rng.choice(game.decisions())
            game.choose(decision.seat, random_choice(Asked(decision, rng)))
        breaking.try_out(game)
