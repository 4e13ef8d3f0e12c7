"""The assembly: set-up ("Spielaufbau") and what each seat may see.

Help, "what can be deduced": others' hands and offering cards are shown as numbers only, though
whoever writes down what is taken from the village and the supply can work out most of them. Which
farmer a start set lacks can be narrowed down: no two lack the same, and none lacks a kind that was
started with and played. Nobody is told what others offered face down, what they took from the
altar with an oracle, and the order of the deck. The page does not keep track of any of these; the
log names what was done openly, and to each player what they did.
"""

from __future__ import annotations

from ..engine import Game, Json
from . import bot, knowledge
from .final import on_altar, values
from .knowledge import top
from .oracle import deal, seen_on_altar
from .scoring import gains
from .state import Bali, price, rules
from .tables import (
    CARDS,
    DECK,
    KINDS,
    OFFERINGS_PER_KIND,
    ORACLE,
    ORACLES,
    ROWS,
    STONEMASON,
    STONES_OF_FIRST_SEAT,
)
from .turn import turn

__all__ = ["bot", "knowledge", "rules"]


@rules.setup
def setup(game: Game[Bali]) -> None:
    state, players = game.state, game.players
    state.lacks = list(KINDS)
    game.shuffle("start sets", state.lacks)
    state.hands = [[kind for kind in KINDS if kind != state.lacks[i]] for i in range(players)]
    state.exposed = [[] for _seat in range(players)]
    state.displays = [{card: int(card == STONEMASON) for card in CARDS} for _seat in range(players)]
    state.stones = [STONES_OF_FIRST_SEAT + i for i in range(players)]
    state.points = [0] * players
    state.offerings = [dict.fromkeys(KINDS, 1) for _seat in range(players)]
    state.supply = dict.fromkeys(KINDS, OFFERINGS_PER_KIND - players)
    state.deck = [card for card, number in DECK.items() for _card in range(number)]
    game.shuffle("village", state.deck)
    state.rows = [[] for _row in range(ROWS)]
    state.first = [0] * ROWS
    for row in range(ROWS):
        deal(state, row)
    if game.option("oracle"):
        state.foundation = list(KINDS)
        game.shuffle("altar", state.foundation)
        state.altar = [(kind, False) for kind in state.foundation]
        for kind in KINDS:
            state.supply[kind] -= 1
        state.deck += [ORACLE] * ORACLES
        game.shuffle("oracles", state.deck)
    if game.option("demon"):
        state.demon = 0
    game.then(turn)


@rules.migrate
def migrate(state: Json, version: int) -> Json:
    """Version 1 has the same form. When moderators took a game back, it left the altar's cards
    unchanged, and it asked which card to take even if there was only one."""
    return state


@rules.view
def view(game: Game[Bali], seat: int | None) -> Json:
    """All that a seat may know, in this shape (``kind``: rice, peanut, banana, paprika;
    ``card``: those, stonemason, priest, shrine)::

        {"me": seat or None, "active": seat, "over": bool, "demon": row or None,
         "deck": number, "box": number,                 # cards left; cards out of the game
         "rows": [{"cards": [card, …],                  # from the rear; the last is in front
                   "first": number,                     # running number of cards[0]: cards[i] is
                                                        # piece first + i while it lies there
                   "open": bool,                        # False: the demon is here
                   "next": card or None,                # scored if the front card is taken last;
                                                        # None: a new row is dealt first
                   "gains": [number per seat] or None}, # what that brings: see scoring.gains
                  … 4],
         "altar": {"number": number, "top": kind or None,          # None: empty or face down
                   "seen": [kind, …] or None,           # to the seat that looks, from the top
                   "counts": {kind: number} or None,    # at the end
                   "values": {kind: points} or None},   # at the end
         "supply": {kind: number},
         "seats": [{"stones": number, "points": number, # markers
                    "display": {card: number}, "prices": {kind: stones},
                    "hand": [card, …] or None,          # sorted; own, at the end everyone's
                    "cards": number,                    # in hand
                    "offerings": {kind: number} or None, "offering_cards": number}, …]}
    """
    state = game.state
    over = state.result is not None
    return {
        "me": seat,
        "active": state.active,
        "over": over,
        "demon": state.demon,
        "deck": len(state.deck),
        "box": len(state.box),
        "rows": [_row(state, row) for row in range(ROWS)],
        "altar": {
            "number": len(state.altar),
            "top": (top(state.altar) or (None,))[0],
            "seen": seen_on_altar(state) if state.looking and seat == state.active else None,
            "counts": on_altar(state) if over else None,
            "values": values(on_altar(state)) if over else None,
        },
        "supply": dict(state.supply),
        "seats": [_seat(state, i, whole=over or i == seat) for i in range(game.players)],
    }


def _row(state: Bali, row: int) -> Json:
    cards = state.rows[row]
    following = cards[-2] if len(cards) > 1 else None
    return {
        "cards": list(cards),
        "first": state.first[row],
        "open": row != state.demon,
        "next": following,
        "gains": gains(state.displays, following) if following else None,
    }


def _seat(state: Bali, seat: int, *, whole: bool) -> Json:
    offerings = state.offerings[seat]
    return {
        "stones": state.stones[seat],
        "points": state.points[seat],
        "display": dict(state.displays[seat]),
        "prices": {kind: price(state, seat, kind) for kind in KINDS},
        "hand": sorted(state.hands[seat], key=CARDS.index) if whole else None,
        "cards": len(state.hands[seat]),
        "offerings": dict(offerings) if whole else None,
        "offering_cards": sum(offerings.values()),
    }
