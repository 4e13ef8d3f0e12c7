"""The lines of a log: events in words with date and time; similar ones are joined."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from boardgames.words import dates
from games.game_cache import cache
from games.pages.drawing.rendering import macros
from games.pages.table.reader import Reader, address
from games.rules.engine import Rules
from games.showing.data import LogEntry
from games.words import table_package, texts


class Line(msgspec.Struct, frozen=True):
    """A line of the log.

    ``href`` leads to the position after its move, if it is one; ``lights`` are the things on the
    board that it is about; ``html`` is its drawing.
    """

    version: int
    number: int | None
    seat: int | None
    text: str
    href: str
    date: str
    time: str
    new: bool
    lights: str
    html: str


class _For(NamedTuple):
    """Everything on which lines depend besides the events."""

    rules: Rules[Any]
    people: tuple[str, ...]
    language: str
    url: str
    as_whom: str
    zone: str
    planned: frozenset[int]


@dataclass
class Lines:
    """Makes lines of events, as far as the reader of a table may know them."""

    reader: Reader

    def of(self, entries: Iterable[LogEntry], fresh: Collection[LogEntry] = ()) -> list[Line]:
        """One line for each event that has words, or for several of a kind; ``fresh`` ones are
        new."""
        reader, new = self.reader, set(fresh)
        whom = _For(
            reader.type, *reader.words_by, reader.url, reader.as_whom, reader.zone, reader.planned
        )
        told = [entry for entry in entries if entry.text]
        return [
            line
            for (is_new, _kind), run in groupby(told, lambda entry: (entry in new, entry.kind))
            for line in self._known(tuple(run), is_new, whom)
        ]

    def _known(self, run: tuple[LogEntry, ...], new: bool, whom: _For) -> list[Line]:
        """The lines of these entries, cached as long as the entries are."""
        name = "lines", run, new, whom
        return cache.get_or_make(self.reader.game.pk, name, partial(_lines, run, new, whom), _size)


def _size(lines: Sequence[Line]) -> int:
    """Bytes of the lines, including their names in the cache."""
    return 500 + sum(700 + 2 * len(line.html) for line in lines)


def draw_lines(lines: Iterable[Line], day: str = "") -> Markup:
    """The lines of a list, with each new day as a heading; ``day`` was the last heading before
    it."""
    parts = []
    for line in lines:
        if line.date and line.date != day:
            parts.append(f'<li class="log-day">{escape(line.date)}</li>\n')
        day = line.date
        parts.append(line.html)
    return Markup("\n".join(parts))  # noqa: S704  our own HTML


def _lines(run: Sequence[LogEntry], new: bool, whom: _For) -> list[Line]:
    """The lines of consecutive events of one kind: one per seat, if the game type joins them."""
    seats: dict[int | None, list[LogEntry]] = {}
    for entry in run:
        seats.setdefault(entry.data.get("seat"), []).append(entry)
    joined = {seat: _joined(several, whom) for seat, several in seats.items()}
    lines = []
    for entry in run:
        seat = entry.data.get("seat")
        text = joined[seat]
        if text is None:
            lines.append(_line([entry], entry.text or "", new, whom))
        elif entry is seats[seat][-1]:
            lines.append(_line(seats[seat], text, new, whom))
    return lines


def _joined(several: list[LogEntry], whom: _For) -> str | None:
    if len(several) < 2 or several[0].number is None:
        return None
    text = table_package.joined(whom.rules, several[0].kind, [entry.data for entry in several])
    return None if text is None else texts.plain(text, whom.people)


def _line(entries: list[LogEntry], text: str, new: bool, whom: _For) -> Line:
    last, rules = entries[-1], whom.rules
    moves = [entry for entry in entries if entry.number is not None]
    lights = {
        name for entry in moves for name in table_package.marks(rules, entry.kind, entry.data)
    }
    at = datetime.fromisoformat(last.at)
    if last.number in whom.planned:
        text = _("%(text)s (planned)") % {"text": text}
    shown: dict[str, Any] = {
        "version": last.version,
        "number": last.number,
        "seat": last.data.get("seat"),
        "text": text,
        "href": "" if last.number is None else address(whom.url, last.number, whom.as_whom),
        "time": dates.format_date(at, _("H:i")),
        "new": new,
        "lights": " ".join(sorted(lights)),
    }
    return Line(
        date=dates.format_date(at, _("M j")),
        html=macros("kit/log.html").log_line(at=last.at, **shown),
        **shown,
    )
