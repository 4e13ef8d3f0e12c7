"""What happened at a table: the log, what is new to the reader, and the way back through it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from django.utils.functional import cached_property
from markupsafe import Markup

from games import words
from games.pages.drawing.reading import Whole
from games.pages.table.beside import log_since, log_step
from games.pages.table.lines import Line, Lines, drawn
from games.pages.table.tabletop import Tabletop
from games.showing import snapshot
from games.showing.data import LogEntry

#: So many lines of before the last step are shown.
EARLIER = 16
#: Pieces are animated in the order in which so many versions moved them.
LAST = 6
#: So many turning points are told at the end.
MOMENTS = 3


class Since(TypedDict):
    """What the others did since the reader's last move: ``steps`` are the numbers of the positions
    from before it on, ``unseen`` whether some of it is new to the reader."""

    lines: list[Line]
    html: Markup
    steps: list[int]
    unseen: bool


class History(TypedDict):
    """The addresses of the positions that lie a step away, and of the first and the newest; empty
    where there is nothing that way."""

    number: int
    last: int
    first: str
    previous: str
    following: str
    newest: str


@dataclass
class Story:
    """The log as the reader of a table sees it."""

    table: Tabletop

    @cached_property
    def _own_last(self) -> int | None:
        """The version of the reader's last own move or else of the start; None for watchers."""
        if self.table.seat is None:
            return None
        return self.table.beside.own_last or 1

    @cached_property
    def _log(self) -> list[LogEntry]:
        """The last events, oldest first."""
        table = self.table
        _ = table.beside  # brings the log's rows
        return snapshot.log(table.position, table.looking, log_since(table.version))

    @cached_property
    def told(self) -> list[LogEntry]:
        """Those of the last events that have words."""
        return [entry for entry in self._log if entry["text"]]

    @cached_property
    def _new(self) -> list[LogEntry]:
        """The events since the reader's last move."""
        if self.table.past or self._own_last is None:
            return []
        return [entry for entry in self._log if entry["version"] > self._own_last]

    def marked(self) -> set[str]:
        """What the moves since the reader's last one touched, or else the very last move."""
        if not self._log:
            return set()
        rules = self.table.type
        moves = [entry for entry in self._log if entry["number"] is not None]
        new = [entry for entry in self._new if entry["number"] is not None]
        touched = new or [entry for entry in moves if entry["number"] == moves[-1]["number"]]
        return {
            name for entry in touched for name in words.marks(rules, entry["kind"], entry["data"])
        }

    @cached_property
    def _lines(self) -> list[Line]:
        return Lines(self.table).of(self._log, self._new)

    def lines(self) -> tuple[list[Line], list[Line]]:
        """The newest lines of the log, newest first, and those of before: most moves add to the
        newest alone."""
        step = log_step(self.table.version)
        newest = [line for line in self._lines if line["version"] > step]
        earlier = [line for line in self._lines if line["version"] <= step]
        return newest[::-1], earlier[-EARLIER:][::-1]

    def moved(self) -> list[str]:
        """The pieces that the last moves moved; each where it was moved last."""
        rules = self.table.type
        last = [entry for entry in self._log if entry["version"] > self.table.version - LAST]
        names = [
            name
            for entry in last
            if entry["number"] is not None
            for name in words.moved(rules, entry["kind"], entry["data"])
        ]
        return list(dict.fromkeys(reversed(names)))[::-1]

    def of_move(self, number: int) -> list[str]:
        """What this move did, in the words of the log; it is one of the last."""
        entries = [entry for entry in self._log if entry["number"] == number]
        return [line["text"] for line in Lines(self.table).of(entries)]

    def whole(self) -> list[Line]:
        """Every line of the log, newest first."""
        entries = snapshot.log(self.table.position, self.table.me)
        return Lines(self.table, points=True).of(entries)[::-1]

    def since(self) -> Since | None:
        """What the others did since the reader's last move; None where it need not be told, and
        before that move."""
        if self.table.beside.own_last is None:
            return None
        others = Lines(self.table).of(self._new)
        if not others or not (self.table.mine_to_move or self.table.over):
            return None
        moves = sorted({entry["number"] for entry in self._new if entry["number"] is not None})
        seat = self.table.seat
        return {
            "lines": Whole(others),
            "html": drawn(others),
            "steps": [moves[0] - 1, *moves] if moves else [],
            "unseen": seat is not None and seat.seen_version < self.table.version,
        }

    def moments(self) -> list[Line]:
        """What brought somebody most points more than anybody else, in the order of the game."""
        lines = self.whole()[::-1]
        best = sorted(lines, key=lambda line: -_lead(line["earned"]))[:MOMENTS]
        return [line for line in lines if line in best and _lead(line["earned"]) > 0]


def _lead(earned: Mapping[int, int]) -> int:
    """How many points somebody got more than anybody else."""
    first, second = sorted([0, 0, *earned.values()])[:-3:-1]
    return first - second


def history(table: Tabletop) -> History | None:
    """The steps through the game's moves; None before the first."""
    number = table.position.number
    last = table.last_number
    if last == 0:
        return None

    def href(to: int) -> str:
        return table.at_url(to) if 0 <= to <= last and to != number else ""

    return {
        "number": number,
        "last": last,
        "first": href(0),
        "previous": href(number - 1),
        "following": href(number + 1),
        "newest": table.at_url() if table.past else "",
    }
