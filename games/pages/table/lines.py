"""The lines of a log: events in words with day and hour, those joined that say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple, TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from games import words
from games.pages.drawing.rendering import macros
from games.pages.table.reader import Reader, address
from games.rules.engine import Rules
from games.showing.data import LogEntry


class Line(TypedDict):
    """A line of the log. ``href`` leads to the position after its move, if it is one; ``lights``
    are the things on the board that it is about, ``earned`` the points that it tells, by seat,
    where they were asked for; ``html`` is its drawing, once it has been drawn."""

    version: int
    number: int | None
    seat: int | None
    text: str
    href: str
    at: str
    date: str
    time: str
    new: bool
    lights: str
    earned: Mapping[int, int]
    html: str


class _For(NamedTuple):
    """For whom lines are made, as far as they differ by that; with ``points`` they also say what
    each has earned."""

    rules: Rules[Any]
    people: tuple[str, ...]
    language: str
    url: str
    as_whom: str
    zone: str
    points: bool


class _Run(tuple[int | bool, ...]):
    """Events of one kind that follow each other, by which they are and whether they are new; it
    keeps them, so no other one is taken for one of them."""

    new: bool
    entries: Sequence[LogEntry]


@dataclass
class Lines:
    """Makes lines of events, as the reader of a table may know them."""

    reader: Reader
    points: bool = False

    def of(self, entries: Sequence[LogEntry], fresh: Iterable[LogEntry] = ()) -> list[Line]:
        """One line for each event that has words, or for several of a kind; ``fresh`` are new."""
        reader = self.reader
        whom = _For(
            reader.type,
            *reader.words_by,
            reader.url,
            reader.as_whom,
            reader.zone,
            self.points,
        )
        new = {id(entry) for entry in fresh}
        told = [entry for entry in entries if entry["text"]]
        return [
            line
            for (is_new, _kind), run in groupby(
                told, lambda entry: (id(entry) in new, entry["kind"])
            )
            for line in _lines(_run(list(run), is_new), whom)
        ]


def drawn(lines: Iterable[Line], day: str = "") -> Markup:
    """The lines of a list, each day said once for its own; ``day`` has been said before it."""
    parts = []
    for line in lines:
        if line["date"] and line["date"] != day:
            parts.append(f'<li class="log-day">{escape(line["date"])}</li>\n')
        day = line["date"]
        line["html"] = line["html"] or _html(line)
        parts.append(line["html"])
    return Markup("\n".join(parts))  # noqa: S704  our own HTML


def _html(line: Line) -> str:
    shown = {name: line[name] for name in _SHOWN}  # type: ignore[literal-required]
    html: str = macros("kit/log.html").log_line(**shown)
    return html


_SHOWN = ("number", "seat", "text", "href", "at", "time", "new", "lights")


def _run(entries: list[LogEntry], new: bool) -> _Run:
    run = _Run([new, *map(id, entries)])
    run.new, run.entries = new, entries
    return run


@lru_cache(10_000)
def _lines(run: _Run, whom: _For) -> list[Line]:
    """The lines of a run: of each seat one, where the game type has words for that."""
    seats: dict[int | None, list[LogEntry]] = {}
    for entry in run.entries:
        seats.setdefault(entry["data"].get("seat"), []).append(entry)
    joined = {seat: _joined(several, whom) for seat, several in seats.items()}
    lines = []
    for entry in run.entries:
        seat = entry["data"].get("seat")
        text = joined[seat]
        if text is None:
            lines.append(_line([entry], entry["text"] or "", run.new, whom))
        elif entry is seats[seat][-1]:
            lines.append(_line(seats[seat], text, run.new, whom))
    return lines


def _joined(several: list[LogEntry], whom: _For) -> str | None:
    if len(several) < 2 or several[0]["number"] is None:
        return None
    kind = several[0]["kind"]
    text = words.joined(whom.rules, kind, [entry["data"] for entry in several])
    return None if text is None else words.plain(text, whom.people)


def _line(entries: list[LogEntry], text: str, new: bool, whom: _For) -> Line:
    last, rules = entries[-1], whom.rules
    lights = {
        name
        for entry in entries
        if entry["number"] is not None
        for name in words.marks(rules, entry["kind"], entry["data"])
    }
    earned = Counter[int]()
    for entry in entries if whom.points else ():
        if entry["number"] is not None:
            earned.update(words.earned(rules, entry["kind"], entry["data"]))
    date, time = _moment(last["at"], whom.language, whom.zone)
    href = "" if last["number"] is None else address(whom.url, last["number"], whom.as_whom)
    return {
        "version": last["version"],
        "number": last["number"],
        "seat": last["data"].get("seat"),
        "text": text,
        "href": href,
        "at": last["at"],
        "date": date,
        "time": time,
        "new": new,
        "lights": " ".join(sorted(lights)),
        "earned": earned,
        "html": "",
    }


@lru_cache(10_000)
def _moment(at: str, language: str, zone: str) -> tuple[str, str]:
    """Day and hour in words, in the language and the time zone that are active."""
    moment = timezone.localtime(datetime.fromisoformat(at))
    return date_format(moment, _("M j")), date_format(moment, _("H:i"))
