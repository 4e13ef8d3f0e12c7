"""Which seats know where each card is; what a seat has not been told is dealt anew.

``state.known`` has a bit for each seat and one more for spectators. What everybody saw once stays
known to everybody until a card moves unseen: a hand of which a card was laid under a deity may have
lost any card, so its known cards are forgotten. Help, "what can be deduced": a memory better than
that can tell a little more; the page does not keep track of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engine import Game, Json, Shuffler
from .state import Bomarzo, rules

TRIES = 300
"""Deals of worship cards that are tried until one fits what a seat has seen."""


def everybody(state: Bomarzo) -> int:
    """Return the bits of all seats and of spectators."""
    return (2 << state.players) - 1


def viewer_bit(state: Bomarzo, seat: int | None) -> int:
    return 1 << (state.players if seat is None else seat)


def known_to_all(state: Bomarzo, card: str) -> bool:
    return state.known[card] == everybody(state)


def show(state: Bomarzo, card: str) -> None:
    """Everybody sees this card lie where it lies."""
    state.known[card] = everybody(state)


def move_unseen(state: Bomarzo, seat: int, card: str) -> None:
    """One of a seat's hand cards went where others cannot tell it from the rest of the hand."""
    for other in (*state.hands[seat], card):
        state.known[other] = 1 << seat


@rules.secrets
def secrets(game: Game[Bomarzo], seat: int | None) -> Json:
    """What a seat has not been told, by kind."""
    state = game.state
    bit = viewer_bit(state, seat)

    def unknown(cards: Iterable[str]) -> list[str]:
        return [card for card in cards if not state.known[card] & bit]

    return {
        "deck": unknown(state.deck),
        "hands": [unknown(hand) for hand in state.hands if unknown(hand)],
        "dealt": [unknown(dealt) for dealt in state.dealt if unknown(dealt)],
        "under deities": unknown(
            card for deity in state.park.values() for card, _seat in deity.under
        ),
        "worship": [cards for other, cards in enumerate(state.worship) if cards and other != seat],
        "worship stack": state.worship_stack[:-1],
    }


@rules.resample
def resample(game: Game[Bomarzo], seat: int | None, rng: Shuffler) -> None:
    """Cards that the seat does not know lie anywhere among the places it does not know."""
    state = game.state
    bit = viewer_bit(state, seat)
    unknown = [card for card, known in state.known.items() if not known & bit]
    rng.shuffle(unknown)
    moved: dict[str, int] = {}
    for pile in (state.deck, *state.hands, *state.dealt):
        for i, card in enumerate(pile):
            if not state.known[card] & bit:
                pile[i] = unknown.pop()
                moved[pile[i]] = state.known[card]
    for deity in state.park.values():
        for i, (card, layer) in enumerate(deity.under):
            if not state.known[card] & bit:
                deity.under[i] = (unknown.pop(), layer)
                moved[deity.under[i][0]] = state.known[card]
    state.known.update(moved)
    resample_worship(state, seat, rng)
    for other in state.copies:
        if other != str(seat):
            state.copies[other] = (("no", "later")[rng.randrange(2)],)


@rules.reshuffle
def reshuffle(game: Game[Bomarzo]) -> None:
    """Cards of the deck that nobody has seen, and the worship cards that are not drawn yet."""
    state = game.state
    unseen = [i for i, card in enumerate(state.deck) if not state.known[card]]
    cards = [state.deck[i] for i in unseen]
    game.shuffle("deck", cards)
    for i, card in zip(unseen, cards, strict=True):
        state.deck[i] = card
    game.shuffle("worship", state.worship_stack)


def resample_worship(state: Bomarzo, seat: int | None, rng: Shuffler) -> None:
    """The worship cards of others and the stack may be any that the seat does not hold; but what it
    put back was not among those that others had then. What others put back is forgotten."""
    state.put_back = [row for row in state.put_back if row[0] == seat]
    hidden = [held for other, held in enumerate(state.worship) if other != seat]
    if seat != state.active:
        hidden.append(state.looked_at)
    hidden.append(state.worship_stack)
    unknown = [card for pile in hidden for card in pile]
    for _try in range(TRIES):
        rng.shuffle(unknown)
        left = list(unknown)
        for pile in hidden:
            pile[:] = [left.pop() for _card in pile]
        if not any(_had(state, back, had) for _seat, back, had in state.put_back):
            return


def _had(state: Bomarzo, card: str, numbers: list[int]) -> bool:
    """Whether this worship card is among the first so many of each seat."""
    return any(card in held[:n] for held, n in zip(state.worship, numbers, strict=True))
