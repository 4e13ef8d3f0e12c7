"""A game for the tests of the search: each of two seats says once which well it drinks from."""

from __future__ import annotations

import random

from games.rules.engine import Choice, Game, Json, Kind, Rules, Seen, Shuffler, State

SURE, DEEP, WIDE = ("sure",), ("deep",), ("wide",)
LEFT, RIGHT = ("left",), ("right",)


class Wells(State):
    spring: int = 0
    scores: list[int] = []


rules = Rules("wells", "Wells", Wells, players=(2,), package=__name__)


@rules.setup
def setup(game: Game[Wells]) -> None:
    game.state.spring = game.draw("spring", 2)
    game.state.scores = [0, 0]
    for seat in range(2):
        game.ask(seat, Drink)
        game.ask(seat, Dig)
    game.then(end)


@rules.step
def end(game: Game[Wells]) -> None:
    game.finish([{"water": score} for score in game.state.scores])


@rules.decision
class Drink(Kind):
    """A sure well, one that brings 0 to 12 by lot, and one that brings a tenth of it more."""

    prompt = "Where do you drink?"

    def choices(self, game: Game[Wells], seat: int) -> list[Choice]:
        return [SURE, DEEP, WIDE]

    def chosen(self, game: Game[Wells], seat: int, well: str) -> None:
        score = 300 if (well,) == SURE else 100 * game.draw("water", 13)
        game.state.scores[seat] += score + 10 * ((well,) == WIDE)
        game.tell("drank", seat=seat, well=well)


@rules.decision
class Dig(Kind):
    """Where the spring is, which nobody has been told."""

    prompt = "Where do you dig?"

    def choices(self, game: Game[Wells], seat: int) -> list[Choice]:
        return [LEFT, RIGHT]

    def chosen(self, game: Game[Wells], seat: int, side: str) -> None:
        found = (side,) == (LEFT, RIGHT)[game.state.spring]
        game.state.scores[seat] += 1000 * found
        game.end_turn(seat)


@rules.view
def view(game: Game[Wells], seat: int | None) -> Json:
    return {}


@rules.resample
def resample(game: Game[Wells], seat: int | None, rng: Shuffler) -> None:
    game.state.spring = rng.randrange(2)


@rules.bot
def careful(seen: Seen) -> Choice:
    return seen.choices[0]


def new(seed: int) -> Game[Wells]:
    return rules.new(2, {}, random.Random(seed).randbytes(32))


def to_dig(seed: int) -> Game[Wells]:
    """A game in which the first seat has to say where the spring is."""
    game = new(seed)
    game.choose(0, SURE)
    return game
