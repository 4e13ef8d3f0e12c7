"""The temple: priests push one another down its row ("Aktion Tempel", "Phase C: Tempel")."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, _
from .fire import FireBonus
from .state import BoraBora, rules, score
from .tables import PRIEST_POINTS


@rules.decision
class PlacePriest(Kind):
    """The space of a new priest, of this number at most: ``(space,)``."""

    prompt = _("Where do you put the priest?")
    first_time = _(
        "Each priest scores in every round, and having the most priests gains a god tile; "
        "the higher a priest is, the longer it stays."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int, value: int) -> list[Choice]:
        return [(space,) for space in range(value, 0, -1)]

    def chosen(self, game: Game[BoraBora], seat: int, value: int, space: int) -> None:
        place_priest(game, seat, space)
        game.ask(seat, FireBonus)


def place_priest(game: Game[BoraBora], seat: int, space: int) -> None:
    """Move each priest in the way to the next lower space; the priest on space 1 goes back to its
    owner."""
    state = game.state
    state.boards[seat].priests -= 1
    game.tell("priest_placed", seat=seat, space=space)
    arriving: int | None = seat
    while arriving is not None and space:
        moved = state.temple[space - 1]
        state.temple[space - 1] = arriving
        arriving = moved
        space -= 1
    if arriving is not None:
        state.boards[arriving].priests += 1
        game.tell("priest_returned", seat=arriving)


def leader(state: BoraBora) -> int | None:
    """Return the seat with the most priests in the temple; in a tie, the seat with the highest
    priest."""
    standing = [seat for seat in reversed(state.temple) if seat is not None]
    return max(standing, key=standing.count) if standing else None


@rules.step
def score_temple(game: Game[BoraBora]) -> None:
    """Score each priest and give the top god tile to the seat with the most; in an empty temple the
    tile is lost."""
    state = game.state
    each = PRIEST_POINTS[state.round - 1]
    points = [each * state.temple.count(seat) for seat in range(game.players)]
    for seat, more in enumerate(points):
        score(state, seat, "temple", more)
    winner = leader(state)
    state.temple_gods -= 1
    if winner is not None:
        state.boards[winner].god_tiles += 1
    game.tell("temple_scored", points=points, seat=winner)
