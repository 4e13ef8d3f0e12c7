"""Building on the ceremony ground ("Aktion Bauen")."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, _
from .fire import FireBonus
from .state import BoraBora, rules, score
from .tables import BUILDING_POINTS


def buildable(state: BoraBora, seat: int) -> list[int]:
    """The tiles that the seat could build now."""
    board = state.boards[seat]
    return board.tiles if board.pairs() else []


@rules.decision
class Build(Kind):
    """Two neighbouring fields with materials, ``(field, field)``.

    The highest tile that the value allows is built: a lower one is never better to have used.
    """

    prompt = _("Which two fields do you build on?")
    first_time = _(
        "Whichever tile you use, building scores most in the first rounds, and a full "
        "ceremony ground scores again at the end."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int, value: int) -> list[Choice]:
        return list(game.state.boards[seat].pairs())

    def chosen(self, game: Game[BoraBora], seat: int, value: int, one: int, other: int) -> None:
        state = game.state
        board = state.boards[seat]
        tile = max(tile for tile in board.tiles if tile <= value)
        board.tiles.remove(tile)
        board.ground[one] = board.ground[other] = tile
        points = BUILDING_POINTS[state.round - 1]
        score(state, seat, "building", points)
        game.tell("built", seat=seat, tile=tile, fields=[one, other], points=points)
        game.ask(seat, FireBonus)
