"""The expansion Worship ("Anbetung"): secret cards for being best in a deity's category.

A card is taken before the pawn is placed, at most one in a turn. For 2 goods a seat sees two cards
and keeps one of them.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

from ..engine import Choice, Game, Kind, _
from .state import Bomarzo, rules
from .tables import GOODS, WORSHIP_PRICE


def offers(state: Bomarzo, seat: int) -> list[Choice]:
    """``("worship",)``, and ``("worship", good, good)`` for each way to pay for a second card."""
    if not state.worship_stack:
        return []
    goods = state.goods[seat]
    ways = combinations_with_replacement(GOODS, WORSHIP_PRICE)
    paid = [way for way in ways if all(way.count(good) <= goods[good] for good in way)]
    return [("worship",), *(("worship", *way) for way in paid if len(state.worship_stack) > 1)]


def take_worship(game: Game[Bomarzo], seat: int, paid: tuple[str, ...]) -> None:
    state = game.state
    state.took_worship = True
    for good in paid:
        state.goods[seat][good] -= 1
    number = 2 if paid else 1
    cards = [state.worship_stack.pop() for _card in range(number)]
    game.reveal()
    game.tell(
        "worshipped", {seat: {"cards": sorted(cards)}}, seat=seat, number=number, paid=list(paid)
    )
    if paid:
        state.looked_at = cards
        game.ask(seat, KeepWorship)
    else:
        state.worship[seat] += cards


@rules.decision
class KeepWorship(Kind):
    """The one of two worship cards to keep: ``(deity,)``."""

    prompt = _("Which worship card do you keep?")
    secret = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        return [(name,) for name in sorted(game.state.looked_at)]

    def chosen(self, game: Game[Bomarzo], seat: int, name: str) -> None:
        state = game.state
        state.looked_at.remove(name)
        state.worship[seat].append(name)
        state.worship_stack += state.looked_at
        state.looked_at = []
        game.shuffle("worship", state.worship_stack)
        game.tell("kept_worship", {seat: {"card": name}}, seat=seat)
