"""Tournaments worked out by a kind's plain functions, without rows and without games."""

import random
from collections.abc import Sequence

from games.models import Tournament
from games.tournaments.kinds.kind import Field, Kind
from games.tournaments.kinds.standing import Board, Seated


def to_the_end(
    kind: Kind,
    here: Tournament,
    people: int,
    *,
    chance: random.Random,
    leave: float = 0.0,
) -> list[Board]:
    """All tables, with random winners; a share of the people never turns up, and loses."""
    seeded = range(1, people + 1)
    gone = frozenset(each for each in seeded if chance.random() < leave)
    boards: list[Board] = []
    for _step in range(1000):
        field = Field(here, seeded, gone, boards)
        pairings = kind.due(field)
        if not pairings:
            return boards
        boards = boards + [
            Board(each.place, _ranked(each.entrants, gone, chance), _how(each.entrants, gone))
            for each in pairings
        ]
    raise AssertionError("it never ends")


def _ranked(
    people: Sequence[int], gone: frozenset[int], chance: random.Random
) -> tuple[Seated, ...]:
    there = [each for each in people if each not in gone]
    order = sorted(there, key=lambda each: chance.random())
    return tuple(
        Seated(each, len(there) + 1, left=True)
        if each in gone
        else Seated(each, order.index(each) + 1)
        for each in people
    )


def _how(people: Sequence[int], gone: frozenset[int]) -> str:
    if len(people) == 1:
        return "bye"
    return "played" if len(set(people) - gone) > 1 else "walkover"
