"""Standings, computed from results alone: the same from the tables as from the log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby
from statistics import fmean
from typing import NamedTuple

from games.models import Table, Tournament

#: Kinds in which everybody in a group meets everybody.
ALL_MEET_ALL = (Tournament.Kind.ROBIN, Tournament.Kind.LEAGUE)
Arithmetic, How = Tournament.Arithmetic, Table.How
#: States of tables that are over without a game.
WITHOUT_GAME = (How.WALKOVER, How.UNPLAYED)
#: Points and tie-breaks are rounded to this many digits, or sums of thirds would break ties.
DIGITS = 4
#: Tables that give nobody points.
POINTLESS = (How.UNPLAYED, How.UNFINISHED)
#: A player who leaves a round robin before this share of their games does not count in it.
HALF = 0.5


class Seated(NamedTuple):
    """A player at a table: ``rank`` is None until the game is over; ``left``: before its end."""

    entrant: int
    rank: int | None = None
    score: int | None = None
    left: bool = False
    lapsed: bool = False


class Place(NamedTuple):
    """A table's place in its tournament; ``part`` of a match of several games."""

    stage: int
    group: int
    round: int
    number: int
    part: int = 0


@dataclass(frozen=True)
class Board:
    """One table with its players, in the order of their seats."""

    place: Place
    seated: tuple[Seated, ...]
    how: str = ""

    @property
    def over(self) -> bool:
        return all(one.rank is not None for one in self.seated)

    @property
    def people(self) -> list[int]:
        return [one.entrant for one in self.seated]


class Row(NamedTuple):
    """A line of the standings; ``breaks`` in the order of the tournament's tie-breaks."""

    entrant: int
    place: int
    score: float
    played: int
    breaks: list[float]


def points(board: Board, by_place: Sequence[float]) -> dict[int, float]:
    """The points of a finished table.

    Players with equal ranks share the points of their places. A player who left gets none, whoever
    played on, and nobody gets any if no game began, or ended, in time.
    """
    if board.how in POINTLESS:
        return dict.fromkeys(board.people, 0.0)
    ranks = sorted(one.rank or 0 for one in board.seated)
    given: dict[int, list[float]] = defaultdict(list)
    for place, rank in enumerate(ranks):
        given[rank].append(by_place[place])
    return {
        one.entrant: 0.0 if one.left else sum(given[one.rank or 0]) / len(given[one.rank or 0])
        for one in board.seated
    }


def counted_boards(boards: Iterable[Board], gone: Iterable[int], kind: str) -> list[Board]:
    """The finished tables that count.

    Where all meet all, tables of a player who left before half of their games do not count:
    otherwise places would depend on who met that player when.
    """
    boards = list(boards)
    if kind not in ALL_MEET_ALL:
        return [board for board in boards if board.over]
    erased = {each for each in gone if _share_played(boards, each) < HALF}
    return [board for board in boards if board.over and not erased.intersection(board.people)]


def _share_played(boards: Iterable[Board], entrant: int) -> float:
    own = [board for board in boards if entrant in board.people]
    played = sum(board.over and board.how not in WITHOUT_GAME for board in own)
    return played / len(own) if own else 0.0


def compute_standings(
    boards: Iterable[Board],
    *,
    seeds: Mapping[int, int],
    by_place: Sequence[float],
    tie_breaks: Sequence[str],
    gone: Iterable[int] = (),
    kind: str = "",
    arithmetic: int = Arithmetic.SHARED,
) -> list[Row]:
    """The standings of one group; ``seeds`` has its entrants.

    Players who tie share a place and are listed by seed.
    """
    gone = set(gone)
    ledger = Ledger(counted_boards(boards, gone, kind), by_place, kind, arithmetic)
    breaks = {each: [TIE_BREAKS[name](ledger, each) for name in tie_breaks] for each in seeds}

    def order(each: int, tie_breaks: int | None = None) -> tuple[bool, float, list[float]]:
        return each in gone, -ledger.score[each], [-n for n in breaks[each][:tie_breaks]]

    if "direct" in tie_breaks:
        at = tie_breaks.index("direct")
        before = partial(order, tie_breaks=at)
        for _before, equal in groupby(sorted(seeds, key=before), key=before):
            for each, among in ledger.among(list(equal)).items():
                breaks[each][at] = among
    ranked = sorted(seeds, key=lambda each: (order(each), seeds[each]))
    places = numbered([order(each) for each in ranked], arithmetic)
    return [
        Row(each, place, ledger.score[each], ledger.played[each], breaks[each])
        for each, place in zip(ranked, places, strict=True)
    ]


def numbered(ranked: Sequence[object], arithmetic: int) -> list[int]:
    """The places of these players, the best first; ties share one (1, 2, 2, 4)."""
    if arithmetic == Arithmetic.NUMBERED:
        return list(range(1, len(ranked) + 1))
    places: list[int] = []
    for place, (one, before) in enumerate(zip(ranked, [None, *ranked], strict=False), 1):
        places.append(places[-1] if place > 1 and one == before else place)
    return places


class Met(NamedTuple):
    """An opponent met at a table, and the points that the game gave to the player and to them."""

    other: int
    mine: float
    theirs: float


class Ledger:
    """What the tables that count have given to each player."""

    def __init__(
        self, boards: list[Board], by_place: Sequence[float], kind: str, arithmetic: int
    ) -> None:
        self.by_place, self.arithmetic = by_place, arithmetic
        #: Whether games that nobody played count as games against nobody in particular.
        self.virtual = arithmetic != Arithmetic.NUMBERED and kind not in ALL_MEET_ALL
        self.score: dict[int, float] = defaultdict(float)
        self.played: dict[int, int] = defaultdict(int)
        self.shares: dict[int, list[float]] = defaultdict(list)
        #: By entrant, the opponents met at each table.
        self.met: dict[int, list[list[Met]]] = defaultdict(list)
        for board in boards:
            self._enter(board, points(board, by_place))
        if arithmetic != Arithmetic.NUMBERED:
            for each, score in self.score.items():
                self.score[each] = round(score, DIGITS)

    def _enter(self, board: Board, given: dict[int, float]) -> None:
        total = sum(max(one.score or 0, 0) for one in board.seated)
        for one in board.seated:
            self.score[one.entrant] += given[one.entrant]
            self.played[one.entrant] += len(board.seated) > 1 and board.how != How.UNPLAYED
            if total and one.score is not None:
                self.shares[one.entrant].append(max(one.score, 0) / total)
            mine, lost = given[one.entrant], one.left or board.how == How.UNPLAYED
            if self.virtual and board.how in (How.BYE, *WITHOUT_GAME):
                # A game that nobody played counts, as FIDE has it (C.07), against an opponent with
                # the player's own final points, so that it neither helps nor harms.
                met = [Met(one.entrant, mine, self.by_place[0 if lost else -1])]
            else:
                theirs = dict.fromkeys(given, self.by_place[0]) if lost else given
                met = [Met(other, mine, theirs[other]) for other in given if other != one.entrant]
            self.met[one.entrant].append(met)

    def over_all(self, each: int, worth: Callable[[Met], float]) -> float:
        """The sum over a player's opponents.

        All of them count at tables of two. At larger tables each table counts by its mean, as some
        have fewer people.
        """
        tables = [[worth(met) for met in table] for table in self.met[each]]
        if self.arithmetic == Arithmetic.NUMBERED:
            return sum(chain(*tables))
        means = [fmean(table) for table in tables if table]
        if len(self.by_place) == 2:
            return round(sum(means), DIGITS)
        return round(fmean(means), DIGITS) if means else 0.0

    def among(self, equal: Sequence[int]) -> dict[int, float]:
        """The points that each of these players won against the others of them."""
        others = set(equal)
        return {
            each: sum(met.mine for met in chain(*self.met[each]) if met.other in others - {each})
            for each in equal
        }


def _buchholz(ledger: Ledger, each: int) -> float:
    return ledger.over_all(each, lambda met: ledger.score[met.other])


def _berger(ledger: Ledger, each: int) -> float:
    """The points of beaten opponents, and half the points of opponents with a draw."""

    def worth(met: Met) -> float:
        share = 1 if met.mine > met.theirs else 0.5 if met.mine == met.theirs else 0
        return ledger.score[met.other] * share

    return ledger.over_all(each, worth)


def _direct(ledger: Ledger, each: int) -> float:
    return 0.0


def _share(ledger: Ledger, each: int) -> float:
    """A player's average share of all points of a game."""
    shares = ledger.shares[each]
    return round(sum(shares) / len(shares), 4) if shares else 0.0


#: By the names that tournaments use. The points against each other (``direct``) are known only once
#: it is known which players tie.
TIE_BREAKS: dict[str, Callable[[Ledger, int], float]] = {
    "berger": _berger,
    "buchholz": _buchholz,
    "direct": _direct,
    "share": _share,
}
