"""Boards as data: names, neighbours and ways of their cells, and where these are drawn."""

from itertools import combinations, pairwise
from math import dist

import pytest

from games.rules.engine.grids import (
    SIZE,
    Grid,
    hexagon_grid,
    rhombus_grid,
    square_grid,
    swap_owners,
)

GRIDS = {
    "squares": square_grid(8),
    "a long board": square_grid(4, 7),
    "rhombus": rhombus_grid(7),
    "hexagon": hexagon_grid(4),
}
LARGE = {
    "13 lines": square_grid(13),
    "19 lines": square_grid(19),
    "a rhombus of 13": rhombus_grid(13),
    "a rhombus of 19": rhombus_grid(19),
    "a hexagon of 13 columns": hexagon_grid(7),
    "a hexagon of 19 columns": hexagon_grid(10),
}
each_grid = pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)


def named(grid: Grid, numbers: tuple[int, ...]) -> list[str]:
    return [grid.names[number] for number in numbers]


def test_squares_are_named_as_in_chess() -> None:
    grid = square_grid(8)
    assert (grid.names[0], grid.names[7], grid.names[63]) == ("a1", "h1", "h8")
    assert grid.cells[grid.number("a1")].dark
    assert not grid.cells[grid.number("h1")].dark
    assert grid.drawn[0].name == "a8"
    assert grid.drawn[-1].name == "h1"


def test_a_ray_leads_to_the_edge_straight_ways_before_diagonal_ones() -> None:
    grid = square_grid(8)
    rays = [" ".join(named(grid, ray)) for ray in grid.rays[grid.number("c2")]]
    assert rays[:4] == ["d2 e2 f2 g2 h2", "c3 c4 c5 c6 c7 c8", "b2 a2", "c1"]
    assert rays[4:] == ["d3 e4 f5 g6 h7", "b3 a4", "b1", "d1"]


def test_hexes_have_six_neighbours_inside_and_fewer_at_the_edge() -> None:
    grid = hexagon_grid(3)
    assert len(grid.names) == 19
    assert sorted(map(len, grid.near)) == [3] * 6 + [4] * 6 + [6] * 7
    assert named(grid, grid.near[grid.number("c3")]) == ["d3", "c4", "b4", "b3", "c2", "d2"]
    assert len(rhombus_grid(5).names) == 25
    assert sorted(map(len, rhombus_grid(5).near))[:5] == [2, 2, 3, 3, 4]


@each_grid
def test_neighbours_are_those_that_are_drawn_a_cell_apart_and_nothing_is_nearer(grid: Grid) -> None:
    for one, other in combinations(grid.cells, 2):
        apart = dist((one.x, one.y), (other.x, other.y))
        assert apart > SIZE - 0.2
        assert (apart < SIZE + 0.2) is (other.number in grid.near[one.number])
        assert (other.number in grid.near[one.number]) is (one.number in grid.near[other.number])


@each_grid
def test_rays_are_straight_and_lines_are_the_longest_of_them(grid: Grid) -> None:
    for cell, rays in zip(grid.cells, grid.rays, strict=True):
        for ray in rays:
            points = [cell, *(grid.cells[number] for number in ray)]
            steps = [(b.x - a.x, b.y - a.y) for a, b in pairwise(points)]
            assert all(dist(step, steps[0]) < 0.3 for step in steps), "but for rounding"
    longest = max(dist(*line) for line in grid.lines)
    assert longest >= max(dist((a.x, a.y), (b.x, b.y)) for a in grid.cells for b in grid.cells
                          if b.number in grid.rays[a.number][0]) - 0.3  # fmt: skip


@pytest.mark.parametrize("grid", (GRIDS | LARGE).values(), ids=GRIDS | LARGE)
def test_every_coordinate_and_cell_is_inside_the_drawing(grid: Grid) -> None:
    for cell in grid.cells:
        assert SIZE / 2 < cell.x < grid.width - SIZE / 2
        assert SIZE / 2 < cell.y < grid.height - SIZE / 2
    assert grid.letter >= 0.99 * grid.width / 30, "a phone shows it 366 px wide"
    for said, x, y in grid.letters + grid.numbers:
        wide, high = len(said) * 0.3 * grid.letter, 0.35 * grid.letter
        middle = y - high
        assert wide <= x <= grid.width - wide
        assert high <= middle <= grid.height - high
        for cell in grid.cells:
            beside = max(abs(cell.x - x) - wide, 0), max(abs(cell.y - middle) - high, 0)
            assert dist(beside, (0, 0)) > SIZE / 2, "no stone covers it"
    places = [(round(x), round(y)) for _said, x, y in grid.letters + grid.numbers]
    assert len(set(places)) == len(places)


def test_columns_after_z_have_two_letters() -> None:
    grid = square_grid(30, 2)
    assert [grid.names[n] for n in (0, 25, 26, 29)] == ["a1", "z1", "aa1", "ad1"]
    assert grid.number("ab2") == 57
    assert [said for said, _x, _y in grid.letters][25:28] == ["z", "aa", "ab"]


def test_a_swap_exchanges_the_owners_of_stones() -> None:
    assert swap_owners("01..1") == "10..0"
