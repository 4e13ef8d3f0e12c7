"""Tournaments of 8, 37 and 256 people, of whom a tenth never turn up, by plain functions."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from games.models import Tournament
from games.tournaments.kinds import kinds
from games.tournaments.kinds.kind import Field
from games.tournaments.kinds.standing import Board
from games.tournaments.plan import usual_points
from tests.tournaments.simulated import to_the_end


def of(kind: str, players: int, **more: Any) -> Tournament:
    breaks = list(kinds.KINDS[kind].tie_breaks)
    points = usual_points(players)
    here = Tournament(kind=kind, type="lanterns", players=players, points=points, days=14, **more)
    here.tie_breaks = breaks
    return here


def played(here: Tournament, people: int) -> tuple[Field, list[Board]]:
    """To its end; all tables are settled by its date."""
    kind = kinds.get_kind(here)
    boards = to_the_end(kind, here, people, chance=random.Random(people), leave=0.1)
    gone = frozenset(one.entrant for each in boards for one in each.seated if one.left)
    field = Field(here, range(1, people + 1), gone, boards)
    assert kind.due(field) == []
    assert all(kind.ends(here, each.place) <= kind.lasts(here, people) for each in boards)
    return field, boards


def meetings(boards: list[Board]) -> Counter[tuple[int, ...]]:
    return Counter(pair for each in boards for pair in combinations(sorted(each.people), 2))


@pytest.mark.slow
@pytest.mark.parametrize("people", [8, 37, 256])
@pytest.mark.parametrize("players", [2, 4])
def test_a_round_robin_lets_all_of_a_group_meet_equally_often(people: int, players: int) -> None:
    here = of("robin", players, group_size=8 if players == 2 else 13)
    field, boards = played(here, people)
    last = max(each.place.stage for each in boards)
    for stage in range(last + 1):
        of_stage = [each for each in boards if each.place.stage == stage]
        for group in {each.place.group for each in of_stage}:
            met = meetings([each for each in of_stage if each.place.group == group])
            assert len(set(met.values())) == 1
    finals = {each.place.group for each in boards if each.place.stage == last}
    assert len(finals) < players, "more winners than that would meet once more"
    for group in finals:
        assert kinds.get_kind(here).standings(field, last, group)[0].entrant not in field.gone


@pytest.mark.slow
@pytest.mark.parametrize(
    ("people", "players", "rounds"),
    [(8, 2, 3), (37, 2, 6), (256, 2, 8), (8, 4, 1), (37, 4, 4), (256, 4, 8)],
)
def test_in_a_swiss_nobody_meets_twice(people: int, players: int, rounds: int) -> None:
    field, boards = played(of("swiss", players, rounds=rounds), people)
    assert max(meetings(boards).values()) == 1
    rows = kinds.get_kind(field.tournament).standings(field, 0, 0)
    assert {row.entrant for row in rows} == {one for each in boards for one in each.people}
    assert len(rows) >= people * 0.8
    assert max(each.place.round for each in boards) == rounds
