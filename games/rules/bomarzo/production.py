"""The production phase ("Produktionsphase"), which begins a season.

A seat's cards are drawn at once, those of the village and those of played cards, so that Vision
helps with all of them; the order of incomes changes nothing else.
"""

from __future__ import annotations

from ..engine import Game
from .drawing import draw_event, keep_drawn
from .state import Bomarzo, rules
from .tables import GOODS, NO_VILLAGE


@rules.step
def season(game: Game[Bomarzo]) -> None:
    state = game.state
    state.season += 1
    game.tell("season_began", season=state.season, seat=state.start, tile=state.tile)
    for seat in state.turn_order():
        game.then(produce, seat)
    game.then(all_keep)
    game.then("begin_actions")


@rules.step
def produce(game: Game[Bomarzo], seat: int) -> None:
    state = game.state
    income = incomes(state, seat)
    goods = {good: income[good] for good in GOODS if income[good]}
    for good, number in goods.items():
        state.goods[seat][good] += number
    if goods:
        game.tell("produced", seat=seat, goods=goods)
    draw_event(game, seat, income["card"], "production")


@rules.step
def all_keep(game: Game[Bomarzo]) -> None:
    """Ask the seats that used Vision to put cards back, all at once."""
    game.then(keep_drawn)
    for seat, drawn in enumerate(game.state.dealt):
        if drawn:
            game.end_turn(seat)


def incomes(state: Bomarzo, seat: int) -> dict[str, int]:
    """Goods and cards that a seat gets in this season; under black the village brings none."""
    idle = state.tile == NO_VILLAGE
    income = {what: 0 if idle else state.reached(seat, what) for what in (*GOODS, "card")}
    for card in state.played[seat]:
        if card.level == 2 and card.face.extra in income:
            income[card.face.extra] += 1
    return income
