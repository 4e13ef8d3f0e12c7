"""Who stands where, worked out from results alone: the same from the tables as from the log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import NamedTuple

from games.models import Table, Tournament

#: Kinds in which everybody in a group meets everybody.
ALL_MEET_ALL = (Tournament.Kind.ROBIN, Tournament.Kind.LEAGUE)
#: Who leaves a round robin before so large a share of their games leaves it without a trace.
HALF = 0.5


class Seated(NamedTuple):
    """Who sits at a table: ``rank`` is None until it is over. ``left``: before the end."""

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
    """What a table that is over gives: who are equal share what their places give together, and
    who left has nothing, whoever played on."""
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
    played = sum(board.over and board.how != Table.How.WALKOVER for board in own)
    return played / len(own) if own else 0.0


def rows(
    boards: Iterable[Board],
    *,
    seeds: Mapping[int, int],
    by_place: Sequence[float],
    tie_breaks: Sequence[str],
    gone: Iterable[int] = (),
    kind: str = "",
) -> list[Row]:
    """The standings of one group, the first first; ``seeds`` has its entrants, and decides last."""
    gone = set(gone)
    ledger = Ledger(counted(boards, gone, kind), by_place)
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
    return [
        Row(each, place, ledger.score[each], ledger.played[each], breaks[each])
        for place, each in enumerate(ranked, 1)
    ]


class Ledger:
    """What the tables that count have given to whom."""

    def __init__(self, boards: list[Board], by_place: Sequence[float]) -> None:
        self.boards = boards
        self.score: dict[int, float] = defaultdict(float)
        self.played: dict[int, int] = defaultdict(int)
        self.shares: dict[int, list[float]] = defaultdict(list)
        #: Of each the others met, with what the table gave to both.
        self.met: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
        for board in boards:
            self._enter(board, points(board, by_place))

    def _enter(self, board: Board, given: dict[int, float]) -> None:
        total = sum(max(one.score or 0, 0) for one in board.seated)
        for one in board.seated:
            self.score[one.entrant] += given[one.entrant]
            self.played[one.entrant] += len(board.seated) > 1
            if total and one.score is not None:
                self.shares[one.entrant].append(max(one.score, 0) / total)
            self.met[one.entrant] += [
                (other, given[one.entrant], given[other]) for other in given if other != one.entrant
            ]

    def among(self, equal: Sequence[int]) -> dict[int, float]:
        """What each of these has won against the others of them."""
        return {
            each: sum(mine for other, mine, _theirs in self.met[each] if other in equal)
            for each in equal
        }


def _buchholz(ledger: Ledger, each: int) -> float:
    return sum(ledger.score[other] for other, _mine, _theirs in ledger.met[each])


def _berger(ledger: Ledger, each: int) -> float:
    """The points of those beaten, and half of those of one's equals."""
    return sum(
        ledger.score[other] * (1 if mine > theirs else 0.5 if mine == theirs else 0)
        for other, mine, theirs in ledger.met[each]
    )


def _direct(ledger: Ledger, each: int) -> float:
    return 0.0


def _share(ledger: Ledger, each: int) -> float:
    """One's share of all points of a game, in the middle."""
    shares = ledger.shares[each]
    return round(sum(shares) / len(shares), 4) if shares else 0.0


#: By the names that tournaments have for them. The points against each other (``direct``) are known
#: only when one knows who is equal.
TIE_BREAKS: dict[str, Callable[[Ledger, int], float]] = {
    "berger": _berger,
    "buchholz": _buchholz,
    "direct": _direct,
    "share": _share,
}
