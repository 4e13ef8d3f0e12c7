"""The assembly: every module registers its steps and decisions with ``state.rules``.

Decisions, in the order of a game (``card`` is a key of ``reconstructed.CARDS``)::

    keep_card                 (card,) of those dealt
    move_workers              (track, track), or (track,) where there is room for one step only
    extra_good                (good,)
    use_vision(number, when)  ("use",) ("spare",)
    put_back                  (card, card)
    place                     ("harvest", good) ("call", deity) ("pass",) ("worship",)
                              ("worship", good, good)
    keep_worship              (deity,)
    offer(deity)              ("just", amounts) ("more", amounts)
    discard_card(left)        (card,)
    count_cards(deity, food, coin, wine, cards)  (food, coin) of the cards
    take_worship              ("no",) ("worship",) ("worship", good, good)
    raise_offering(deity)     ("spare",) ("raise", food, coin)
    plunder, plunder_one(deity)         ("each",) ("all", deity, good), and then (good,)
    play_card(symbol)         ("play", card) ("upgrade", card) ("decline",)
    trade_cards               (track, track) (track,) ("decline",)
    choose_shrine, use_dragon           (deity,) ("decline",)
    put_under(deity)          (card,)
    copy(deity, food, coin, wine)       ("no",) ("copy", amounts), and ("later",) at first
    choose_symbol(card)       (symbol,)

Events (in brackets what one seat alone is told)::

    kept [card] · got good · worked track, space, reached · season_began season, seat, tile
    produced goods · drew number, open [cards] · discarded cards · reshuffled number
    worshipped number, paid [cards] · kept_worship [card]
    harvested good, number · called deity, paid · raised deity, food, coin · used ability
    counted_cards deity, food, coin · fell_asleep deity · copied deity, paid
    nothing_to_copy deity [wanted] · passed
    plundered deity, good, number · played card · upgraded card · laid_under deity [card]
    stepped track, space · first track, space · declined · no_favour deity
    mossed mossy · ordered order, worship, cards · chose_symbol card, symbol
    showed_worship cards (by seat) · final_scored source, points (by seat)
"""

from __future__ import annotations

from ..engine import Json
from . import (
    actions,
    bot,
    cleaning_up,
    copying,
    favours,
    final,
    knowledge,
    policy,
    production,
    setting_up,
    view,
)
from .state import rules

__all__ = [
    "actions",
    "bot",
    "cleaning_up",
    "copying",
    "favours",
    "final",
    "knowledge",
    "policy",
    "production",
    "rules",
    "setting_up",
    "view",
]


@rules.migrate
def migrate(state: Json, version: int) -> Json:
    """Version 1 kept who had passed up to the next action phase, and not to the clean-up alone;
    version 2 did not note which worship cards a seat had put back."""
    passed = state.get("passed", [])
    if version < 2 and all(passed):
        return {**state, "passed": [False] * len(passed)}
    return state
