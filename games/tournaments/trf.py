"""A tournament at tables of two as FIDE's Tournament Report File, which programs that pair, rank
and rate read.

TRF16 (FIDE Handbook C.04, annex 2) tells what has been played; programs that pair also want to know
how many rounds there will be, which JaVaFo's additions say (``XXR``, ``XXC``, ``XXS``). TRF-2026
(https://handbook.fide.com/files/handbook/TRF26.pdf) has lines of its own for that. Columns are
counted from 1, as in both definitions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from games.models import Table
from games.tournaments.kinds import standing
from games.tournaments.kinds.standing import WITHOUT_GAME, Board, Row, Seated

#: The codes of results, and by each what it gives in the scoring system (tag 162).
WON, DRAWN, LOST, FORFEIT_WON, FORFEIT_LOST, BYE, ABSENT = "1", "=", "0", "+", "-", "U", "Z"
WORTH = {WON: "W", DRAWN: "D", LOST: "L", FORFEIT_WON: "W", FORFEIT_LOST: "A", BYE: "W"}
#: The types of tag 299, by the results to which it gives unusual points.
ABNORMAL = {WON: "W", DRAWN: "D", LOST: "L", FORFEIT_WON: "+", FORFEIT_LOST: "-", BYE: "F"}
USUAL_POINTS = (1.0, 0.0)
#: Columns of a name, and the one before the dates of rounds.
NAME, BEFORE_ROUNDS = 33, 91


class Entry(NamedTuple):
    """A player; ``rating`` is 0 without one."""

    name: str
    rating: int


class Head(NamedTuple):
    """What is said of the tournament; ``days`` has the day on which each round began."""

    name: str
    organiser: str
    paired_by: str
    begins: date
    ends: date
    days: Mapping[int, date]


class Report(NamedTuple):
    """One group. ``entries`` are its players by entrant, in the order of their starting ranks;
    ``boards`` its tables as far as they are to be written, ``counted`` those that give points,
    ``rows`` the standings by these; ``system`` is TRF-2026's code of the tournament's type,
    ``kind`` the same in words."""

    head: Head
    kind: str
    system: str
    rounds: int
    points: Sequence[float]
    entries: Mapping[int, Entry]
    boards: Sequence[Board]
    counted: Sequence[Board]
    rows: Sequence[Row]


def write_trf16(report: Report) -> str:
    """TRF16 with JaVaFo's additions. Points that its scoring system does not explain (a player who
    left, where a loss gives points) stand there without a reason."""
    additions = [f"XXR {report.rounds}", "XXC white1"]
    if tuple(report.points) != USUAL_POINTS:
        worth = _worth(report.points)
        additions.append("XXS " + " ".join(f"{code}={worth[code]:g}" for code in "WDL"))
        additions += [f"BB{code} {_points(worth[code])}" for code in "WDL"]
    return _text([*_head(report), *_players(report), *additions])


def write_trf26(report: Report) -> str:
    """TRF-2026. It names no tie-breaks: FIDE's are called like ours, but count rounds that an
    opponent did not play as draws (C.07), so ranking by them gives other places."""
    lines = [*_head(report), f"142 {report.rounds}", "152 W"]
    if tuple(report.points) != USUAL_POINTS:
        worth = _worth(report.points)
        lines.append("162  " + "    ".join(f"{code}{_points(worth[code])}" for code in "WDL"))
    lines += [f"182 {report.head.paired_by}", f"192 {report.system}", "212 PTS"]
    return _text([*lines, *_players(report), *_abnormal(report)])


FORMS = {"trf16": write_trf16, "trf26": write_trf26}


def _text(lines: Sequence[str]) -> str:
    """Each line ends by a carriage return, as FIDE has it, and by a line feed, as readers do."""
    return "".join(f"{line}\r\n" for line in lines)


def _head(report: Report) -> list[str]:
    rated = sum(entry.rating > 0 for entry in report.entries.values())
    return [
        f"012 {report.head.name}",
        f"042 {report.head.begins:%Y/%m/%d}",
        f"052 {report.head.ends:%Y/%m/%d}",
        f"062 {len(report.entries)}",
        f"072 {rated}",
        f"092 {report.kind}",
        f"102 {report.head.organiser}",
        *_days(report.head.days),
    ]


def _days(days: Mapping[int, date]) -> Iterator[str]:
    """The line with the day of each round, if any has begun."""
    line = "132"
    for number, day in sorted(days.items()):
        line = f"{line:{BEFORE_ROUNDS + 10 * (number - 1)}}{day:%y/%m/%d}"
    if days:
        yield line


def _players(report: Report) -> Iterator[str]:
    numbers = {entrant: number for number, entrant in enumerate(report.entries, 1)}
    rows = {row.entrant: row for row in report.rows}
    last = max((board.place.round for board in report.boards), default=0)
    sat = {
        (one.entrant, board.place.round): board for board in report.boards for one in board.seated
    }
    for entrant, entry in report.entries.items():
        row = rows.get(entrant)
        score, place = (row.score, row.place) if row else (0.0, len(rows) + 1)
        rating = entry.rating or ""
        line = f"001 {numbers[entrant]:4}      {entry.name[:NAME]:{NAME}} {rating:>4}"
        line = f"{line:80}{_points(score)} {place:4}"
        for number in range(1, last + 1):
            line += f"  {_cell(numbers, entrant, sat.get((entrant, number)))}"
        yield line


def _cell(numbers: Mapping[int, int], entrant: int, board: Board | None) -> str:
    """What came of a round for this player: opponent, colour, result."""
    if board is None:
        return f"0000 - {ABSENT}"
    if len(board.seated) == 1:
        return f"0000 - {BYE}"
    first, second = board.seated
    if first.entrant == entrant:
        return f"{numbers[second.entrant]:4} w {_result(board, first, second)}"
    return f"{numbers[first.entrant]:4} b {_result(board, second, first)}"


def _result(board: Board, own: Seated, other: Seated) -> str:
    """Blank of a game that is not over."""
    if not board.over:
        return " "
    if board.how == Table.How.UNPLAYED:
        return FORFEIT_LOST
    if board.how in WITHOUT_GAME:
        return FORFEIT_LOST if own.left else FORFEIT_WON
    if own.left or other.left:
        return LOST if own.left else WON
    difference = (other.rank or 0) - (own.rank or 0)
    return WON if difference > 0 else LOST if difference < 0 else DRAWN


def _abnormal(report: Report) -> Iterator[str]:
    """A line for each result that did not give what such results give (tag 299): those of a player
    who left where a loss gives points, and those that no longer count."""
    numbers = {entrant: number for number, entrant in enumerate(report.entries, 1)}
    worth, counted = _worth(report.points), set(report.counted)
    for board in filter(lambda each: each.over, report.boards):
        given = standing.points(board, report.points) if board in counted else {}
        for own in board.seated:
            others = [each for each in board.seated if each is not own]
            result = _result(board, own, others[0]) if others else BYE
            had = given.get(own.entrant, 0.0)
            if had != worth[WORTH[result]]:
                yield (
                    f"299 {ABNORMAL[result]}        {_points(had)}  {board.place.round:3}"
                    f" {numbers[own.entrant]:4}"
                )


def _worth(points: Sequence[float]) -> dict[str, float]:
    """What a win, a draw, a loss and an absence give."""
    first, second = points
    return {"W": first, "D": (first + second) / 2, "L": second, "A": 0.0}


def _points(points: float) -> str:
    """In four columns, with one decimal as far as there is room."""
    return f"{points:4.1f}" if points < 99.95 else f"{points:4.0f}"
