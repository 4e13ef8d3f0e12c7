"""The offering phase 2b ("Opferphase"), and how offering cards move between supply, players and
altar.

Every move of an offering card is recorded in the ledger, see knowledge.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, Part, Text, _
from .state import Bali, from_left, rules
from .tables import KINDS


def gain(game: Game[Bali], seat: int, kind: str) -> None:
    """Give a seat an offering card from the supply, seen by everyone."""
    state = game.state
    state.supply[kind] -= 1
    state.offerings[seat][kind] += 1
    state.ledger.append(("gain", seat, kind))


def offer(game: Game[Bali], seat: int, kind: str, *, face_up: bool) -> None:
    """Put one of a seat's offering cards on top of the altar."""
    state = game.state
    state.offerings[seat][kind] -= 1
    state.altar.append((kind, face_up))
    state.ledger.append(("offer" if face_up else "hide", seat, kind))


@rules.step
def offering_round(game: Game[Bali], seat: int) -> None:
    """Ask the others from the left, then the active player. That player also adds a card from the
    supply.

    A seat without offering cards is skipped.
    """
    state = game.state
    for other in from_left(state, seat):
        if any(state.offerings[other].values()):
            game.ask(other, OfferCard)
    if any(state.offerings[seat].values()):
        game.ask(seat, OfferFaceDown)
    if any(state.supply.values()):
        game.ask(seat, OfferFromSupply)


def own_kinds(game: Game[Bali], seat: int) -> list[Choice]:
    return [(kind,) for kind, number in game.state.offerings[seat].items() if number]


def kinds_lacking(game: Game[Bali], seat: int) -> list[tuple[Choice, Text]]:
    return [
        ((kind,), Text(_("You have no such offering card.")))
        for kind, number in game.state.offerings[seat].items()
        if not number
    ]


def sold_out() -> Text:
    return Text(_("The supply has none left."))


def kinds_sold_out(game: Game[Bali]) -> list[tuple[Choice, Text]]:
    return [((kind,), sold_out()) for kind, number in game.state.supply.items() if not number]


@rules.decision
class OfferCard(Kind):
    """An own card, face up: ``(kind,)``. Instructions: ``("kind", kind)`` or ``("most",)``."""

    prompt = _("Offer one of your cards, face up")
    first_time = _(
        "The most common kind on the altar is worth most at the end: offer a kind of "
        "which you keep plenty, or a card that you can spare."
    )
    out_of_turn = True

    def choices(self, game: Game[Bali], seat: int) -> list[Choice]:
        return own_kinds(game, seat)

    def refusals(self, game: Game[Bali], seat: int) -> list[tuple[Choice, Text]]:
        return kinds_lacking(game, seat)

    def chosen(self, game: Game[Bali], seat: int, kind: str) -> None:
        offer(game, seat, kind, face_up=True)
        game.tell("offered", seat=seat, kind=kind)

    def instructions(self, view: Json) -> list[Choice]:
        return [("most",), *(("kind", kind) for kind in KINDS)]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: Part
    ) -> Choice | None:
        """The kind, or what the owner has most of (the first in the usual order if tied)."""
        if instruction[0] == "kind":
            return (instruction[1],)
        own = view["seats"][view["me"]]["offerings"]
        return max(choices, key=lambda choice: own[choice[0]])


@rules.decision
class OfferFaceDown(Kind):
    """The active player's own card, face down: ``(kind,)``."""

    prompt = _("Offer one of your cards, face down")
    first_time = _(
        "It goes there face down, so the others cannot tell which kind you make more valuable."
    )
    secret = True

    def choices(self, game: Game[Bali], seat: int) -> list[Choice]:
        return own_kinds(game, seat)

    def refusals(self, game: Game[Bali], seat: int) -> list[tuple[Choice, Text]]:
        return kinds_lacking(game, seat)

    def chosen(self, game: Game[Bali], seat: int, kind: str) -> None:
        offer(game, seat, kind, face_up=False)
        game.tell("hid", {seat: {"kind": kind}}, seat=seat)


@rules.decision
class OfferFromSupply(Kind):
    """A card of the supply, put on the altar face up by the active player: ``(kind,)``."""

    prompt = _("Offer a card from the supply")
    first_time = _(
        "This one costs you nothing: add the kind that you hold most of. Kinds that tie "
        "on the altar are worth the same."
    )
    public = True

    def choices(self, game: Game[Bali], seat: int) -> list[Choice]:
        return [(kind,) for kind, number in game.state.supply.items() if number]

    def refusals(self, game: Game[Bali], seat: int) -> list[tuple[Choice, Text]]:
        return kinds_sold_out(game)

    def chosen(self, game: Game[Bali], seat: int, kind: str) -> None:
        state = game.state
        state.supply[kind] -= 1
        state.altar.append((kind, True))
        state.ledger.append(("add", seat, kind))
        game.tell("added", seat=seat, kind=kind)
