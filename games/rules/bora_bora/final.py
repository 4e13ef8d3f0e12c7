"""The end of the game ("Spielende"): the last three tasks and the final scoring."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, _
from .gods import NONE
from .reconstructed import FISH, JEWELS
from .settling import DONE, settle, with_yellow, yellow_possible
from .state import EMPTY, BoraBora, own_regions, rules
from .tables import (
    ALL_TASKS,
    BONUS,
    END_SOURCES,
    GOD_TILE_POINTS,
    REGIONS,
    ROUNDS,
    SPACES,
)
from .tasks import missing


@rules.step
def last_tasks(game: Game[BoraBora]) -> None:
    """Let everybody settle the tasks left: first those that are met, then, all at once, others with
    yellow gods."""
    state = game.state
    state.account = None
    for seat in state.order:
        for task in list(state.boards[seat].tasks):
            if missing(state, seat, task) == 0:
                settle(game, seat, task, NONE)
    game.each([seat for seat in state.order if yellow_possible(state, seat)], settle_last_task)
    game.then(end_game)


@rules.step
def settle_last_task(game: Game[BoraBora], seat: int) -> None:
    """Ask the seat as long as, for all that others know, a yellow god may settle one more task."""
    if yellow_possible(game.state, seat):
        game.ask(seat, SettleLastTask)


@rules.decision
class SettleLastTask(Kind):
    """``(task, way)`` with the way of paying a yellow god, or ``("done",)``."""

    prompt = _("Use a yellow god on one of your last tasks?")
    first_time = _(
        "Leftover cards are worth nothing now, but a task fulfilled with yellow still scores."
    )

    def choices(self, game: Game[BoraBora], seat: int) -> list[Choice]:
        state = game.state
        tasks = state.boards[seat].tasks
        return [*((task, way) for task in tasks for way in with_yellow(state, seat, task)), DONE]

    def chosen(self, game: Game[BoraBora], seat: int, task: str, way: str = "") -> None:
        if (task,) != DONE:
            settle(game, seat, task, way)
            game.then(settle_last_task, seat)


@rules.scored
def scored(game: Game[BoraBora]) -> list[dict[str, int]]:
    """The points of the rounds; the final scoring adds to them."""
    return [dict(board.scored) for board in game.state.boards]


@rules.step
def end_game(game: Game[BoraBora]) -> None:
    """Do the final scoring; in a tie the player earlier in turn order wins."""
    state = game.state
    points = final_points(game)
    for source in END_SOURCES:
        gained = [own[source] for own in points]
        if any(gained):
            game.tell("final_scored", source=source, points=gained)
    game.finish(points, {"order": [-state.order.index(seat) for seat in range(game.players)]})


def final_points(game: Game[BoraBora]) -> list[dict[str, int]]:
    """The points of each seat by source if the game ended now; everything in it is public."""
    return [
        {**board.scored, **end_points(game.state, seat)}
        for seat, board in enumerate(game.state.boards)
    ]


def end_points(state: BoraBora, seat: int) -> dict[str, int]:
    """What the final scoring would bring a seat now."""
    board = state.boards[seat]
    sites = [region for region, huts in state.regions.items() if huts and huts[-1] == seat]
    return {
        "god_tiles": GOD_TILE_POINTS * board.god_tiles,
        "sites": sum(FISH[state.fish[region]][1] for region in sites),
        "jewellery": sum(JEWELS[jewel][1] for jewel in board.jewels),
        "all_tasks": BONUS * (len(board.done) == ALL_TASKS),
        "all_jewellery": BONUS * (len(board.jewels) == ROUNDS),
        "full_ground": BONUS * (EMPTY not in board.ground),
        "all_built": BONUS * (not board.tiles),
        "all_huts": BONUS * (len(own_regions(state, seat)) == len(REGIONS)),
        "all_people": BONUS * (len(board.people) == SPACES),
    }
