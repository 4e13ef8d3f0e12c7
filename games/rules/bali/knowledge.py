"""Deals anew what a seat does not know, for bots and analysis.

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
from typing import NamedTuple

from ..engine import Game, Json, Part, Shuffler
from .state import Bali, rules
from .tables import KINDS, LOOK

Card = tuple[str, bool]
Ledger = list[tuple[str, int, Part]]
Told = list[tuple[Card | None, ...]]

CHANGES = 60
"""So many changes are tried from a history that is made up at random, before it is believed."""
PATIENCE = 20 * CHANGES
"""After so many the search begins again from another history."""
WALKS = 50
"""So often the search begins before it is given up, which has not been seen to happen."""
DOUBT = 6
"""A change that makes one more thing wrong is kept once in so many times, to find ways around."""


@rules.secrets
def secrets(game: Game[Bali], seat: int | None) -> Json:
    state = game.state
    return {
        "deck": state.deck,
        "start sets": [lacks for i, lacks in enumerate(state.lacks) if i != seat],
        "face down": [entry for entry in state.ledger if _unknown(entry, seat)],
        "altar at the start": state.foundation,
    }


@rules.resample
def resample(game: Game[Bali], seat: int | None, rng: Shuffler) -> None:
    state = game.state
    rng.shuffle(state.deck)
    deal_start_sets(state, seat, rng)
    guess_offerings(state, seat, rng)


@rules.reshuffle
def reshuffle(game: Game[Bali]) -> None:
    """Reshuffle the deck, and those first cards of the altar that no look has shown."""
    state = game.state
    game.shuffle("deck", state.deck)
    number = never_seen(state)
    kinds = state.foundation[:number]
    game.shuffle("altar", kinds)
    state.foundation[:number] = kinds
    state.altar[:number] = [(kind, False) for kind in kinds]


def never_seen(state: Bali) -> int:
    """How many of the altar's first cards, at its bottom, nobody has seen."""
    unseen = height = len(state.foundation)
    for what, _who, _part in state.ledger:
        if what == "look":
            unseen = min(unseen, max(0, height - LOOK))
        height += {"offer": 1, "hide": 1, "add": 1, "take": -1}.get(what, 0)
    return unseen


def deal_start_sets(state: Bali, seat: int | None, rng: Shuffler) -> None:
    """Deal other start sets that fit what was played."""
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
        if other != seat:
            hand.sort()  # its order would tell which card the true one is
    state.lacks = list(lacks)


def guess_offerings(state: Bali, seat: int | None, rng: Shuffler) -> None:
    """Guess other offerings and another altar that fit all that the seat saw of them.

    A random walk through histories, from one made up at random and so far from the truth. What does
    not fit is unlikely in it, and all that fits equally likely; it ends at something that fits.
    """
    hidden = [i for i, entry in enumerate(state.ledger) if _unknown(entry, seat)]
    if not hidden and not state.foundation:
        return
    truth = retell(state.players, state.foundation, state.ledger, seat).told
    for _walk in range(WALKS):
        foundation, ledger, found = _walk_to_a_fit(state, seat, hidden, truth, rng)
        if not found.faults:
            break
    # Even a search that is given up must not leave the true history.
    state.foundation, state.ledger = foundation, ledger
    state.offerings, state.altar = found.offerings, found.altar


def _walk_to_a_fit(
    state: Bali, seat: int | None, hidden: list[int], truth: Told, rng: Shuffler
) -> tuple[list[str], Ledger, History]:
    """A history that fits, or one with faults where the walk was too long."""
    foundation, ledger = list(state.foundation), list(state.ledger)
    rng.shuffle(foundation)
    for i in hidden:
        ledger[i] = _any(ledger[i], rng)
    now = retell(state.players, foundation, ledger, seat, truth)
    for change in range(PATIENCE):
        if change >= CHANGES and not now.faults:
            break
        other_foundation, other_ledger = _changed(foundation, ledger, hidden, rng)
        then = retell(state.players, other_foundation, other_ledger, seat, truth)
        worse = then.faults - now.faults
        if worse <= 0 or not rng.randrange(DOUBT**worse):
            foundation, ledger, now = other_foundation, other_ledger, then
    return foundation, ledger, now


def _changed(
    foundation: list[str], ledger: Ledger, hidden: list[int], rng: Shuffler
) -> tuple[list[str], Ledger]:
    """A history with two cards exchanged, or one or two things made up anew."""
    foundation, ledger = list(foundation), list(ledger)
    if foundation and not (hidden and rng.randrange(3)):
        i, j = rng.randrange(len(foundation)), rng.randrange(len(foundation))
        foundation[i], foundation[j] = foundation[j], foundation[i]
    elif not rng.randrange(3):
        i, j = (hidden[rng.randrange(len(hidden))] for _end in range(2))
        (what, who, part), (other_what, other, other_part) = ledger[i], ledger[j]
        if what == other_what:
            ledger[i], ledger[j] = (what, who, other_part), (what, other, part)
    else:
        for _change in range(1 + rng.randrange(2)):
            i = hidden[rng.randrange(len(hidden))]
            ledger[i] = _any(ledger[i], rng)
    return foundation, ledger


def _any(entry: tuple[str, int, Part], rng: Shuffler) -> tuple[str, int, Part]:
    """Something that a seat may have done unseen by others."""
    what, who, _part = entry
    return what, who, KINDS[rng.randrange(4)] if what == "hide" else 1 + rng.randrange(LOOK)


def _unknown(entry: tuple[str, int, Part], seat: int | None) -> bool:
    what, who, _part = entry
    return who != seat and what in ("hide", "take")


class History(NamedTuple):
    """What came of a ledger: what the seat saw of the altar, what lies where, and how many things
    in it cannot be."""

    told: Told
    offerings: list[dict[str, int]]
    altar: list[Card]
    faults: int


def retell(
    players: int,
    foundation: list[str],
    ledger: Ledger,
    seat: int | None,
    truth: Told | None = None,
) -> History:
    """The ledger once more. A fault is what somebody gave and did not have, a card taken where none
    lay, and what the seat would have seen otherwise than in ``truth``."""
    offerings = [dict.fromkeys(KINDS, 1) for _seat in range(players)]
    altar: list[Card] = [(kind, False) for kind in foundation]
    told: Told = []
    faults = 0
    for what, who, part in ledger:
        if what == "look":
            if who == seat:
                told.append(tuple(altar[-LOOK:]))
        elif what == "take":
            place = int(part)
            if place > len(altar):
                faults += 1
                place = len(altar)
            kind, _up = altar.pop(-place)
            offerings[who][kind] += 1
            told.append((top(altar),))
        else:
            kind = str(part)
            if what == "gain":
                offerings[who][kind] += 1
                continue
            if what != "add":
                if offerings[who][kind]:
                    offerings[who][kind] -= 1
                else:
                    faults += 1
            altar.append((kind, what != "hide"))
    if truth is not None:
        faults += sum(saw != other for saw, other in zip(told, truth, strict=True))
    return History(told, offerings, altar, faults)


def top(altar: list[Card]) -> Card | None:
    """The top card of the altar if it lies face up."""
    return altar[-1] if altar and altar[-1][1] else None
