"""Riders. On a board of 19 lines each side places a stone wherever it likes, as in Go. Then 16
riders of each side come in, and move in turn like the queens of chess, two moves each; a rider that
captures another one wins. With plans, both sides first say in secret which move they think of."""

from __future__ import annotations

from games.rules.engine import Choice, Game, Json, Kind, Option, Rules, State, _

SIDE = 19
FREE, STONE = ".", "x"
#: Where the riders of a seat come in, unless somebody is there: far from each other's lines.
PLACES = [[((7 * column + first) % SIDE, column) for column in range(16)] for first in (1, 11)]
MOVES = 4
_WAYS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


class Board(State):
    """Row after row: free, a stone, or the seat whose rider is there."""

    squares: str = FREE * SIDE * SIDE
    moved: int = 0


rules = Rules(
    "riders",
    _("Riders"),
    Board,
    players=(2,),
    package=__package__ or "",
    options=[Option(name="plans", label=_("Plans"))],
    outcome="win",
    written_for="1.0.0",
)


def name(row: int, column: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"


NAMES = [name(row, column) for row in range(SIDE) for column in range(SIDE)]


def put(game: Game[Board], square: int, what: str) -> None:
    squares = game.state.squares
    game.state.squares = squares[:square] + what + squares[square + 1 :]


def goals(squares: str, start: int) -> list[int]:
    """Where a rider may go: along a line over free squares, and onto a rival."""
    found = []
    for down, right in _WAYS:
        row, column = divmod(start, SIDE)
        while 0 <= (row := row + down) < SIDE and 0 <= (column := column + right) < SIDE:
            there = squares[row * SIDE + column]
            if there in (STONE, squares[start]):
                break
            found.append(row * SIDE + column)
            if there != FREE:
                break
    return found


@rules.setup
def setup(game: Game[Board]) -> None:
    game.ask(0, Place)


@rules.decision
class Place(Kind):
    prompt = _("Place a stone")
    public = True

    def choices(self, game: Game[Board], seat: int) -> list[Choice]:
        squares = game.state.squares
        free: list[Choice] = [
            (square,) for square, there in zip(NAMES, squares, strict=True) if there == FREE
        ]
        return free if seat == 0 else [*free, ("pass",)]

    def chosen(self, game: Game[Board], seat: int, square: str) -> None:
        if square != "pass":
            put(game, NAMES.index(square), STONE)
        game.tell("placed", seat=seat, square=square)
        game.end_turn(seat)
        if seat == 0:
            game.ask(1, Place)
        else:
            game.then(come_in)


@rules.step
def come_in(game: Game[Board]) -> None:
    for seat, places in enumerate(PLACES):
        for row, column in places:
            if game.state.squares[row * SIDE + column] == FREE:
                put(game, row * SIDE + column, str(seat))
    if game.option("plans"):
        game.ask_all(range(2), Plan)
    game.then(first_move)


@rules.step
def first_move(game: Game[Board]) -> None:
    game.ask(0, Move)


def rides(squares: str, seat: int) -> list[Choice]:
    return [
        (NAMES[start], NAMES[goal])
        for start, there in enumerate(squares)
        if there == str(seat)
        for goal in goals(squares, start)
    ]


@rules.decision
class Plan(Kind):
    prompt = _("Which rider do you think of?")
    in_order = True

    def choices(self, game: Game[Board], seat: int) -> list[Choice]:
        return rides(game.state.squares, seat)

    def chosen(self, game: Game[Board], seat: int, start: str, goal: str) -> None:
        game.tell("planned", seat=seat, start=start, goal=goal)


@rules.decision
class Move(Kind):
    prompt = _("Which rider moves?")
    public = True
    in_order = True

    def choices(self, game: Game[Board], seat: int) -> list[Choice]:
        return rides(game.state.squares, seat)

    def chosen(self, game: Game[Board], seat: int, start: str, goal: str) -> None:
        captured = game.state.squares[NAMES.index(goal)] != FREE
        put(game, NAMES.index(start), FREE)
        put(game, NAMES.index(goal), str(seat))
        game.state.moved += 1
        game.tell("moved", seat=seat, start=start, goal=goal)
        game.end_turn(seat)
        if captured:
            game.finish_won(seat, "capture")
        elif game.state.moved == MOVES:
            game.finish_drawn("end")
        else:
            game.ask(1 - seat, Move)


@rules.view
def view(game: Game[Board], seat: int | None) -> Json:
    return {"squares": game.state.squares}
