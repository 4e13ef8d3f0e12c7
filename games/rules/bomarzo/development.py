"""Playing and upgrading cards ("Entwicklungskarten", "Eine Karte aufwerten")."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, Text, _
from .knowledge import known_to_all, show
from .reconstructed import CARDS
from .state import Bomarzo, Played, rules
from .tracks import advance_all


def usable(state: Bomarzo, seat: int, symbol: str, spent: int) -> bool:
    """Whether the seat might play or upgrade a card, as far as everybody can see, after spending
    this many hand cards of its choice."""
    hand = state.hands[seat]
    serves = any(
        symbol in CARDS[card].symbols or not known_to_all(state, card)
        for card in hand
        if len(hand) > spent
    )
    return serves or bool(upgradable(state, seat, symbol))


def upgradable(state: Bomarzo, seat: int, symbol: str) -> list[Played]:
    """Cards of level 1 with this symbol."""
    return [card for card in state.played[seat] if card.level == 1 and symbol in card.face.symbols]


@rules.decision
class PlayCard(Kind):
    """``("play", card)``, ``("upgrade", card)`` or ``("decline",)``."""

    prompt = _("Play or upgrade a card")
    first_time = _(
        "When played, a card gives steps and a temple symbol; when upgraded, it counts "
        "for its deity and may give an income or an ability."
    )

    def choices(self, game: Game[Bomarzo], seat: int, symbol: str) -> list[Choice]:
        state = game.state
        hand = [card for card in sorted(state.hands[seat]) if symbol in CARDS[card].symbols]
        return [
            *(("play", card) for card in hand),
            *(("upgrade", card.card) for card in upgradable(state, seat, symbol)),
            ("decline",),
        ]

    def refusals(self, game: Game[Bomarzo], seat: int, symbol: str) -> list[tuple[Choice, Text]]:
        """Cards that are of another category."""
        state, why = game.state, Text(_("It belongs to another category."))
        hand = [card for card in sorted(state.hands[seat]) if symbol not in CARDS[card].symbols]
        played = [
            each.card
            for each in state.played[seat]
            if each.level == 1 and symbol not in each.face.symbols
        ]
        return [
            *((("play", card), why) for card in hand),
            *((("upgrade", card), why) for card in played),
        ]

    def chosen(
        self, game: Game[Bomarzo], seat: int, symbol: str, what: str, card: str = ""
    ) -> None:
        if what == "play":
            play(game, seat, card)
        elif what == "upgrade":
            upgrade(game, seat, card)
        else:
            game.tell("declined", seat=seat)


def play(game: Game[Bomarzo], seat: int, card: str) -> None:
    """A hand card is laid beside the village, its first level up; its steps are made at once."""
    state = game.state
    state.hands[seat].remove(card)
    state.played[seat].append(Played(card))
    show(state, card)
    game.tell("played", seat=seat, card=card)
    advance_all(game, seat, CARDS[card].first_steps)


def upgrade(game: Game[Bomarzo], seat: int, card: str) -> None:
    """A played card is turned to its second level; its temple symbol is gone."""
    own = next(played for played in game.state.played[seat] if played.card == card)
    own.level = 2
    game.tell("upgraded", seat=seat, card=card)
    advance_all(game, seat, CARDS[card].second_steps)
