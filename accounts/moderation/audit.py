"""The audit log: every act of a moderator or an administrator.

A row is written in the transaction of its act, so that every act is in the log.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from django.db.models import QuerySet

from accounts.models import Act, User

#: Columns of the exported log.
COLUMNS = (
    *("id", "at", "by_id", "by", "action", "person_id", "person"),
    *("game", "report", "reason", "before", "after"),
)
EXPORT = "accounts.export_act"
#: The actor if nobody is signed in.
OPERATOR = "(operator)"
#: Acts by which moderators see what others do not.
LOOK, ACT_AS = "look", "act as"
#: Functions that give the numbers of reports hidden from a person. ``games`` adds them.
withheld: list[Callable[[int], Iterable[int]]] = []


def write(
    by: User | None,
    action: str,
    *,
    person: User | None = None,
    game: int | None = None,
    report: int | None = None,
    reason: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> Act:
    """Append a row; of ``before`` and ``after`` only the differences are stored."""
    old, new = differing(before or {}, after or {})
    return Act.objects.create(
        by_id=by.pk if by else None,
        by=by.username if by else OPERATOR,
        action=action,
        person_id=person.pk if person else None,
        person=person.username if person else "",
        game=game,
        report=report,
        reason=reason,
        before=old,
        after=new,
    )


def withheld_from(user_id: int) -> set[int]:
    """The numbers of the reports about which this person must learn nothing."""
    return {number for of in withheld for number in of(user_id)}


def readable(acts: QuerySet[Act], user_id: int) -> QuerySet[Act]:
    """The acts without those about such reports: their reasons may reveal who sent them."""
    return acts.exclude(report__in=withheld_from(user_id))


def differing(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The entries in which these two differ."""
    names = [
        name
        for name in {**before, **after}
        if name not in before or name not in after or before[name] != after[name]
    ]
    return (
        {name: before[name] for name in names if name in before},
        {name: after[name] for name in names if name in after},
    )


def rows(acts: Iterable[Act]) -> Iterator[dict[str, Any]]:
    """Each act as plain data."""
    for act in acts:
        row = {name: getattr(act, name) for name in COLUMNS}
        yield {**row, "at": act.at.isoformat(timespec="seconds")}


class _File(Protocol):
    def write(self, text: str, /) -> object: ...


def as_csv(acts: Iterable[Act], file: _File) -> None:
    table = csv.writer(file)
    table.writerow(COLUMNS)
    for row in rows(acts):
        table.writerow([_cell(value) for value in row.values()])


def as_json(acts: Iterable[Act], file: _File) -> None:
    file.write(json.dumps(list(rows(acts)), ensure_ascii=False, indent=1))


def _cell(value: object) -> str:
    """The value, masked so that a spreadsheet does not run it as a formula."""
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    text = "" if value is None else str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
