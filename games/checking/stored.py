"""Check stored games with the current code before it serves them.

The check changes nothing in the database: each game is loaded and rendered for every seat. A
running game is also played on at random in memory; the result of a finished game is compared.
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
from games.storage.position import show_to_all

#: Moves that are played on in each game.
MOVES = 20


class Look(msgspec.Struct, frozen=True):
    """The result for one game; ``wrong`` is empty if it continues, or can still be shown."""

    game: int
    type: str
    rules_version: int
    stopped: bool
    over: bool
    wrong: str


def look_at_all(moves: int, type_: str = "", *, finished: bool = False) -> Iterator[Look]:
    """Check every running game that is not broken, the oldest first; or all ``finished`` games."""
    status = Game.Status.FINISHED if finished else Game.Status.RUNNING
    games = Game.objects.filter(status=status).order_by("pk")
    if type_:
        games = games.filter(type=type_)
    for number in games.values_list("pk", flat=True).iterator():
        # A game that has ended in the meantime does not matter.
        game = games.filter(pk=number).prefetch_related("seats").first()
        if game is not None:
            yield look_at(game, moves)


def look_at(game: Game, moves: int) -> Look:
    """Load and show a game; list what a running one asks, and play on."""
    over = game.status == Game.Status.FINISHED
    stopped = game.broken_at is not None
    wrong = _wrong(game, moves)
    return Look(game.pk, game.type, game.rules_version, stopped, over, wrong)


def _wrong(game: Game, moves: int) -> str:
    try:
        rules = game.rules
    except UnknownGameType:
        return "its game type is not installed"
    if game.rules_version > rules.version:
        return f"it was played by version {game.rules_version}, and this is {rules.version}"
    seats = list(game.seats.all())
    try:
        loaded = rules.load(bytes(game.state), game.rules_version)
        if game.status == Game.Status.FINISHED:
            show_to_all(loaded)
            return _scored_otherwise(loaded, seats)
        breaking.try_out(loaded)
        wrong = _asked_of_others(loaded, seats)
        play_on(loaded.copy(), moves, random.Random(game.pk))  # reproducible randomness
    except engine.RulesError as error:
        return str(error)
    return wrong


def _scored_otherwise(rules: engine.Game[Any], seats: list[Seat]) -> str:
    """Report a result that the rules now give differently; "" where they have no result, as after a
    player left or all agreed on the end."""
    result = rules.result()
    if result is None:
        return ""
    if not result.scores:
        return _ended_otherwise(result, seats)
    noted = [seat.score for seat in seats]
    if noted == result.scores:
        return ""
    return f"it ended with {noted} points, and the rules say {result.scores}"


def _ended_otherwise(result: engine.Result, seats: list[Seat]) -> str:
    """The same of a game without points, in which nobody has left."""
    noted = [seat.rank for seat in seats]
    if noted == result.ranks or any(seat.resigned_at for seat in seats):
        return ""
    return f"it ended with the places {noted}, and the rules say {result.ranks}"


def _asked_of_others(rules: engine.Game[Any], seats: list[Seat]) -> str:
    """Report a game that asks other seats than the rules wait for: it would wait for ever."""
    noted = [seat.index for seat in seats if seat.to_move]
    waited_for = sorted(rules.to_move())
    if noted == waited_for:
        return ""
    return f"it waits for the seats {noted}, and the rules ask {waited_for}"


def play_on(game: engine.Game[Any], moves: int, rng: random.Random) -> None:
    """Play this many random moves, or to the end; RulesError as soon as the rules fail."""
    for _move in range(moves):
        if game.result() is not None:
            return
        if game.state.held is not None:
            game.confirm(game.state.held)
        else:
            decision = rng.choice(game.decisions())
            game.choose(decision.seat, random_choice(Asked(decision, rng)))
        breaking.try_out(game)
