"""Check that LINES has a line for each event and shows only fields that the event has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

from games.checking.findings import Findings
from games.rules.engine import Json, Line

_ENTRY = (
    "write line(_(…)), several of them in parentheses, a function of what the event tells, or "
    "None where no line is wanted"
)


class Lines:
    """Checks the events of all positions, and at the end LINES as a whole.

    It finds nothing if a table has no LINES.
    """

    def __init__(self, table: ModuleType, findings: Findings) -> None:
        self.findings = findings
        self.lines = getattr(table, "LINES", {})
        self.there = hasattr(table, "LINES")
        self.told: defaultdict[str, set[str]] = defaultdict(set)
        self.lacking: dict[tuple[str, str], tuple[str, str]] = {}
        if self.there and callable(getattr(table, "log", None)):
            findings.add(
                "there are LINES and a function log, and only LINES are asked: put what log tells "
                "into LINES, as lines or as functions"
            )
        if not isinstance(self.lines, Mapping):
            findings.add(f"LINES is {self.lines!r:.100}, not a dict from kind of event to line")
            self.lines = {}
        for kind, entry in self.lines.items():
            if not all(map(callable, _several(entry))):
                findings.add(f"LINES[{kind!r}] is {entry!r:.100}: {_ENTRY}")

    def can_tell(self, kind: str, data: Json) -> bool:
        """Whether an event can be told with what a viewer knows of it; otherwise the missing part
        is recorded."""
        if not self.there:
            return True
        self.told[kind] |= data.keys()
        if kind not in self.lines:
            self._check_is_there(kind, data)
            return False
        entries = _several(self.lines[kind])
        if not all(map(callable, entries)):
            return False
        last = entries[-1] if entries else None
        lacking = [name for name in _shown(last) if name not in data]
        if not lacking or not (isinstance(last, Line) and last.holds(data)):
            return True
        for name in lacking:
            self.lacking.setdefault((kind, name), (self.findings.where, _fields(data)))
        return False

    def _check_is_there(self, kind: str, told: Collection[str]) -> None:
        if self.there and kind not in self.lines:
            self.findings.add(
                f'LINES has no {kind!r}, an event that tells {_fields(told)}: write "{kind}": '
                f'line(_("…")), or "{kind}": None where no line is wanted',
                key=("LINES", kind),
            )

    def check_named(self, kinds: Iterable[str]) -> None:
        """Each kind of event that the sources tell needs a line, even if no game told it."""
        for kind in sorted(kinds):
            if self.there and kind not in self.lines and kind not in self.told:
                self.findings.add(
                    f"LINES has no {kind!r}, an event that no game told, but the rules can: write "
                    f'"{kind}": line(_("…")), or "{kind}": None where no line is wanted',
                    key=("LINES", kind),
                )

    def check_fields(self) -> None:
        """Each kind of event needs a line, and the event must have all fields that the line shows.

        If some viewers do not get a field, that line cannot be the last one.
        """
        for kind, fields in self.told.items():
            self._check_is_there(kind, fields)
            for entry in _several(self.lines.get(kind)):
                for name in _shown(entry):
                    self._check_field(kind, entry, name, fields)

    def _check_field(self, kind: str, entry: Line, name: str, fields: set[str]) -> None:
        key = ("LINES", kind, name)
        if name not in fields:
            self.findings.add(
                f"{entry!r} of {kind!r} shows {name!r}, and that event tells {_fields(fields)}: "
                f'name one of these in braces, or say which one it is, {name}="…"',
                key=key,
            )
        elif (kind, name) in self.lacking:
            self.findings.where, known = self.lacking[kind, name]
            self.findings.add(
                f"{entry!r} of {kind!r} shows {name!r}, and somebody is told {known} alone: put "
                "what they read behind it, (line(…), line(…))",
                key=key,
            )


def _several(entry: Any) -> tuple[Any, ...]:
    return () if entry is None else entry if isinstance(entry, tuple) else (entry,)


def _shown(entry: Any) -> Iterator[str]:
    if isinstance(entry, Line):
        yield from (name for fields in entry.fields.values() for name in fields)


def _fields(names: Any) -> str:
    return ", ".join(sorted(names)) or "nothing"
