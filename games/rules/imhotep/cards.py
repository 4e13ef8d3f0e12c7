"""What a market card is; red, green and purple ones ("Erläuterungen zu den Markt-Karten")."""

from __future__ import annotations

from ..engine import Game
from .boats import from_quarry
from .sites import board
from .state import Imhotep
from .tables import RED_CARDS, STONES_PER_DECORATION_POINT, collection

#: The prophecy that counts market cards, used red ones too.
AMUN = "amun"


class Card:
    """A kind of market card; held ones are worth ``points``, counted under ``source``."""

    colour = ""
    source = ""

    def received(self, game: Game[Imhotep], seat: int, card: int) -> None:
        """Give a seat this card, which it keeps openly."""
        game.state.cards[seat].append(card)

    def points(self, state: Imhotep, seat: int, copies: int) -> int:
        """Points at the end of the game for so many of these cards in one hand."""
        return 0


class Red(Card):
    """Used at once, then discarded, or kept where "Amun" counts it."""

    colour = "red"

    def received(self, game: Game[Imhotep], seat: int, card: int) -> None:
        game.state.in_use.append(card)
        self.use(game, seat, card)
        game.then(put_away, seat, card)

    def use(self, game: Game[Imhotep], seat: int, card: int) -> None:
        """Do what the card says."""


def put_away(game: Game[Imhotep], seat: int, card: int) -> None:
    """Step: put away a card that has taken effect ("anschließend"); "Amun" keeps red ones."""
    state = game.state
    state.in_use.remove(card)
    kept = card in RED_CARDS and AMUN in state.prophecies
    pile = state.cards[seat] if kept else state.discards
    pile.append(card)


class RedStone(Red):
    """Put a stone from the quarry on a site; without a stone the card has no effect."""

    def __init__(self, site: str) -> None:
        self.site = site

    def use(self, game: Game[Imhotep], seat: int, card: int) -> None:
        has_stone = game.state.quarry[seat] > 0
        game.tell("red_card_used", seat=seat, card=card, site=self.site, stone=has_stone)
        if has_stone:
            board(game.state, self.site).deliver(game, from_quarry(game, seat))


class Decoration(Card):
    """A point for every three stones at a site, whoever owns them."""

    colour = "green"
    source = "decorations"

    def __init__(self, site: str) -> None:
        self.site = site

    def points(self, state: Imhotep, seat: int, copies: int) -> int:
        return copies * (len(state.placed[self.site]) // STONES_PER_DECORATION_POINT)


class Statue(Card):
    colour = "purple"
    source = "statues"

    def points(self, state: Imhotep, seat: int, copies: int) -> int:
        return collection(copies)
