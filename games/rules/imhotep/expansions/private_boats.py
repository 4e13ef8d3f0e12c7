"""The private boats ("Die Privat-Boote"), a mini expansion."""

from __future__ import annotations

from ...engine import Choice, Game, Json, Part, Text, _
from ..actions import Action
from ..boats import deliver_one, sites_for_one
from ..obstacles import Refusals, closed_to_one, too_small_supply
from ..state import Imhotep
from .expansion import Expansion

READY = ""
AWAY = "away"
UNUSED = 1


class SailPrivately(Action):
    """Load 1 stone on the seat's private boat, which sails at once."""

    name = "private"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        if state.private_boats[seat] != READY or not state.supply[seat]:
            return []
        return [
            ("private", site) for site in sites_for_one(state) if site not in state.private_boats
        ]

    def refusals(self, state: Imhotep, seat: int) -> Refusals:
        if state.private_boats[seat] != READY:
            return [(("private",), Text(_("Your private boat has already sailed.")))]
        if reason := too_small_supply(state, seat):
            return [(("private",), reason)]
        taken: Refusals = [
            (("private", site), Text(_("A private boat has already been there this round.")))
            for site in state.placed
            if site in state.private_boats
        ]
        no_card = [each for each in closed_to_one(state, "private") if each not in taken]
        return [*taken, *no_card]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        site = str(parts[0])
        game.state.private_boats[seat] = site
        game.tell("private_boat_sailed", seat=seat, site=site)
        deliver_one(game, seat, site)


class PrivateBoats(Expansion):
    """Each seat has a boat of its own, for one voyage; a point if it never sails."""

    name = "private_boats"
    label = _("Private boats")
    help = _(
        "Once per game, as an action: put a stone from your supply on your own boat and "
        "sail it at once, even to a site that already has a boat. 1 point if you never do."
    )
    actions = (SailPrivately(),)

    def set_up(self, game: Game[Imhotep]) -> None:
        game.state.private_boats = [READY] * game.players

    def round_over(self, game: Game[Imhotep]) -> None:
        boats = game.state.private_boats
        game.state.private_boats = [AWAY if boat != READY else READY for boat in boats]

    def points(self, state: Imhotep) -> dict[str, list[int]]:
        return {"private_boats": [UNUSED if b == READY else 0 for b in state.private_boats]}

    def view(self, state: Imhotep) -> Json:
        return {"boats": list(state.private_boats)}
