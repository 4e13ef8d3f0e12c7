"""An arena: its rules, and the standings from the results of its tables alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from statistics import fmean
from typing import Annotated

import msgspec
from msgspec import Meta

from games.models import Table, Tournament
from games.tournaments.kinds.kind import Field, Kind, Pairing
from games.tournaments.kinds.standing import POINTLESS, Board, Place, Row, numbered

#: Points for a game, and for a win in a row of at least ``STREAK`` wins.
WIN, DRAW, WIN_IN_ROW = 2, 1, 4
STREAK = 3
#: Tables that count for nobody: a cancelled game is no draw, as the next one begins at once.
UNCOUNTED = (*POINTLESS, Table.How.CANCELLED)
#: How much a result against an equal opponent says about a rating, on the scale of pages.
SWING = 400
#: What the columns after the points are.
BREAKS = ("won", "row", "longest")


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that only arenas have.

    For how many minutes people are paired, how many more a game may take that runs at the end, and
    whether guests may join.
    """

    minutes: Annotated[int, Meta(ge=30, le=180)] = 60
    grace_minutes: Annotated[int, Meta(ge=1, le=30)] = 10
    guests: bool = False


def rules(tournament: Tournament) -> Rules:
    return msgspec.convert(tournament.arena or {}, Rules)


class Arena(Kind):
    """Rounds that never end: whoever is free is paired at once (``games.tournaments.arena``)."""

    substitutes = False
    in_rounds = False
    joins_late = True
    live = True
    most_lapses = None
    most_people = 500
    tables = (2,)
    days = (1, 1)

    def stages(self, tournament: Tournament, people: int) -> int:
        return 1

    def due(self, field: Field) -> list[Pairing]:
        return []

    def groups(self, field: Field) -> set[tuple[int, int]]:
        return {(0, 0)}

    def lasts(self, tournament: Tournament, people: int) -> timedelta:
        return timedelta(minutes=rules(tournament).minutes)

    def ends(self, tournament: Tournament, place: Place) -> timedelta:
        return timedelta(minutes=rules(tournament).minutes + rules(tournament).grace_minutes)

    def settled(self, field: Field, place: Place) -> bool:
        return False

    def standings(self, field: Field, stage: int, group: int) -> list[Row]:
        """By points, then by games won; who is equal in both shares the place."""
        sheets, seeds = add_up(field.boards), field.seeds

        def order(entrant: int) -> tuple[bool, int, int]:
            sheet = sheets[entrant]
            return entrant in field.gone, -sheet.points, -sheet.won

        ranked = sorted(seeds, key=lambda each: (order(each), seeds[each]))
        places = numbered([order(each) for each in ranked], field.tournament.arithmetic)
        return [
            Row(each, place, float(sheet.points), sheet.played, sheet.breaks)
            for each, place in zip(ranked, places, strict=True)
            for sheet in [sheets[each]]
        ]


@dataclass
class Sheet:
    """What a person's games have given: in how many wins in a row they are, and were at most."""

    points: int = 0
    played: int = 0
    won: int = 0
    row: int = 0
    longest: int = 0
    results: list[tuple[int, float]] = field(default_factory=list)

    @property
    def breaks(self) -> list[float]:
        return [float(n) for n in (self.won, self.row, self.longest)]

    def enter(self, other: int, result: float) -> int:
        """Count a game (1 won, 0.5 drawn, 0 lost) against this opponent; return its points."""
        self.played += 1
        self.results.append((other, result))
        if result != 1:
            self.row = 0
            given = DRAW if result else 0
        else:
            self.won, self.row = self.won + 1, self.row + 1
            self.longest = max(self.longest, self.row)
            given = WIN_IN_ROW if self.row >= STREAK else WIN
        self.points += given
        return given


def add_up(boards: Iterable[Board]) -> dict[int, Sheet]:
    """Everybody's games in their order; a person has one at a time, so it is that of the tables."""
    sheets: dict[int, Sheet] = defaultdict(Sheet)
    for board in sorted(boards, key=lambda each: each.place):
        if board.over and board.how not in UNCOUNTED and len(board.seated) == 2:
            one, other = board.seated
            sheets[one.entrant].enter(other.entrant, result_of(board, one.entrant))
            sheets[other.entrant].enter(one.entrant, result_of(board, other.entrant))
    return sheets


def result_of(board: Board, entrant: int) -> float:
    """1 for a win, 0.5 for a draw, 0 for a loss. A player who left has lost, whoever played on."""
    [mine] = [one for one in board.seated if one.entrant == entrant]
    if mine.left:
        return 0.0
    ranks = sorted(one.rank or 0 for one in board.seated)
    if ranks[0] == ranks[-1]:
        return 0.5
    return 1.0 if mine.rank == ranks[0] else 0.0


def performance(sheet: Sheet, ratings: Mapping[int, float]) -> int | None:
    """The rating that would explain these results: that of the opponents, and up to 400 more or
    less."""
    if not sheet.results:
        return None
    met = fmean(ratings[other] for other, _result in sheet.results)
    return round(met + SWING * (2 * fmean(result for _other, result in sheet.results) - 1))
