"""What kinds of tournaments there are: one class each, with which tables it sets up, and when.

A kind is asked after each result, and gives the tables that are due and not there yet; what it
gives depends only on what is stored, so that asking twice is as asking once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from games.models import Tournament
from games.tournaments import robin
from games.tournaments.standing import Board, Place, Row, rows


class Pairing(NamedTuple):
    """A table to be set up: its place, and entrants in the order of their seats."""

    place: Place
    entrants: tuple[int, ...]


class Field(NamedTuple):
    """Who takes part, the strongest first, who of them has gone, and the tables so far."""

    tournament: Tournament
    seeded: Sequence[int]
    gone: frozenset[int]
    boards: Sequence[Board]

    @property
    def seeds(self) -> dict[int, int]:
        return {entrant: seed for seed, entrant in enumerate(self.seeded, 1)}

    def standings(self, stage: int, group: int) -> list[Row]:
        """Of those who are in this group."""
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
        )


class Kind:
    """A kind of tournament."""

    def stages(self, tournament: Tournament, people: int) -> int:
        """How often ``tournament.days`` it takes with so many people."""
        raise NotImplementedError

    def due(self, field: Field) -> list[Pairing]:
        """The tables to be set up now; empty where nothing is left to be played or some of what is
        there has to be over first."""
        raise NotImplementedError

    def lasts(self, tournament: Tournament, people: int) -> timedelta:
        return timedelta(days=tournament.days) * self.stages(tournament, people)

    def ends(self, tournament: Tournament, pairing: Pairing) -> timedelta:
        """How long after its beginning the tournament settles this table at the latest."""
        return timedelta(days=tournament.days) * (pairing.place.stage + 1)


class Robin(Kind):
    """Everybody in a group meets everybody; who wins it meets the other winners in a final group,
    in several stages if there are many. All tables of a stage are there from its beginning."""

    def stages(self, tournament: Tournament, people: int) -> int:
        number, groups = 1, len(self._sizes(tournament, people))
        while groups >= tournament.players:
            number, groups = number + 1, len(self._sizes(tournament, groups))
        return number

    def due(self, field: Field) -> list[Pairing]:
        if not field.boards:
            return self._stage(field, 0, field.seeded)
        if not all(board.over for board in field.boards):
            return []
        stage = max(board.place.stage for board in field.boards)
        groups = {board.place.group for board in field.boards if board.place.stage == stage}
        if len(groups) < field.tournament.players:
            return []
        first = [field.standings(stage, group)[0].entrant for group in sorted(groups)]
        winners = [each for each in field.seeded if each in set(first) - field.gone]
        return self._stage(field, stage + 1, winners)

    def _stage(self, field: Field, stage: int, people: Sequence[int]) -> list[Pairing]:
        sizes = self._sizes(field.tournament, len(people))
        return [
            Pairing(Place(stage, group, number, index), tuple(members[seat] for seat in table))
            for group, members in enumerate(robin.deal(people, sizes))
            for number, tables in enumerate(
                robin.schedule(len(members), field.tournament.players), 1
            )
            for index, table in enumerate(tables)
        ]

    def _sizes(self, tournament: Tournament, people: int) -> list[int]:
        return robin.groups(people, tournament.group_size, tournament.players)


KINDS: dict[str, Kind] = {Tournament.Kind.ROBIN: Robin()}


def of(tournament: Tournament) -> Kind:
    return KINDS[tournament.kind]
