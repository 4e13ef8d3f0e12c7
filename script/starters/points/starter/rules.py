"""Starter. Four tiles lie open. In turn everybody takes one, and another is turned up from the
stack. When all are taken, each tile brings its number of points, and a set of three of one colour
brings ten more. Most points win; a tie goes to the player with fewer red tiles."""

from __future__ import annotations

from collections import Counter

from games.rules.engine import Choice, Game, Json, Kind, Rules, Seen, Shuffler, State, _

TILES = 24
OPEN = 4
COLOURS = ("red", "green", "blue")
SET = 3
SET_POINTS = 10


class Tiles(State):
    """Tiles are numbers from 0; their colour and points follow from the number."""

    stack: list[int] = []
    row: list[int] = []
    taken: list[list[int]] = []


rules = Rules(
    "starter",
    _("Starter"),
    Tiles,
    players=(2, 3, 4),
    package=__package__ or "",
    written_for="1.0.0",
)


def colour(tile: int) -> str:
    return COLOURS[tile % len(COLOURS)]


def points(tile: int) -> int:
    return tile // len(COLOURS) + 1


@rules.setup
def setup(game: Game[Tiles]) -> None:
    state = game.state
    state.stack = list(range(TILES))
    game.shuffle("stack", state.stack)
    state.row = [state.stack.pop() for _tile in range(OPEN)]
    state.taken = [[] for _seat in range(game.players)]
    game.then(turn, 0)


@rules.step
def turn(game: Game[Tiles], seat: int) -> None:
    if game.state.row:
        game.ask(seat, TakeTile)
    else:
        reds = [-sum(colour(tile) == "red" for tile in own) for own in game.state.taken]
        game.finish(standing(game), {"reds": reds})


@rules.decision
class TakeTile(Kind):
    prompt = _("Take a tile")
    first_time = _("A tile that completes a set brings more than it shows.")
    public = True

    def choices(self, game: Game[Tiles], seat: int) -> list[Choice]:
        return [(tile,) for tile in game.state.row]

    def chosen(self, game: Game[Tiles], seat: int, tile: int) -> None:
        state = game.state
        state.row.remove(tile)
        state.taken[seat].append(tile)
        game.tell("took", seat=seat, tile=tile)
        game.end_turn(seat)
        game.then(turn_up)
        game.then(turn, (seat + 1) % game.players)


@rules.step
def turn_up(game: Game[Tiles]) -> None:
    if game.state.stack:
        tile = game.state.stack.pop()
        game.state.row.append(tile)
        game.tell("turned_up", tile=tile)
        game.reveal()


@rules.standing
def standing(game: Game[Tiles]) -> list[dict[str, int]]:
    return [
        {
            "tiles": sum(points(tile) for tile in own),
            "sets": sum(n // SET for n in Counter(map(colour, own)).values()) * SET_POINTS,
        }
        for own in game.state.taken
    ]


@rules.view
def view(game: Game[Tiles], seat: int | None) -> Json:
    """What a seat may know: here all see the same."""
    state = game.state
    return {"stack": len(state.stack), "row": state.row, "taken": state.taken}


@rules.secrets
def secrets(game: Game[Tiles], seat: int | None) -> Json:
    return {"stack": game.state.stack}


@rules.resample
def resample(game: Game[Tiles], seat: int | None, rng: Shuffler) -> None:
    """Nobody knows the order of the stack."""
    rng.shuffle(game.state.stack)


@rules.reshuffle
def reshuffle(game: Game[Tiles]) -> None:
    """Where a game is taken back, nobody may know what comes up next."""
    game.shuffle("stack", game.state.stack)


@rules.bot
def collector(seen: Seen) -> Choice:
    """Completes a set where it can, else takes the most points."""
    own = Counter(colour(tile) for tile in seen.view["taken"][seen.seat])

    def worth(choice: Choice) -> int:
        (tile,) = choice
        return points(tile) + (SET_POINTS if own[colour(tile)] % SET == SET - 1 else 0)

    return max(seen.choices, key=worth)
