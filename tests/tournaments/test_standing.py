"""The points of tables, and the standings by them."""

import pytest

from games.models import Tournament
from games.tournaments.kinds.standing import Board, Place, Seated, compute_standings, points

ONE, TWO, THREE, FOUR = 1, 2, 3, 4


def board(number: int, *ranked: tuple[int, int], left: int = 0, how: str = "played") -> Board:
    """A table with (entrant, rank), of whom one may have left."""
    seated = [Seated(entrant, rank, left=entrant == left) for entrant, rank in ranked]
    return Board(Place(0, 0, number, 0), tuple(seated), how)


def stand(boards: list[Board], people: int = 3, **more: object) -> list[tuple[int, float]]:
    seeds = {entrant: entrant for entrant in range(1, people + 1)}
    given: dict = {"by_place": [1, 0], "tie_breaks": ["direct", "berger"], **more}
    return [(row.entrant, row.score) for row in compute_standings(boards, seeds=seeds, **given)]


def test_equals_share_what_their_places_give() -> None:
    assert points(board(1, (ONE, 1), (TWO, 1)), [1, 0]) == {ONE: 0.5, TWO: 0.5}
    four = board(1, (ONE, 1), (TWO, 2), (THREE, 2), (FOUR, 4))
    assert points(four, [6, 4, 2, 0]) == {ONE: 6, TWO: 3, THREE: 3, FOUR: 0}


def test_a_bot_that_played_on_wins_nobody_points() -> None:
    four = board(1, (ONE, 1), (TWO, 2), (THREE, 3), (FOUR, 4), left=FOUR)
    assert points(four, [4, 3, 2, 1])[FOUR] == 0


def test_equal_points_are_settled_by_the_game_against_each_other() -> None:
    boards = [
        board(1, (ONE, 2), (TWO, 1)),
        board(2, (TWO, 2), (FOUR, 1)),
        board(3, (ONE, 1), (THREE, 2)),
        board(4, (FOUR, 2), (THREE, 1)),
    ]
    ranked = stand(boards, 4)
    assert [score for _entrant, score in ranked] == [1, 1, 1, 1]
    two = [board(1, (ONE, 2), (TWO, 1))]
    assert stand([*two, board(2, (ONE, 1), (THREE, 2))], 2)[0] == (TWO, 1)


def test_the_points_of_those_beaten_count_then() -> None:
    boards = [
        board(1, (ONE, 1), (TWO, 2)),
        board(2, (THREE, 1), (FOUR, 2)),
        board(3, (TWO, 1), (FOUR, 2)),
    ]
    ranked = stand(boards, 4, tie_breaks=["berger"])
    assert [entrant for entrant, _score in ranked] == [ONE, TWO, THREE, FOUR]


def test_a_player_who_leaves_a_round_robin_early_leaves_no_trace_in_it() -> None:
    """Nobody owes a place to having met in time somebody who vanished."""
    boards = [
        board(1, (ONE, 1), (FOUR, 2)),
        board(2, (TWO, 1), (FOUR, 2), left=FOUR, how="walkover"),
        board(3, (THREE, 1), (FOUR, 2), left=FOUR, how="walkover"),
        board(4, (TWO, 1), (THREE, 2)),
    ]
    assert stand(boards, 4, gone=[FOUR], kind="robin") == [(2, 1), (1, 0), (3, 0), (4, 0)]


def test_a_player_who_leaves_it_late_has_lost_the_rest() -> None:
    boards = [
        board(1, (ONE, 2), (FOUR, 1)),
        board(2, (TWO, 2), (FOUR, 1)),
        board(3, (THREE, 1), (FOUR, 2), left=FOUR, how="walkover"),
    ]
    ranked = stand(boards, 4, gone=[FOUR], kind="robin")
    assert ranked == [(3, 1), (1, 0), (2, 0), (4, 2)]


@pytest.mark.parametrize("kind", ["", "robin"])
def test_a_table_that_is_not_over_counts_for_nobody(kind: str) -> None:
    open_ = Board(Place(0, 0, 1, 0), (Seated(ONE), Seated(TWO)))
    assert stand([open_], 2, kind=kind) == [(1, 0), (2, 0)]


def places(boards: list[Board], people: int, **more: object) -> dict[int, int]:
    seeds = {entrant: entrant for entrant in range(1, people + 1)}
    given: dict = {"by_place": [1, 0], "tie_breaks": ["buchholz", "berger", "direct"], **more}
    return {row.entrant: row.place for row in compute_standings(boards, seeds=seeds, **given)}


def breaks(boards: list[Board], people: int, *names: str, **more: object) -> dict[int, list[float]]:
    seeds = {entrant: entrant for entrant in range(1, people + 1)}
    given: dict = {"by_place": [1, 0], "tie_breaks": names, **more}
    return {row.entrant: row.breaks for row in compute_standings(boards, seeds=seeds, **given)}


def test_equal_to_the_last_tie_break_they_share_a_place() -> None:
    drawn = [board(1, (ONE, 1), (TWO, 1)), board(1, (THREE, 1), (FOUR, 2))]
    assert places(drawn, 4) == {THREE: 1, ONE: 2, TWO: 2, FOUR: 4}


def test_a_tournament_of_before_keeps_every_place_and_its_tie_breaks() -> None:
    before: dict = {"arithmetic": Tournament.Arithmetic.NUMBERED}
    drawn = [board(1, (ONE, 1), (TWO, 1)), board(1, (THREE, 1), (FOUR, 2))]
    assert places(drawn, 4, **before) == {THREE: 1, ONE: 2, TWO: 3, FOUR: 4}
    free = [board(1, (ONE, 1), how="bye")]
    assert breaks(free, 1, "buchholz", "berger", **before) == {ONE: [0, 0]}
    four = [board(1, (ONE, 1), (TWO, 2), (THREE, 3), (FOUR, 4))]
    summed = breaks(four, 4, "buchholz", by_place=[3, 2, 1, 0], **before)
    assert summed[ONE] == [3]


def test_a_bye_and_a_walkover_count_as_a_game_against_ones_own_points() -> None:
    """Two have won twice, one of them once without a game: neither is below for that."""
    boards = [
        board(1, (ONE, 1), (THREE, 2)),
        board(1, (TWO, 1), how="bye"),
        board(2, (ONE, 1), (FOUR, 2), left=FOUR, how="walkover"),
        board(2, (TWO, 1), (THREE, 2)),
    ]
    found = breaks(boards, 4, "buchholz", "berger")
    assert found[ONE] == [2, 2]
    assert found[TWO] == [2, 2]
    assert found[FOUR] == [0, 0]
    assert places(boards, 4)[ONE] == places(boards, 4)[TWO] == 1


def test_a_walkover_is_no_game_against_each_other_but_where_all_meet_all() -> None:
    boards = [
        board(1, (ONE, 1), (TWO, 2), left=TWO, how="walkover"),
        board(2, (TWO, 1), (THREE, 2)),
    ]
    assert breaks(boards, 3, "direct")[ONE] == [0]
    assert breaks(boards, 3, "direct", kind="robin")[ONE] == [1]
    assert breaks(boards, 3, "buchholz", kind="robin")[ONE] == [1]


def test_where_no_game_began_in_time_nobody_gets_anything() -> None:
    boards = [
        board(1, (ONE, 1), (TWO, 1), how="unplayed"),
        board(1, (THREE, 1), (FOUR, 2)),
        board(2, (ONE, 1), (THREE, 2)),
    ]
    assert points(boards[0], [1, 0]) == {ONE: 0, TWO: 0}
    assert stand(boards, 4, tie_breaks=[])[:2] == [(ONE, 1), (THREE, 1)]
    found = breaks(boards, 4, "buchholz", "berger", "direct")
    assert found[ONE] == [1 + 1, 1, 0]  # an opponent with the player's own points, who has won
    assert found[TWO] == [0, 0, 0]
    assert breaks(boards, 4, "berger", kind="robin")[TWO] == [0]
    ranked = compute_standings(
        boards, seeds={1: 1, 2: 2, 3: 3, 4: 4}, by_place=[1, 0], tie_breaks=[]
    )
    assert {row.entrant: row.played for row in ranked} == {ONE: 1, TWO: 0, THREE: 2, FOUR: 1}


def test_at_larger_tables_tie_breaks_are_means_so_a_small_table_is_no_loss() -> None:
    given: dict = {"by_place": [3, 2, 1, 0]}
    boards = [
        board(1, (1, 1), (2, 2), (3, 3), (4, 4)),
        board(1, (5, 1), (6, 2), (7, 3)),
    ]
    found = breaks(boards, 7, "buchholz", "berger", **given)
    assert found[1] == [1, 1]
    assert found[5] == [1.5, 1.5]
    assert found[4] == [2, 0]
    free = [*boards, board(2, (7, 1), how="bye")]
    assert breaks(free, 7, "buchholz", **given)[7] == [(2.5 + 4) / 2]


def test_thirds_in_another_order_are_equal() -> None:
    """Three firsts share one point: 1/3 + 1/3 + 2 is not 2 + 1/3 + 1/3 in floating point."""
    boards = [
        board(1, (1, 1), (2, 1), (3, 1)),
        board(2, (1, 1), (4, 1), (5, 1)),
        board(3, (1, 1), (6, 2), (7, 3)),
        board(1, (8, 1), (6, 2), (7, 3)),
        board(2, (8, 1), (2, 1), (3, 1)),
        board(3, (8, 1), (4, 1), (5, 1)),
    ]
    found = places(boards, 8, by_place=[0.7, 0.2, 0.1], tie_breaks=())
    assert found[1] == found[8] == 1
