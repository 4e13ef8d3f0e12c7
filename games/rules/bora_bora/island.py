"""The islands: huts, paths and what a region gives ("Ausbreiten")."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Kind, _
from .gods import NONE, may_play, play_god, ways
from .materials import gain_material
from .reconstructed import FISH, PATHS
from .state import Board, BoraBora, own_regions, rules, score
from .tables import GOODS, OFFERING, REGIONS

NEIGHBOURS: dict[str, dict[str, list[tuple[str, int]]]] = {
    route: {
        region: [(b if region == a else a, number) for a, b, number in paths if region in (a, b)]
        for region in REGIONS
    }
    for route, paths in PATHS.items()
}
"""By route and region: where a path leads and its number."""


def good_of(region: str) -> str:
    """The good on the building site of a region."""
    return GOODS[REGIONS[region][1]]


def reach(state: BoraBora, seat: int, routes: Sequence[str]) -> dict[str, int]:
    """The regions that a seat may expand to, with the least value that each needs."""
    found: dict[str, int] = {}
    if not state.boards[seat].has_hut:
        return found
    own = own_regions(state, seat)
    for route in routes:
        neighbours = NEIGHBOURS[route]
        for start in own:
            for region, number in neighbours[start]:
                if region not in own and number < found.get(region, 7):
                    found[region] = number
    return found


def within_reach(state: BoraBora, seat: int, routes: Sequence[str], value: int) -> list[str]:
    """The regions that a seat may expand to with this value."""
    return [region for region, number in reach(state, seat, routes).items() if number <= value]


@rules.step
def expand(game: Game[BoraBora], seat: int, routes: str, value: int) -> None:
    """Expand along a path of at most this value; ask unless all can see the answer."""
    state = game.state
    regions = within_reach(state, seat, routes.split(), value)
    if len(regions) == 1 and not may_score_fish(state.boards[seat], regions[0]):
        settle(game, seat, regions[0])
    else:
        game.ask(seat, Expand, routes, value)


@rules.decision
class Expand(Kind):
    """A new region, ``(region,)``; where a red god can be paid for ``(region, way)``, the way
    ``none`` included.
    """

    prompt = _("Where do you build the new hut?")
    first_time = _(
        "A hut makes room for a person and gives the region's material or offering. At "
        "the end its fish counts only for the hut on the building site."
    )

    def choices(self, game: Game[BoraBora], seat: int, routes: str, value: int) -> list[Choice]:
        state = game.state
        board = state.boards[seat]
        found: list[Choice] = []
        for region in within_reach(state, seat, routes.split(), value):
            red = ways(board, "red", offerings=offerings_at(board, region))
            if red:
                found += [(region, NONE), *((region, way) for way in red)]
            else:
                found.append((region,))
        return found

    def chosen(
        self, game: Game[BoraBora], seat: int, routes: str, value: int, region: str, way: str = NONE
    ) -> None:
        settle(game, seat, region)
        if way != NONE:
            score_fish(game, seat, region, way)


def offerings_at(board: Board, region: str) -> int:
    """Offerings once the good of a new region has been gained: they may pay for the red god."""
    return board.offerings + (good_of(region) == OFFERING)


def may_score_fish(board: Board, region: str) -> bool:
    """Whether, for all that others know, this seat may play a red god there."""
    return may_play(board, offerings_at(board, region))


def settle(game: Game[BoraBora], seat: int, region: str) -> None:
    """Put a new hut on the building site and gain its good; space 12 is emptied last."""
    state = game.state
    board = state.boards[seat]
    if board.huts:
        board.huts -= 1
    else:
        board.stored -= 1
    state.regions[region].append(seat)
    good = good_of(region)
    game.tell("settled", seat=seat, region=region, good=good)
    if good == OFFERING:
        board.offerings += 1
    else:
        game.then(gain_material, seat, good)


def score_fish(game: Game[BoraBora], seat: int, region: str, way: str) -> None:
    """Score the fish tile of the new region, once; the tile stays ("Roter Gott")."""
    play_god(game, seat, "red", way)
    fish = game.state.fish[region]
    points = FISH[fish][1]
    score(game.state, seat, "fish", points)
    game.tell("fish_scored", seat=seat, region=region, fish=fish, points=points)
