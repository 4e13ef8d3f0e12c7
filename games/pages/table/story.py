"""What happened at a table: the log, what is new to the reader, and earlier positions."""

from dataclasses import dataclass
from typing import TypedDict

from django.utils.functional import cached_property
from markupsafe import Markup

from games.pages.drawing.reading import Whole
from games.pages.table.context import log_since, log_step
from games.pages.table.lines import Line, Lines, draw_lines
from games.pages.table.reader import Reader
from games.showing import snapshot
from games.showing.data import LogEntry
from games.words import table_package

#: Lines shown from before the last step.
EARLIER = 16
#: Pieces are animated in order, over at most this many versions.
LAST = 6


class Since(TypedDict):
    """What the others did since the reader's last move.

    ``steps`` are the numbers of the positions from before it on, ``unseen`` whether some of it is
    new to the reader.
    """

    lines: list[Line]
    html: Markup
    steps: list[int]
    unseen: bool


class History(TypedDict):
    """The addresses of the adjacent positions, and of the first and the newest; empty if none."""

    number: int
    last: int
    first: str
    previous: str
    following: str
    newest: str


@dataclass
class Story:
    """The log as the reader of a table sees it."""

    reader: Reader

    @cached_property
    def _own_last(self) -> int | None:
        """The version of the reader's own last move, otherwise of the start; None for
        spectators."""
        if self.reader.seat is None:
            return None
        return self.reader.beside.own_last or 1

    @cached_property
    def _log(self) -> list[LogEntry]:
        """The last events, oldest first."""
        reader = self.reader
        _ = reader.beside  # this loads the log's rows
        return snapshot.describe_log(reader.position, reader.looking, log_since(reader.version))

    @cached_property
    def _new(self) -> list[LogEntry]:
        """The events since the reader's last move."""
        if self.reader.past or self._own_last is None:
            return []
        return [entry for entry in self._log if entry.version > self._own_last]

    def marked(self) -> set[str]:
        """What the moves since the reader's last one touched, otherwise the very last move."""
        if not self._log:
            return set()
        rules = self.reader.type
        moves = [entry for entry in self._log if entry.number is not None]
        new = [entry for entry in self._new if entry.number is not None]
        touched = new or [entry for entry in moves if entry.number == moves[-1].number]
        return {
            name for entry in touched for name in table_package.marks(rules, entry.kind, entry.data)
        }

    @cached_property
    def _lines(self) -> list[Line]:
        return Lines(self.reader).of(self._log, self._new)

    def lines(self) -> tuple[list[Line], list[Line]]:
        """The newest lines of the log, newest first, and the earlier ones.

        Most moves change only the newest.
        """
        step = log_step(self.reader.version)
        newest = [line for line in self._lines if line.version > step]
        earlier = [line for line in self._lines if line.version <= step]
        return newest[::-1], earlier[-EARLIER:][::-1]

    def of_others(self) -> str:
        """The last thing that somebody else did, in the words of the log; empty if there is
        none."""
        lines = (line for line in reversed(self._lines) if line.seat not in (None, self.reader.me))
        return next((line.text for line in lines), "")

    def moved(self) -> list[str]:
        """The pieces that the last moves moved, in the order of their last moves."""
        rules = self.reader.type
        last = [entry for entry in self._log if entry.version > self.reader.version - LAST]
        names = [
            name
            for entry in last
            if entry.number is not None
            for name in table_package.moved(rules, entry.kind, entry.data)
        ]
        return list(dict.fromkeys(reversed(names)))[::-1]

    def of_move(self, number: int) -> list[str]:
        """What this recent move did, in the words of the log."""
        entries = [entry for entry in self._log if entry.number == number]
        return [line.text for line in Lines(self.reader).of(entries)]

    def is_pass(self, number: int) -> bool:
        """Whether nothing is told of this recent move, or only that somebody passed."""
        told = {entry.kind for entry in self._log if entry.number == number}
        return told <= table_package.passes(self.reader.type)

    def whole(self) -> list[Line]:
        """Every line of the log, newest first."""
        entries = snapshot.describe_log(self.reader.position, self.reader.me)
        return Lines(self.reader).of(entries)[::-1]

    def since(self) -> Since | None:
        """What the others did since the reader's last move.

        None if it need not be shown, and before that move.
        """
        if self.reader.beside.own_last is None:
            return None
        others = Lines(self.reader).of(self._new)
        if not others or not (self.reader.mine_to_move or self.reader.over):
            return None
        moves = sorted({entry.number for entry in self._new if entry.number is not None})
        seat = self.reader.seat
        return {
            "lines": Whole(others),
            "html": draw_lines(others),
            "steps": [moves[0] - 1, *moves] if moves else [],
            "unseen": seat is not None and seat.seen_version < self.reader.version,
        }


def history(reader: Reader) -> History | None:
    """Links through the game's moves; None before the first."""
    number = reader.position.number
    last = reader.last_number
    if last == 0:
        return None

    def href(to: int) -> str:
        return reader.at_url(to) if 0 <= to <= last and to != number else ""

    return {
        "number": number,
        "last": last,
        "first": href(0),
        "previous": href(number - 1),
        "following": href(number + 1),
        "newest": reader.at_url() if reader.past else "",
    }
