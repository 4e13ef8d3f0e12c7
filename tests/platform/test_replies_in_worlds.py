"""The benchmark that looks for replies inside worlds sees a reply that `strong` overlooks."""

import random
from typing import Any

from bench.replies_in_worlds import Match, replying
from games.rules.engine import Bot, Choice, Game, Kind, Rules, State
from games.rules.engine.play import ask_bot
from games.rules.engine.search import player

ANSWERS, ANSWER = 20, 7


class Trap(State):
    """The first seat may take a point, or five, unless the other finds the one answer of twenty."""


rules = Rules("trap", "Trap", Trap, players=(2,), package=__name__)


@rules.setup
def setup(game: Game[Trap]) -> None:
    game.ask(0, Offer)


@rules.decision
class Offer(Kind):
    prompt = "One point or five?"

    def choices(self, game: Game[Trap], seat: int) -> list[Choice]:
        return [("one",), ("five",)]

    def chosen(self, game: Game[Trap], seat: int, what: str) -> None:
        game.end_turn(seat)
        if what == "one":
            game.finish([{"points": 1}, {"points": 0}])
        else:
            game.ask(1, Answer)


@rules.decision
class Answer(Kind):
    prompt = "Which answer?"

    def choices(self, game: Game[Trap], seat: int) -> list[Choice]:
        return [(number,) for number in range(ANSWERS)]

    def chosen(self, game: Game[Trap], seat: int, number: int) -> None:
        found = number == ANSWER
        game.finish([{"points": 0 if found else 5}, {"points": 10 if found else 0}])


@rules.view
def view(game: Game[Trap], seat: int | None) -> dict[str, object]:
    return {}


def test_strong_walks_into_the_trap_and_with_a_reply_it_does_not() -> None:
    game = rules.new(2, {}, bytes(32))
    [offer] = game.decisions()

    def chosen(bot: Bot) -> Choice:
        return ask_bot(bot, game, offer, random.Random(1))

    assert chosen(player(rules, "strong")) == ("five",)
    assert chosen(replying(1, 24)) == ("one",)
    assert chosen(replying(3, 24)) == ("one",)


def test_a_deal_is_played_with_either_bot_on_each_seat() -> None:
    match = Match(rules, 1)
    match.play_deal()
    row: Any = match.play_deal()
    assert row["games"] == 4
    assert row["share"] > 0.5
