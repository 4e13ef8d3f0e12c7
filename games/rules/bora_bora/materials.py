"""Building materials on the ceremony ground ("Zeremonienplatz")."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, _
from .reconstructed import GROUND
from .state import EMPTY, FILLED, Board, BoraBora, rules
from .tables import MATERIALS


@rules.step
def gain_material(game: Game[BoraBora], seat: int, material: str) -> None:
    """A given material: on a free field for it, beside the board if there is none."""
    if game.state.boards[seat].free_fields(material):
        game.ask(seat, PlaceMaterial, material)
    else:
        lay_material(game, seat, material)


@rules.decision
class PlaceMaterial(Kind):
    """The field for a material, ``(field,)``; fields count from 0, row by row."""

    prompt = _("Where does the material go?")
    first_time = _(
        "You build a tile on two neighbouring materials: put this one next to a material "
        "that no tile covers yet."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int, material: str) -> list[Choice]:
        return [(field,) for field in game.state.boards[seat].free_fields(material)]

    def chosen(self, game: Game[BoraBora], seat: int, material: str, field: int) -> None:
        lay_material(game, seat, field)


@rules.step
def take_materials(game: Game[BoraBora], seat: int, number: int) -> None:
    """Let the seat take this many materials of its choice, one by one."""
    if number:
        game.ask(seat, TakeMaterial, number)


@rules.decision
class TakeMaterial(Kind):
    """Any material: ``(field,)`` with the field for it, ``(material,)`` where none is free."""

    prompt = _("Take a material")
    first_time = _(
        "Take a material that fits next to another that no tile covers yet, or that a "
        "task asks for."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int, number: int) -> list[Choice]:
        return [(spot,) for spot in spots(game.state.boards[seat])]

    def chosen(self, game: Game[BoraBora], seat: int, number: int, spot: int | str) -> None:
        lay_material(game, seat, spot)
        game.then(take_materials, seat, number - 1)


def spots(board: Board) -> list[int | str]:
    """Return where a material of the seat's choice may go: free fields, and the names of materials
    without a free field."""
    fields = [field for field, holds in enumerate(board.ground) if holds == EMPTY]
    return [*fields, *(name for name in MATERIALS if not board.free_fields(name))]


def lay_material(game: Game[BoraBora], seat: int, spot: int | str) -> None:
    """Lay a material on a field, or beside the board if it is named."""
    board = game.state.boards[seat]
    if isinstance(spot, str):
        board.aside.append(spot)
        game.tell("material_gained", seat=seat, material=spot, field=None)
    else:
        board.ground[spot] = FILLED
        game.tell("material_gained", seat=seat, material=GROUND[spot], field=spot)
