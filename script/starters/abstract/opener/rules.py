"""Opener. Each player has six stones on the first row of their own side. In turn everybody moves a
stone along its row or column, as far as the way is free. A stone between two of the other player's
in a row or column is captured, if the other player has just moved there. Whoever has one stone left
has lost, and so has whoever cannot move. The game is drawn if a position comes up for the third
time, or after twenty moves without a capture."""

from __future__ import annotations

import math

from games.rules.engine import Choice, Decision, Game, Json, Kind, Levels, Rules, Seen, State, _
from games.rules.engine.grids import square_grid
from games.rules.engine.repetition import count_position, quiet_moves

SIDE = 6
FEWEST = 1
OFTEN = 3
QUIET = 20
BOARD = square_grid(SIDE)
#: The ways of a cell along its row and its column; the others are diagonal.
STRAIGHT = range(4)
FREE = "."
#: The stones of the first seat and of the second one. Each has a letter of its own, so that the
#: page can move it; which of a player's stones is where does not matter.
STONES = ("ABCDEF", "abcdef")


class Stones(State):
    """``cells``: row after row, the letter of each stone. ``seen``: how often each position has
    come up since the last capture."""

    cells: str = ""
    seen: dict[str, int] = {}


rules = Rules(
    "opener",
    _("Opener"),
    Stones,
    players=(2,),
    package=__package__ or "",
    outcome="win",
    counts_after=3,
    written_for="1.0.0",
)


def owner(stone: str) -> int | None:
    """The seat of a stone; None on a free cell."""
    return None if stone == FREE else int(stone.islower())


def number_of_stones(cells: str, seat: int) -> int:
    return sum(owner(stone) == seat for stone in cells)


def moves_of(cells: str, seat: int) -> list[Choice]:
    """Every move of a seat: the cell that a stone leaves, and the one that it enters."""
    found: list[Choice] = []
    for start, stone in enumerate(cells):
        if owner(stone) != seat:
            continue
        for way in STRAIGHT:
            for end in BOARD.rays[start][way]:
                if cells[end] != FREE:
                    break
                found.append((BOARD.names[start], BOARD.names[end]))
    return found


def moved(cells: str, start: int, end: int) -> str:
    """The cells after a stone has moved, before anything is captured."""
    stones = list(cells)
    stones[start], stones[end] = FREE, stones[start]
    return "".join(stones)


def captured_by(cells: str, end: int) -> list[int]:
    """The stones that are captured by the one that has moved to ``end``."""
    seat = owner(cells[end])
    rays = [BOARD.rays[end][way][:2] for way in STRAIGHT]
    return [
        near
        for near, far in (ray for ray in rays if len(ray) == 2)
        if owner(cells[near]) not in (None, seat) and owner(cells[far]) == seat
    ]


@rules.setup
def setup(game: Game[Stones]) -> None:
    game.state.cells = STONES[0] + FREE * SIDE * (SIDE - 2) + STONES[1]
    game.then(turn, 0)


@rules.step
def turn(game: Game[Stones], seat: int) -> None:
    cells, seen = game.state.cells, game.state.seen
    owners = [owner(stone) for stone in cells]
    times = count_position(seen, *map(str, owners), seat)
    left = number_of_stones(cells, seat)
    if left <= FEWEST or not moves_of(cells, seat):
        game.finish_won(1 - seat, "capture" if left <= FEWEST else "block")
    elif times == OFTEN or quiet_moves(seen) == QUIET:
        game.finish_drawn("repetition" if times == OFTEN else "quiet")
    else:
        game.ask(seat, Move)


@rules.decision
class Move(Kind):
    prompt = _("Move a stone")
    first_time = _("A stone may stop between two others: only the player who moves captures.")
    public = True
    in_order = True

    def choices(self, game: Game[Stones], seat: int) -> list[Choice]:
        return moves_of(game.state.cells, seat)

    def chosen(self, game: Game[Stones], seat: int, start: str, end: str) -> None:
        cells = moved(game.state.cells, BOARD.number(start), BOARD.number(end))
        game.tell("moved", seat=seat, start=start, end=end, stone=cells[BOARD.number(end)])
        for cell in captured_by(cells, BOARD.number(end)):
            cells = cells[:cell] + FREE + cells[cell + 1 :]
            game.state.seen.clear()
            game.tell("captured", seat=seat, cell=BOARD.names[cell])
        game.state.cells = cells
        game.end_turn(seat)
        game.then(turn, 1 - seat)


@rules.view
def view(game: Game[Stones], seat: int | None) -> Json:
    """All see everything."""
    return {"cells": game.state.cells, "quiet": quiet_moves(game.state.seen)}


# How programs play --------------------------------------------------------------------------------


@rules.worth
def worth(game: Game[Stones], seat: int) -> float:
    """Of 100 games, how many the seat wins from here: a stone more decides three of four."""
    lead = number_of_stones(game.state.cells, seat) - number_of_stones(game.state.cells, 1 - seat)
    return 100 / (1 + math.exp(-lead))


def captures(cells: str, choice: Choice) -> int:
    start, end = map(BOARD.number, choice)
    return len(captured_by(moved(cells, start, end), end))


@rules.forcing
def forcing(game: Game[Stones], decision: Decision, choices: list[Choice]) -> list[Choice]:
    """Captures: no position is judged in the middle of an exchange."""
    return [choice for choice in choices if captures(game.state.cells, choice)]


@rules.candidates
def candidates(game: Game[Stones], decision: Decision, choices: list[Choice]) -> list[Choice]:
    """Captures first."""
    return sorted(choices, key=lambda choice: -captures(game.state.cells, choice))


@rules.bot
def taker(seen: Seen) -> Choice:
    """Captures what it can, and looks no further."""
    cells = seen.view["cells"]
    return max(seen.choices, key=lambda choice: (captures(cells, choice), seen.rng.random()))


#: `manage.py arena` measures a level; it is on offer once `measured=(Measured(…),)` has the result.
rules.levels = Levels(search="replies", nodes=2000)
