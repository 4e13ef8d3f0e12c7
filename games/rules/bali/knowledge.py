"""What a seat has not been told, dealt anew.

Unknown are the order of the deck; which farmer each other start set lacks, as far as the cards
played do not tell; and what others did with offering cards face down. For the latter the ledger
keeps, in order, all that became of offering cards:

``gain`` seat kind      a card of the supply, seen by all
``offer`` seat kind     an own card face up on the altar
``hide`` seat kind      an own card face down on the altar
``add`` seat kind       a card of the supply on the altar
``look`` seat 0         the seat looked at the top of the altar
``take`` seat place     and took the card at this place from the top

A seat knows every entry but the kind hidden and the place taken by others; what it saw of the altar
must come out the same.
"""

from __future__ import annotations

from itertools import permutations

from ..engine import Game, Part, Shuffler
from .state import Bali, rules
from .tables import KINDS, LOOK

Card = tuple[str, bool]
Ledger = list[tuple[str, int, Part]]
Told = list[tuple[Card | None, ...]]

GUESSES = 30
"""Changes tried; each that a seat could not notice is kept."""


@rules.resample
def resample(game: Game[Bali], seat: int | None, rng: Shuffler) -> None:
    state = game.state
    rng.shuffle(state.deck)
    deal_start_sets(state, seat, rng)
    guess_offerings(state, seat, rng)


def deal_start_sets(state: Bali, seat: int | None, rng: Shuffler) -> None:
    """Other start sets that fit what was played."""
    possible = [
        lacks
        for lacks in permutations(KINDS)
        if (seat is None or lacks[seat] == state.lacks[seat])
        and not any(lacks[i] in state.exposed[i] for i in range(state.players))
    ]
    lacks = possible[rng.randrange(len(possible))]
    for other, hand in enumerate(state.hands):
        old, new = state.lacks[other], lacks[other]
        if old != new:
            hand.remove(new)
            hand.append(old)
    state.lacks = list(lacks)


def guess_offerings(state: Bali, seat: int | None, rng: Shuffler) -> None:
    """Other offerings and another altar that fit all that the seat saw of them."""
    hidden = [i for i, entry in enumerate(state.ledger) if _unknown(entry, seat)]
    if not hidden and not state.foundation:
        return
    now = retell(state.players, state.foundation, state.ledger, seat)
    assert now is not None
    truth = now[0]
    for _guess in range(GUESSES):
        foundation, ledger = list(state.foundation), list(state.ledger)
        if foundation and not (hidden and rng.randrange(3)):
            i, j = rng.randrange(len(foundation)), rng.randrange(len(foundation))
            foundation[i], foundation[j] = foundation[j], foundation[i]
        if hidden:
            for _change in range(1 + rng.randrange(2)):
                i = hidden[rng.randrange(len(hidden))]
                what, who, _old = ledger[i]
                new = KINDS[rng.randrange(4)] if what == "hide" else 1 + rng.randrange(LOOK)
                ledger[i] = (what, who, new)
        then = retell(state.players, foundation, ledger, seat)
        if then is not None and then[0] == truth:
            state.foundation, state.ledger = foundation, ledger
            state.offerings, state.altar = then[1], then[2]


def _unknown(entry: tuple[str, int, Part], seat: int | None) -> bool:
    what, who, _part = entry
    return who != seat and what in ("hide", "take")


def retell(
    players: int, foundation: list[str], ledger: Ledger, seat: int | None
) -> tuple[Told, list[dict[str, int]], list[Card]] | None:
    """The ledger once more: what the seat saw of the altar, everybody's offerings, the altar.

    None where somebody would have given what he did not have.
    """
    offerings = [dict.fromkeys(KINDS, 1) for _seat in range(players)]
    altar: list[Card] = [(kind, False) for kind in foundation]
    told: Told = []
    for what, who, part in ledger:
        if what == "look":
            if who == seat:
                told.append(tuple(altar[-LOOK:]))
        elif what == "take":
            place = int(part)
            if place > len(altar):
                return None
            kind, _up = altar.pop(-place)
            offerings[who][kind] += 1
            told.append((top(altar),))
        else:
            kind = str(part)
            if what == "gain":
                offerings[who][kind] += 1
                continue
            if what != "add":
                if not offerings[who][kind]:
                    return None
                offerings[who][kind] -= 1
            altar.append((kind, what != "hide"))
    return told, offerings, altar


def top(altar: list[Card]) -> Card | None:
    """The top card of the altar if it lies face up."""
    return altar[-1] if altar and altar[-1][1] else None
