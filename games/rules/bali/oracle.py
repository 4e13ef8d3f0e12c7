"""Variant "Das Orakel": oracles in a new row let the active player take a card from the altar."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, Part, _
from .state import Bali, rules
from .tables import LOOK, ORACLE, ROW_LENGTH


def deal(state: Bali, row: int) -> int:
    """Deal cards to an empty row; oracles go to the box unreplaced. Returns their number."""
    cards = [state.deck.pop() for _card in range(min(ROW_LENGTH, len(state.deck)))]
    kept = [card for card in cards if card != ORACLE]
    oracles = len(cards) - len(kept)
    state.box += [ORACLE] * oracles
    state.rows[row] = kept
    state.first[row] = state.dealt
    state.dealt += len(kept)
    return oracles


def seen_on_altar(state: Bali) -> list[str]:
    """The kinds that an oracle shows, from the top of the altar."""
    return [kind for kind, _up in reversed(state.altar[-LOOK:])]


@rules.decision
class ConsultOracle(Kind):
    """May look at the top of the altar and must then take a card: ``("look",)``, ``("pass",)``."""

    prompt = _("Look at the top cards of the altar and take one of them?")
    first_time = _(
        "Nobody else learns what you see of the altar. The card that you take counts for "
        "you and no longer counts there."
    )

    def choices(self, game: Game[Bali], seat: int) -> list[Choice]:
        return [("look",), ("pass",)]

    def chosen(self, game: Game[Bali], seat: int, answer: str) -> None:
        state = game.state
        if answer == "pass":
            game.tell("passed_oracle", seat=seat)
            return
        state.looking = True
        state.ledger.append(("look", seat, 0))
        kinds = seen_on_altar(state)
        game.tell("looked", {seat: {"kinds": kinds}}, seat=seat, number=len(kinds))
        game.reveal(seat)
        game.ask(seat, TakeFromAltar)


@rules.decision
class TakeFromAltar(Kind):
    """Which of the cards seen to keep: ``(place,)``, 1 is the top of the altar."""

    prompt = _("Take one of these cards from the altar")
    first_time = _(
        "The card counts for you and no longer on the altar: take a kind that stays "
        "common there without it."
    )
    public = True  # which places there are; what lies there is its seat's alone
    secret = True

    def choices(self, game: Game[Bali], seat: int) -> list[Choice]:
        return [(place,) for place in range(1, len(seen_on_altar(game.state)) + 1)]

    def chosen(self, game: Game[Bali], seat: int, place: int) -> None:
        state = game.state
        state.looking = False
        kind, _up = state.altar.pop(-place)
        state.offerings[seat][kind] += 1
        state.ledger.append(("take", seat, place))
        game.tell("took_from_altar", {seat: {"kind": kind, "place": place}}, seat=seat)

    def shows(self, game: Game[Bali], seat: int, place: int) -> Part | None:
        """The card that lies on top afterwards, if face up."""
        altar = game.state.altar
        left = altar[:-1] if place == 1 else altar
        return left[-1][0] if left and left[-1][1] else None
