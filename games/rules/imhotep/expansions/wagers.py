"""The wagers ("Die Wetten"), a mini expansion."""

from __future__ import annotations

from ...engine import Choice, Game, Json, Part, Text, _
from ..actions import Action
from ..boats import from_quarry
from ..figures import by_players, figure
from ..obstacles import Refusals, too_small_quarry
from ..state import Imhotep, owner
from ..tables import MONUMENTS
from .expansion import Expansion

FIELDS: dict[int, int] = by_players("wagers", "fields")
MOST: tuple[int, int] = figure("wagers", "most")
TIED: tuple[int, int] = figure("wagers", "tied_for_most")
SECOND: tuple[int, int] = figure("wagers", "second")
NOTHING = (0, 0)


class PlaceWager(Action):
    """Put 1 stone from the quarry on a free field under a monument."""

    name = "wager"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        stones = [s for fields in state.wagers.values() for s in fields if s is not None]
        if not state.quarry[seat] or seat in [owner(stone) for stone in stones]:
            return []
        return [
            ("wager", site, field)
            for site, fields in state.wagers.items()
            for field, stone in enumerate(fields)
            if stone is None
        ]

    def refusals(self, state: Imhotep, seat: int) -> Refusals:
        stones = [stone for fields in state.wagers.values() for stone in fields]
        if any(s is not None and owner(s) == seat for s in stones):
            return [(("wager",), Text(_("You have already placed your wager.")))]
        if reason := too_small_quarry(state, seat):
            return [(("wager",), reason)]
        taken: Refusals = [
            (("wager", site, field), Text(_("There is already a stone there.")))
            for site, fields in state.wagers.items()
            for field, stone in enumerate(fields)
            if stone is not None
        ]
        if len(taken) < len(stones):
            return taken
        return [(("wager",), Text(_("All wager fields are taken."))), *taken]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        site, field = str(parts[0]), int(parts[1])
        stone = from_quarry(game, seat)
        game.state.wagers[site][field] = stone
        game.tell("wager_placed", seat=seat, stone=stone, site=site, field=field)


class Wagers(Expansion):
    """The expansion: wagers on the monument with most stones of all colours."""

    name = "wagers"
    label = _("Wagers")
    help = _(
        "Once per game, as an action: use a stone from your quarry to wager on the "
        "monument that will have the most stones. Its first field pays 5 points, its "
        "second 3; the first field of the runner-up pays 3."
    )
    actions = (PlaceWager(),)

    def set_up(self, game: Game[Imhotep]) -> None:
        game.state.wagers = {site: [None] * FIELDS[game.players] for site in MONUMENTS}

    def points(self, state: Imhotep) -> dict[str, list[int]]:
        points = [0] * state.players
        for site, worth in field_points(state).items():
            for stone, more in zip(state.wagers[site], worth, strict=False):
                if stone is not None:
                    points[owner(stone)] += more
        return {"wagers": points}

    def view(self, state: Imhotep) -> Json:
        return {
            "fields": {
                site: [s if s is None else {"id": s, "seat": owner(s)} for s in stones]
                for site, stones in state.wagers.items()
            },
            "worth": {site: list(points) for site, points in field_points(state).items()},
        }


def field_points(state: Imhotep) -> dict[str, tuple[int, int]]:
    """What the first and the second field of each monument are worth as things stand."""
    stones = {site: len(state.placed[site]) for site in MONUMENTS}
    ranked = sorted(stones.values(), reverse=True)
    most, second, third = ranked[:3]
    if most == second:
        return {site: TIED if number == most else NOTHING for site, number in stones.items()}
    second_pays = SECOND if second > third else NOTHING
    return {
        site: MOST if number == most else second_pays if number == second else NOTHING
        for site, number in stones.items()
    }
