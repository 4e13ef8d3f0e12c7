"""The C sides of the sites ("Eine neue Dynastie"): house boards, see ``figures.toml``."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Game, Json, Kind, Part, Text, _
from ..figures import figure
from ..piles import draw_top
from ..state import Imhotep, owner
from ..tables import PYRAMID, PYRAMID_LEVELS, TEMPLE_WIDTH
from .a_sides import Market, Obelisks, Pyramid, Temple, Tomb, tomb_areas
from .site import ELSEWHERE, Origin, board, further, leaders, side_in

PILE = "pile"
IMHOTEP_BONUS: int = figure("pyramid_c", "bonus")
IMHOTEP_LEVELS: int = figure("pyramid_c", "levels")
SCAFFOLD: tuple[int, ...] = figure("temple_c", "tiles")
AREA: tuple[int, ...] = figure("tomb_c", "area")
AREA_FURTHER: int = figure("tomb_c", "further")
OTHER_STONE: int = figure("tomb_c", "other")
HEIGHTS: tuple[int, ...] = figure("obelisks_c", "heights")
HIGHER: int = figure("obelisks_c", "further")
TALLEST: int = figure("obelisks_c", "tallest_alone")
TALLEST_SHARED: int = figure("obelisks_c", "tallest_shared")


class MarketC(Market):
    """C) Market: five face-up cards; a stone may also take the unseen top card of the draw pile."""

    slots: int = figure("market_c", "open")

    def choices(self, state: Imhotep) -> list[Choice]:
        choices = super().choices(state)
        return [*choices, (PILE,)] if state.deck or state.discards else choices

    def take(self, game: Game[Imhotep], seat: int, what: Part) -> None:
        if what == PILE:
            game.then(draw_top, seat)
        else:
            super().take(game, seat, what)


class PyramidC(Pyramid):
    """C) Pyramid: the owner picks a column of the level; a bonus where Imhotep stands.

    Fields are numbered as on side A; those beyond lie at the side.
    """

    def deliver(self, game: Game[Imhotep], stone: int, origin: Origin = ELSEWHERE) -> None:
        state = game.state
        state.arriving.append(stone)
        if columns_with_room(state.fields):
            game.ask(owner(stone), ChooseColumn, *origin.values())
        else:
            self.lay(game, state.arriving.pop(), len(state.fields), origin)

    def places(self, state: Imhotep) -> list[int]:
        return list(columns_with_room(state.fields).values()) or [len(state.fields)]

    def put(self, state: Imhotep, stone: int, position: int) -> int:
        level, met = level_of(state.fields), meets_imhotep(state.fields, state.imhotep, position)
        points = super().put(state, stone, position)
        state.fields.append(position)
        columns = columns_with_room(state.fields)
        if level_of(state.fields) > level:
            state.imhotep = 0
        elif met:
            state.imhotep = next((c for c in columns if c > state.imhotep), min(columns))
        return points

    def lay(self, game: Game[Imhotep], stone: int, position: int, origin: Origin) -> None:
        met = meets_imhotep(game.state.fields, game.state.imhotep, position)
        super().lay(game, stone, position, origin)
        if met:
            game.tell("imhotep_met", seat=owner(stone), column=game.state.imhotep)

    def arrival_points(self, state: Imhotep, seat: int, position: int) -> int:
        bonus = IMHOTEP_BONUS if meets_imhotep(state.fields, state.imhotep, position) else 0
        return super().arrival_points(state, seat, position) + bonus

    def view(self, state: Imhotep) -> Json:
        return {"fields": list(state.fields), "imhotep": state.imhotep}


def level_of(fields: Sequence[int]) -> int:
    """The level being built, from 0; beyond the last one when the pyramid is complete."""
    built = len(fields)
    return sum(built >= first + width * width for first, width in PYRAMID_LEVELS)


def columns_with_room(fields: Sequence[int]) -> dict[int, int]:
    """The columns of the level being built that have room, each with its next field."""
    level = level_of(fields)
    if level == len(PYRAMID_LEVELS):
        return {}
    first, width = PYRAMID_LEVELS[level]
    free: dict[int, int] = {}
    for field in range(first, first + width * width):
        if field not in fields:
            free.setdefault((field - first) // width, field)
    return free


def meets_imhotep(fields: Sequence[int], imhotep: int, field: int) -> bool:
    """Whether a stone on this field of the level being built comes to Imhotep's column."""
    if field >= len(PYRAMID) or level_of(fields) >= IMHOTEP_LEVELS:
        return False
    first, width = PYRAMID_LEVELS[level_of(fields)]
    return (field - first) // width == imhotep


class ChooseColumn(Kind):
    """C) Pyramid: a column with room."""

    prompt = _("Which column of the pyramid does your stone go to?")
    first_time = _("Check what the next place of each column is worth, and where Imhotep stands.")
    public = True
    out_of_turn = True

    def choices(self, game: Game[Imhotep], seat: int, *origin: int) -> list[Choice]:
        return [(column,) for column in columns_with_room(game.state.fields)]

    def refusals(self, game: Game[Imhotep], seat: int, *origin: int) -> list[tuple[Choice, Text]]:
        _first, width = PYRAMID_LEVELS[level_of(game.state.fields)]
        free = columns_with_room(game.state.fields)
        return [
            ((column,), Text(_("This column is full.")))
            for column in range(width)
            if column not in free
        ]

    def chosen(self, game: Game[Imhotep], seat: int, *parts: int) -> None:
        *origin, column = parts
        state = game.state
        came = dict(zip(("boat", "field"), origin, strict=False))
        field = columns_with_room(state.fields)[column]
        board(state, Pyramid.name).lay(game, state.arriving.pop(), field, came)

    def instructions(self, view: Json) -> list[Choice]:
        return [("most",)] if side_in(view, Pyramid.name) == "C" else []

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        """The column with most points, Imhotep's bonus included; the leftmost if tied."""
        fields, imhotep = (view["boards"][Pyramid.name][name] for name in ("fields", "imhotep"))
        worth = {
            column: PYRAMID[field] + IMHOTEP_BONUS * meets_imhotep(fields, imhotep, field)
            for column, field in columns_with_room(fields).items()
        }
        return (max(worth, key=lambda column: worth[column]),)


class TempleC(Temple):
    """C) Temple: tiles of 1 or 2 points, shuffled onto the fields each round."""

    average = sum(SCAFFOLD) / len(SCAFFOLD)

    def round_began(self, game: Game[Imhotep]) -> None:
        tiles = list(SCAFFOLD)
        game.shuffle("scaffold", tiles)
        game.state.scaffold = tiles[: TEMPLE_WIDTH[game.players]]
        game.tell("scaffold_laid", tiles=list(game.state.scaffold))

    def round_points(self, state: Imhotep) -> list[int]:
        points = [0] * state.players
        for stone, tile in zip(self.visible(state), state.scaffold, strict=True):
            if stone is not None:
                points[owner(stone)] += tile
        return points

    def view(self, state: Imhotep) -> Json:
        return {"tiles": list(state.scaffold)}


class TombC(Tomb):
    """C) Tomb: a player's largest area, and a point for every other stone."""

    def final_points(self, state: Imhotep) -> list[int]:
        points = []
        for own, largest in zip(self.own(state), largest_areas(state), strict=True):
            points.append(further(AREA, AREA_FURTHER, largest) + OTHER_STONE * (own - largest))
        return points


def largest_areas(state: Imhotep) -> list[int]:
    """How many stones the largest area of each seat has."""
    stones = state.placed[Tomb.name]
    largest = [0] * state.players
    for area in tomb_areas(stones):
        seat = owner(stones[area[0]])
        largest[seat] = max(largest[seat], len(area))
    return largest


class ObelisksC(Obelisks):
    """C) Obelisks: each seat's own height pays, and the tallest pays more."""

    def final_points(self, state: Imhotep) -> list[int]:
        own = self.own(state)
        tallest = leaders(own, TALLEST, TALLEST_SHARED)
        return [
            further(HEIGHTS, HIGHER, height) + more
            for height, more in zip(own, tallest, strict=True)
        ]
