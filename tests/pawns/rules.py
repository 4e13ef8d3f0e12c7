"""Pawns. On three columns and three rows each side has three pawns, which move and capture as in
chess. A pawn on the far row wins, and so does a side whose opponent has no pawn left; a side that
cannot move has drawn."""

from __future__ import annotations

from games.rules.engine import Choice, Game, Json, Kind, Rules, State, _

SIDE = 3
EMPTY = -1


class Board(State):
    """The owner of each square, row by row from the side of seat 0; -1 where it is empty."""

    squares: list[int] = []


rules = Rules(
    "pawns",
    _("Pawns"),
    Board,
    players=(2,),
    package=__package__ or "",
    outcome="win",
    offer_lapses=True,
    written_for="1.0.0",
)


def moves_of(squares: list[int], seat: int) -> list[tuple[int, int]]:
    """Every move of this side, as the square that it leaves and the one that it enters."""
    ahead = SIDE if seat == 0 else -SIDE
    found = []
    for start in [square for square, owner in enumerate(squares) if owner == seat]:
        if 0 <= start + ahead < SIDE * SIDE and squares[start + ahead] == EMPTY:
            found.append((start, start + ahead))
        for aside in (-1, 1):
            if 0 <= start % SIDE + aside < SIDE:
                end = start + ahead + aside
                if 0 <= end < SIDE * SIDE and squares[end] == 1 - seat:
                    found.append((start, end))
    return found


@rules.setup
def setup(game: Game[Board]) -> None:
    game.state.squares = [0] * SIDE + [EMPTY] * SIDE + [1] * SIDE
    game.then(turn, 0)


@rules.step
def turn(game: Game[Board], seat: int) -> None:
    squares = game.state.squares
    if any(owner == 0 for owner in squares[-SIDE:]) or any(owner == 1 for owner in squares[:SIDE]):
        game.finish_won(1 - seat, "reach")
    elif seat not in squares:
        game.finish_won(1 - seat, "capture")
    elif not moves_of(squares, seat):
        game.finish_drawn("block")
    else:
        game.ask(seat, Move)


@rules.decision
class Move(Kind):
    prompt = _("Move a pawn")
    public = True

    def choices(self, game: Game[Board], seat: int) -> list[Choice]:
        return list(moves_of(game.state.squares, seat))

    def chosen(self, game: Game[Board], seat: int, start: int, end: int) -> None:
        game.state.squares[start], game.state.squares[end] = EMPTY, seat
        game.tell("moved", seat=seat, start=start, end=end)
        game.end_turn(seat)
        game.then(turn, 1 - seat)


@rules.view
def view(game: Game[Board], seat: int | None) -> Json:
    return {"squares": game.state.squares}


@rules.worth
def worth(game: Game[Board], seat: int) -> float:
    """More pawns seem to win ten games more of a hundred each."""
    squares = game.state.squares
    return 50 + 10 * (squares.count(seat) - squares.count(1 - seat))
