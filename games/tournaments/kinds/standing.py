"""Standings, worked out from results alone: the same from the tables as from the log."""

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
#: How tables are over at which nobody played.
WITHOUT_GAME = (How.WALKOVER, How.UNPLAYED)
#: Points and tie-breaks are rounded to so many digits, or sums of thirds would part equals.
DIGITS = 4
#: A player who leaves a round robin before this share of their games leaves no trace in it.
HALF = 0.5


class Seated(NamedTuple):
    """A player at a table: ``rank`` is None until the game is over; ``left``: before its end."""

    entrant: int
    rank: int | None = None
    score: int | None = None
    left: bool = False
    lapsed: bool = False


class Place(NamedTuple):
    """Where a table stands in its tournament; ``part`` of a match of several games."""

    stage: int
    group: int
    round: int
    number: int
    part: int = 0


@dataclass(frozen=True)
class Board:
    """One table with those who sit there, in the order of their seats."""

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
    """What a table that is over gives: who are equal share what their places give together; who
    left has nothing, whoever played on, nor has anybody where no game began in time."""
    if board.how == How.UNPLAYED:
        return dict.fromkeys(board.people, 0.0)
    ranks = sorted(one.rank or 0 for one in board.seated)
    given: dict[int, list[float]] = defaultdict(list)
    for place, rank in enumerate(ranks):
        given[rank].append(by_place[place])
    return {
        one.entrant: 0.0 if one.left else sum(given[one.rank or 0]) / len(given[one.rank or 0])
        for one in board.seated
    }


def counted(boards: Iterable[Board], gone: Iterable[int], kind: str) -> list[Board]:
    """The tables that are over and count: where all meet all not those of somebody who left before
    half of their games, or the others would owe their places to whom they met when."""
    boards = list(boards)
    if kind not in ALL_MEET_ALL:
        return [board for board in boards if board.over]
    erased = {each for each in gone if _share_played(boards, each) < HALF}
    return [board for board in boards if board.over and not erased.intersection(board.people)]


def _share_played(boards: Iterable[Board], entrant: int) -> float:
    own = [board for board in boards if entrant in board.people]
    played = sum(board.over and board.how not in WITHOUT_GAME for board in own)
    return played / len(own) if own else 0.0


def rows(
    boards: Iterable[Board],
    *,
    seeds: Mapping[int, int],
    by_place: Sequence[float],
    tie_breaks: Sequence[str],
    gone: Iterable[int] = (),
    kind: str = "",
    arithmetic: int = Arithmetic.SHARED,
) -> list[Row]:
    """The standings of one group, the first first; ``seeds`` has its entrants. Equals are in the
    order of these, but share a place."""
    gone = set(gone)
    ledger = Ledger(counted(boards, gone, kind), by_place, kind, arithmetic)
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
    """The places of these, the best first: equals share one, and the next come after all of them
    (1, 2, 2, 4)."""
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
    """What the tables that count have given to whom."""

    def __init__(
        self, boards: list[Board], by_place: Sequence[float], kind: str, arithmetic: int
    ) -> None:
        self.by_place, self.arithmetic = by_place, arithmetic
        #: Whether games that nobody played are games against nobody in particular.
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
                # Of a game that nobody played, as FIDE has it (C.07): an opponent with the player's
                # own points in the end, so that it neither helps nor harms.
                met = [Met(one.entrant, mine, self.by_place[0 if lost else -1])]
            else:
                theirs = dict.fromkeys(given, self.by_place[0]) if lost else given
                met = [Met(other, mine, theirs[other]) for other in given if other != one.entrant]
            self.met[one.entrant].append(met)

    def over_all(self, each: int, worth: Callable[[Met], float]) -> float:
        """What those met are worth: in all at tables of two, at larger ones in the mean of tables,
        as some have fewer people."""
        tables = [[worth(met) for met in table] for table in self.met[each]]
        if self.arithmetic == Arithmetic.NUMBERED:
            return sum(chain(*tables))
        means = [fmean(table) for table in tables if table]
        if len(self.by_place) == 2:
            return round(sum(means), DIGITS)
        return round(fmean(means), DIGITS) if means else 0.0

    def among(self, equal: Sequence[int]) -> dict[int, float]:
        """What each of these has won against the others of them."""
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
    """One's share of all points of a game, in the middle."""
    shares = ledger.shares[each]
    return round(sum(shares) / len(shares), 4) if shares else 0.0


#: By the names that tournaments have for them. The points against each other (``direct``) are known
#: only once it is known which players are equal.
TIE_BREAKS: dict[str, Callable[[Ledger, int], float]] = {
    "berger": _berger,
    "buchholz": _buchholz,
    "direct": _direct,
    "share": _share,
}
