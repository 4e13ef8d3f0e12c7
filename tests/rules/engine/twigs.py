"""A game for the tests of the search for replies: nothing is hidden, and values follow no rule.

In turn each seat picks a number; a 2 lets it pick again. What seats have picked in whatever order
decides the points, by a table of chance, so plain counting of all lines is the only way to know.
"""

from __future__ import annotations

import random
from typing import Any

from games.rules.engine import Choice, Game, Json, Kind, Option, Rules, State

TURNS = 5


class Twigs(State):
    salt: int = 0
    turn: int = 0
    picked: list[list[int]] = []


rules = Rules(
    "twigs",
    "Twigs",
    Twigs,
    players=(2, 3),
    package=__name__,
    options=[Option(name="toss", label="A coin may be tossed")],
)


@rules.setup
def setup(game: Game[Twigs]) -> None:
    game.state.salt = game.draw("salt", 1000)
    game.state.picked = [[] for _seat in range(game.players)]
    game.ask(0, Pick)


@rules.decision
class Pick(Kind):
    prompt = "Which number?"

    def choices(self, game: Game[Twigs], seat: int) -> list[Choice]:
        return [(0,), (1,), (2,), *([(9,)] if game.option("toss") else [])]

    def chosen(self, game: Game[Twigs], seat: int, number: int) -> None:
        own = game.state.picked[seat]
        own.append(10 + game.draw("coin", 2) if number == 9 else number)
        own.sort()
        if number == 2 and own.count(2) == 1:
            game.ask(seat, Pick)
            return
        game.end_turn(seat)
        game.state.turn += 1
        if game.state.turn == TURNS:
            game.finish([{"twigs": points(game, each)} for each in range(game.players)])
        else:
            game.ask((seat + 1) % game.players, Pick)


def points(game: Game[Twigs], seat: int) -> int:
    state = game.state
    return random.Random(f"{state.salt} {state.turn} {state.picked} {seat}").randrange(-50, 50)


@rules.worth
def worth(game: Game[Twigs], seat: int) -> float:
    return points(game, seat)


@rules.view
def view(game: Game[Twigs], seat: int | None) -> Json:
    return {"picked": game.state.picked}


def new(salt: int, players: int = 2, **options: Any) -> Game[Twigs]:
    return rules.new(players, options, random.Random(salt).randbytes(32))
