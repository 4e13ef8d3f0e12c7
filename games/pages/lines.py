"""The lines of a log: events in words with day and hour, those joined that say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import words
from games.pages.tabletop import Tabletop
from games.showing.data import LogEntry


class Line(TypedDict):
    """A line of the log. ``href`` leads to the position after its move, if it is one; ``lights``
    are the things on the board that it is about, ``earned`` the points that it tells, by seat,
    where they were asked for."""

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


@dataclass
class Lines:
    """Makes lines of events, as the reader of a table may know them; with ``points`` also says
    what each has earned."""

    table: Tabletop
    points: bool = False

    def __post_init__(self) -> None:
        self._reader = get_language() or "", timezone.get_current_timezone_name()

    def of(self, entries: Sequence[LogEntry], fresh: Iterable[LogEntry] = ()) -> list[Line]:
        """One line for each event that has words, or for several of a kind; ``fresh`` are new."""
        new = {id(entry) for entry in fresh}
        told = [entry for entry in entries if entry["text"]]
        return [
            line
            for (is_new, _kind), run in groupby(
                told, lambda entry: (id(entry) in new, entry["kind"])
            )
            for line in self._run(list(run), new=is_new)
        ]

    def _run(self, run: list[LogEntry], *, new: bool) -> list[Line]:
        """The lines of events of one kind that follow each other: of each seat one, where the game
        type has words for that."""
        seats: dict[int | None, list[LogEntry]] = {}
        for entry in run:
            seats.setdefault(entry["data"].get("seat"), []).append(entry)
        joined = {seat: self._joined(several) for seat, several in seats.items()}
        lines = []
        for entry in run:
            seat = entry["data"].get("seat")
            text = joined[seat]
            if text is None:
                lines.append(self._line([entry], entry["text"] or "", new=new))
            elif entry is seats[seat][-1]:
                lines.append(self._line(seats[seat], text, new=new))
        return lines

    def _joined(self, several: list[LogEntry]) -> str | None:
        if len(several) < 2 or several[0]["number"] is None:
            return None
        rules, kind = self.table.type, several[0]["kind"]
        text = words.joined(rules, kind, [entry["data"] for entry in several])
        return None if text is None else words.plain(text, self.table.people)

    def _line(self, entries: list[LogEntry], text: str, *, new: bool) -> Line:
        last, rules = entries[-1], self.table.type
        lights = {
            name
            for entry in entries
            if entry["number"] is not None
            for name in words.marks(rules, entry["kind"], entry["data"])
        }
        earned = Counter[int]()
        for entry in entries if self.points else ():
            if entry["number"] is not None:
                earned.update(words.earned(rules, entry["kind"], entry["data"]))
        date, time = _moment(last["at"], *self._reader)
        return {
            "number": last["number"],
            "seat": last["data"].get("seat"),
            "text": text,
            "href": "" if last["number"] is None else self.table.at_url(last["number"]),
            "at": last["at"],
            "date": date,
            "time": time,
            "new": new,
            "lights": " ".join(sorted(lights)),
            "earned": earned,
        }


@lru_cache(10_000)
def _moment(at: str, language: str, zone: str) -> tuple[str, str]:
    """Day and hour in words, in the language and the time zone that are active."""
    moment = timezone.localtime(datetime.fromisoformat(at))
    return date_format(moment, _("M j")), date_format(moment, _("H:i"))
