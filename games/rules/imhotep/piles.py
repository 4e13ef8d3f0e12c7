"""The draw pile and the cards that leave it, openly or unseen by others."""

from __future__ import annotations

from ..engine import Game, Json
from .state import Imhotep
from .tables import RED_CARDS


def draw_card(game: Game[Imhotep]) -> int | None:
    """The top card of the deck; the discards are shuffled when it is empty."""
    state = game.state
    if not state.deck and state.discards:
        state.deck, state.discards = state.discards, []
        game.shuffle("deck", state.deck)
        game.tell("deck_shuffled", cards=len(state.deck))
    return state.deck.pop() if state.deck else None


def draw_cards(game: Game[Imhotep], number: int) -> list[int]:
    """So many cards from the top, or as many as there are."""
    drawn = (draw_card(game) for _card in range(number))
    return [card for card in drawn if card is not None]


def draw_top(game: Game[Imhotep], seat: int) -> None:
    """Step: a seat takes the top card of the draw pile."""
    card = draw_card(game)
    if card is not None:
        game.reveal()
        take_unseen(game, seat, card, "card_drawn")


def take_unseen(
    game: Game[Imhotep], seat: int, card: int, event: str, public: Json | None = None
) -> None:
    """Give a seat a card that was not face up; others do not learn it if cards are hidden."""
    if game.state.hidden and card not in RED_CARDS:
        game.state.unseen.append(card)
    tell_card(game, event, seat, card, public)
    game.then("receive_card", seat, card)


def tell_card(
    game: Game[Imhotep], event: str, seat: int, card: int, public: Json | None = None
) -> None:
    """Log that a seat gets a card; only the seat learns which one if cards are hidden.

    Red cards are used at once, so everyone sees them.
    """
    if game.state.hidden and card not in RED_CARDS:
        game.tell(event, {seat: {"card": card}}, seat=seat, **(public or {}))
    else:
        game.tell(event, seat=seat, card=card, **(public or {}))
