"""The variant of hidden market cards ("Verdeckte Markt-Karten", from "Eine neue Dynastie").

The page shows neither what others hold nor what they took, even if it was face up: players who
watched can know. Cards that nobody else saw are in ``state.unseen``.
"""

from __future__ import annotations

from ...engine import Game, Shuffler, _
from ..state import Imhotep
from ..tables import RED_CARDS, SLEDGES, SUPPLY_LIMIT
from .expansion import Expansion


class HiddenCards(Expansion):
    name = "hidden_cards"
    label = _("Hidden market cards")
    help = _(
        "Everyone keeps market cards face down. Blue ones are shown when they are played, "
        "the others at the end of the game. Red ones are used at once, as always."
    )


def shown_cards(state: Imhotep, holder: int, seat: int | None) -> list[int]:
    """The cards of a holder that a seat may see; kept red ones are always face up."""
    cards = state.cards[holder]
    if not state.hidden or seat == holder or state.result is not None:
        return list(cards)
    return [card for card in cards if card in RED_CARDS]


def shown_limit(state: Imhotep, holder: int, seat: int | None) -> int:
    """The limit of a supply as a seat may know it: hidden sledges show only in use."""
    limit = state.supply_limit(holder)
    if not state.hidden or seat == holder or state.result is not None:
        return limit
    proven = SUPPLY_LIMIT
    while proven < len(state.supply[holder]):
        proven += 2
    return proven


def deal_anew(game: Game[Imhotep], seat: int | None, rng: Shuffler) -> None:
    """Deal anew what a seat has not seen: the pile, cards face down at the market and in hands."""
    state = game.state
    hands = [
        (cards, i, card in state.no_sledges)
        for holder, cards in enumerate(state.cards)
        if holder != seat
        for i, card in enumerate(cards)
        if card in state.unseen
    ]
    packet = [] if state.looking is not None and state.looking == seat else state.packet
    pool = state.deck + packet + [cards[i] for cards, i, _plain in hands]
    rng.shuffle(pool)
    for cards, i, _plain in hands:
        state.show(cards[i])
    # The place with fewest possible cards first, so that all possible deals are equally likely.
    for cards, i, no_sledge in sorted(hands, key=lambda place: not place[2]):
        # A red card would have been used at once.
        impossible = RED_CARDS | SLEDGES if no_sledge else RED_CARDS
        card = next(card for card in pool if card not in impossible)
        pool.remove(card)
        cards[i] = card
        state.unseen.append(card)
        if no_sledge:
            state.no_sledges.append(card)
    # Red cards are left over, so they come first too often.
    rng.shuffle(pool)
    packet[:], state.deck = pool[: len(packet)], pool[len(packet) :]
