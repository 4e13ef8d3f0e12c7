"""What a kind of tournament is: which tables it sets up, and when.

A kind is asked after each result, and returns the tables that are due and not there yet. Its answer
depends only on what is stored, so asking twice has the same effect as asking once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.models import Tournament
from games.tournaments.kinds.standing import Board, Place, Row, rows


class Pairing(NamedTuple):
    """A table to be set up: its place, and entrants in the order of their seats."""

    place: Place
    entrants: tuple[int, ...]


class Column(NamedTuple):
    """A round of an elimination as it is drawn: on which ``side``, the ``number`` there, how many
    matches it has."""

    round: int
    side: str
    number: int
    matches: int


class Slot(NamedTuple):
    """A match of an elimination: the entrants known so far, and those who go on once it is
    decided."""

    people: list[int]
    onward: list[int] | None


class Event(NamedTuple):
    """A line of the log."""

    kind: str
    data: Mapping[str, Any]


class Field(NamedTuple):
    """The entrants, the highest seed first, those of them who are gone, and the tables so far; in a
    league also everyone's division; in a ``lasting`` kind also the log."""

    tournament: Tournament
    seeded: Sequence[int]
    gone: frozenset[int]
    boards: Sequence[Board]
    divisions: Mapping[int, int] = {}
    events: Sequence[Event] = ()

    @property
    def seeds(self) -> dict[int, int]:
        return {entrant: seed for seed, entrant in enumerate(self.seeded, 1)}

    @property
    def divided(self) -> list[list[int]]:
        """The people of each division, the highest first."""
        numbers = sorted(set(self.divisions.values()))
        return [[each for each in self.seeded if self.divisions[each] == n] for n in numbers]

    def ranked(self, stage: int, group: int) -> list[Row]:
        """By points."""
        boards = [each for each in self.boards if each.place[:2] == (stage, group)]
        people = {entrant for board in boards for entrant in board.people}
        tournament, seeds = self.tournament, self.seeds
        return rows(
            boards,
            seeds={each: seeds[each] for each in people},
            by_place=tournament.points,
            tie_breaks=tournament.tie_breaks,
            gone=self.gone,
            kind=tournament.kind,
            arithmetic=tournament.arithmetic,
        )


class Kind:
    """A kind of tournament. ``eager``: some tables may be due while others are not over;
    ``overlapping``: all rounds of a stage run at the same time; ``in_rounds``: there are any.
    ``lasting``: it runs from its opening on, and people come and go; its log says who stands
    where."""

    eager = False
    #: Players on the waiting list replace those who leave in the first round.
    substitutes = True
    overlapping = False
    in_rounds = True
    lasting = False
    #: What decides between equals, unless something else is declared.
    tie_breaks: tuple[str, ...] = ()
    #: How many may sit at a table.
    tables: tuple[int, ...] = (2, 3, 4)
    #: How many days at least and at most, of each stage or round.
    days = (1, 120)

    def stages(self, tournament: Tournament, people: int) -> int:
        """How often ``tournament.days`` it takes with so many people."""
        raise NotImplementedError

    def in_a_row(self, tournament: Tournament, people: int) -> int:
        """How many games somebody who plays to the end plays one after the other."""
        return self.stages(tournament, people) * tournament.match

    def due(self, field: Field) -> list[Pairing]:
        """The tables to be set up now; empty where nothing is left to be played or some of what is
        there has to be over first."""
        raise NotImplementedError

    def may_end(self, tournament: Tournament, now: datetime) -> bool:
        """Whether it is over when no table is left."""
        return True

    def groups(self, field: Field) -> set[tuple[int, int]]:
        """The stages and groups that there are."""
        return {board.place[:2] for board in field.boards}

    def lasts(self, tournament: Tournament, people: int) -> timedelta:
        return timedelta(days=tournament.days) * self.stages(tournament, people)

    def ends(self, tournament: Tournament, place: Place) -> timedelta:
        """How long after its beginning the tournament settles this table at the latest."""
        return timedelta(days=tournament.days) * (place.stage + 1)

    def standings(self, field: Field, stage: int, group: int) -> list[Row]:
        return field.ranked(stage, group)

    def columns(self, people: int, players: int) -> list[Column]:
        """Of an elimination, its rounds in their order."""
        return []

    def slots(self, field: Field) -> dict[tuple[int, int], Slot]:
        """Of an elimination, all its matches by round and number, those to come too."""
        return {}

    def settled(self, field: Field, place: Place) -> bool:
        """Whether others play on by what has come of this table, so that it cannot be changed."""
        return any(board.place.stage > place.stage for board in field.boards)
