"""The interface of a kind of tournament: which tables it sets up, and when.

A kind is asked after each result, and returns the tables that are due and do not exist yet. Its
answer depends only on what is stored, so asking twice has the same effect as asking once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.models import Tournament
from games.tournaments.kinds.standing import Board, Place, Row, compute_standings


class Pairing(NamedTuple):
    """A table to be set up: its place, and entrants in the order of their seats."""

    place: Place
    entrants: tuple[int, ...]


class Column(NamedTuple):
    """A round of an elimination in the drawing: its ``side``, its ``number`` there, its matches."""

    round: int
    side: str
    number: int
    matches: int


class Slot(NamedTuple):
    """A match of an elimination: the entrants known so far, and those who advance once it is
    decided."""

    people: list[int]
    onward: list[int] | None


class Event(NamedTuple):
    """A line of the log."""

    kind: str
    data: Mapping[str, Any]


class Field(NamedTuple):
    """The state that a kind works on: entrants, highest seed first, those who are gone, and tables.

    In a league it also has everyone's division, in a ``lasting`` kind the log.
    """

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
        """The people of each division, the highest division first."""
        numbers = sorted(set(self.divisions.values()))
        return [[each for each in self.seeded if self.divisions[each] == n] for n in numbers]

    def ranked(self, stage: int, group: int) -> list[Row]:
        """By points."""
        boards = [each for each in self.boards if each.place[:2] == (stage, group)]
        people = {entrant for board in boards for entrant in board.people}
        tournament, seeds = self.tournament, self.seeds
        return compute_standings(
            boards,
            seeds={each: seeds[each] for each in people},
            by_place=tournament.points,
            tie_breaks=tournament.tie_breaks,
            gone=self.gone,
            kind=tournament.kind,
            arithmetic=tournament.arithmetic,
        )


class Kind:
    """A kind of tournament.

    * ``eager``: some tables may be due while others are not over.
    * ``overlapping``: all rounds of a stage run at the same time.
    * ``in_rounds``: there are rounds.
    * ``lasting``: it runs from its opening on, and people come and go; its log gives the standings.
    * ``joins_late``: people can join until its end.
    * ``live``: its clocks are of minutes.
    * ``most_lapses``: a player who loses this many games on time is out.
    """

    eager = False
    #: Players on the waiting list replace those who leave in the first round.
    substitutes = True
    overlapping = False
    in_rounds = True
    lasting = False
    joins_late = False
    live = False
    most_lapses: int | None = 2
    most_people = 256
    #: The tie-breaks, unless others are declared.
    tie_breaks: tuple[str, ...] = ()
    #: The possible numbers of players at a table.
    tables: tuple[int, ...] = (2, 3, 4)
    #: The least and the most days of each stage or round.
    days = (1, 120)

    def stages(self, tournament: Tournament, people: int) -> int:
        """How many times ``tournament.days`` it takes with this many people."""
        raise NotImplementedError

    def in_a_row(self, tournament: Tournament, people: int) -> int:
        """How many games a person who plays to the end plays one after the other."""
        return self.stages(tournament, people) * tournament.match

    def due(self, field: Field) -> list[Pairing]:
        """The tables to be set up now.

        Empty if nothing is left to play, or if existing tables must end first.
        """
        raise NotImplementedError

    def may_end(self, tournament: Tournament, now: datetime) -> bool:
        """Whether it is over when no table is left."""
        return True

    def groups(self, field: Field) -> set[tuple[int, int]]:
        """The existing stages and groups."""
        return {board.place[:2] for board in field.boards}

    def lasts(self, tournament: Tournament, people: int) -> timedelta:
        return timedelta(days=tournament.days) * self.stages(tournament, people)

    def ends(self, tournament: Tournament, place: Place) -> timedelta:
        """How long after its beginning the tournament settles this table at the latest."""
        return timedelta(days=tournament.days) * (place.stage + 1)

    def standings(self, field: Field, stage: int, group: int) -> list[Row]:
        return field.ranked(stage, group)

    def columns(self, people: int, players: int) -> list[Column]:
        """The rounds of an elimination, in order."""
        return []

    def slots(self, field: Field) -> dict[tuple[int, int], Slot]:
        """All matches of an elimination, by round and number, including future ones."""
        return {}

    def settled(self, field: Field, place: Place) -> bool:
        """Whether others already play based on this table's result, so that it cannot be
        changed."""
        return any(board.place.stage > place.stage for board in field.boards)
