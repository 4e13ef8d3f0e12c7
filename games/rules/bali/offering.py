"""Phase 2b ("Opferphase"), and the ways of offering cards between supply, players and altar.

Whatever becomes of an offering card is noted in the ledger, see knowledge.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, Part, Text, _
from .state import Bali, from_left, rules
from .tables import KINDS


def gain(game: Game[Bali], seat: int, kind: str) -> None:
    """A card of the supply, seen by all, goes to a seat's offerings."""
    state = game.state
    state.supply[kind] -= 1
    state.offerings[seat][kind] += 1
    state.ledger.append(("gain", seat, kind))


def offer(game: Game[Bali], seat: int, kind: str, *, face_up: bool) -> None:
    """One of a seat's offering cards goes on top of the altar."""
    state = game.state
    state.offerings[seat][kind] -= 1
    state.altar.append((kind, face_up))
    state.ledger.append(("offer" if face_up else "hide", seat, kind))


@rules.step
def offering_round(game: Game[Bali], seat: int) -> None:
    """The others from the left, the active player, the supply; who has none gives none."""
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
        """The kind, or what the owner has most of (of equals the first in the usual order)."""
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
