"""Hex, by Piet Hein (1942) and John Nash (1948). Two players place stones in turn on a rhombus of
hexagons. Each has two opposite sides, and wins by linking them with a chain of stones. No game is
drawn. The first stone may be taken over ("swap"), so nobody wants to place it too well.
"""

from __future__ import annotations

import math
from functools import lru_cache

from games.rules.engine import (
    Choice,
    Decision,
    Game,
    Json,
    Kind,
    Levels,
    Measured,
    Option,
    Rules,
    Seen,
    State,
    _,
)

from .cells import FREE, board, chain, lacking, links, mirrored, missing

SIZES = (5, 6, 7)
"""On larger boards a cell of a phone is smaller than a finger."""
SWAP = "swap"
LOOKED = 10
"""So many cells are worth a look."""
TEMPO = 0.5
"""The turn is worth so many stones."""


class Stones(State):
    """``cells``: row after row, each free or the seat whose stone is there."""

    cells: str = ""


rules = Rules(
    "hex",
    _("Hex"),
    Stones,
    players=(2,),
    package=__package__ or "",
    options=[Option(name="size", label=_("Cells on each side"), values=SIZES, default=7)],
    outcome="win",
    agreed_draw=False,
    counts_after=3,
    written_for="1.0.0",
)


@rules.setup
def setup(game: Game[Stones]) -> None:
    game.state.cells = FREE * game.option("size") ** 2
    game.ask(0, Place)


@rules.decision
class Place(Kind):
    prompt = _("Place a stone")
    first_time = _("Two stones with two free cells between them are as good as linked.")
    public = True

    def choices(self, game: Game[Stones], seat: int) -> list[Choice]:
        cells = game.state.cells
        free: list[Choice] = [
            (name,)
            for name, stone in zip(board(len(cells)).names, cells, strict=True)
            if stone == FREE
        ]
        return [*free, (SWAP,)] if seat == 1 and len(free) == len(cells) - 1 else free

    def chosen(self, game: Game[Stones], seat: int, name: str) -> None:
        cells = game.state.cells
        if name == SWAP:
            cell = mirrored(cells.index("0"), board(len(cells)).size)
            cells = FREE * len(cells)
            game.tell("swapped", seat=seat, cell=board(len(cells)).names[cell])
        else:
            cell = board(len(cells)).names.index(name)
            game.tell("placed", seat=seat, cell=name)
        game.state.cells = cells = f"{cells[:cell]}{seat}{cells[cell + 1 :]}"
        game.end_turn(seat)
        stones = chain(cells, seat, cell)
        if links(cells, seat, stones):
            names = [board(len(cells)).names[stone] for stone in stones]
            game.tell("linked", seat=seat, cells=names)
            game.finish_won(seat, "link")
        else:
            game.ask(1 - seat, Place)


@rules.view
def view(game: Game[Stones], seat: int | None) -> Json:
    """All see everything."""
    return {"size": game.option("size"), "cells": game.state.cells}


# How programs play --------------------------------------------------------------------------------


@lru_cache(10_000)  # nothing but the cells decides it; about 2 MB
def _lacking(cells: str) -> tuple[int, int]:
    return lacking(cells, 0), lacking(cells, 1)


@rules.worth
def worth(game: Game[Stones], seat: int) -> float:
    """Of 100 games, how many the seat wins from here, by the stones that either seat lacks."""
    lacks = _lacking(game.state.cells)
    turn = TEMPO if game.state.open[0].seat == seat else -TEMPO
    return 100 / (1 + math.exp(lacks[seat] - lacks[1 - seat] - turn))


@rules.candidates
def candidates(game: Game[Stones], decision: Decision, choices: list[Choice]) -> list[Choice]:
    """Where the shortest ways of both seats cross; of equal ones those in the middle. The first
    stone may be any, as a good one is taken over."""
    cells = game.state.cells
    lines = board(len(cells))
    if cells.count(FREE) == len(cells):
        return choices
    ways = [missing(cells, seat, side) for seat in (0, 1) for side in (0, 1)]
    middle = (lines.size - 1) / 2

    def order(choice: Choice) -> tuple[float, ...]:
        if choice == (SWAP,):
            return (0.0,)
        cell = lines.names.index(choice[0])
        row, column = divmod(cell, lines.size)
        lacks = sum(way[cell] for way in ways)
        return (lacks, abs(row - middle) + abs(column - middle) + abs(row + column - 2 * middle))

    return sorted(choices, key=order)[:LOOKED]


@rules.bot
def crossing(seen: Seen) -> Choice:
    """Places where the shortest ways of both seats cross, and looks no further."""
    if set(seen.view["cells"]) == {FREE}:
        return seen.rng.choice(seen.choices)
    return candidates(seen.sample(), seen.decision, seen.choices)[0]


rules.levels = Levels(
    search="replies",
    nodes=600,
    measured=(
        Measured("good", 2, 100, 1.0, 0.963, 1.0),
        Measured("strong", 2, 100, 0.76, 0.6677, 0.8331),
    ),
)
