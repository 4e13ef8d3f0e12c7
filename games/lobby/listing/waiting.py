"""How long quick matches took, by game type and pace."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from boardgames.database.arrays import array
from boardgames.database.rows import query
from games.models import Waited

# An unsuccessful match counts as infinite; such a median becomes None.
_MEDIANS = (
    "SELECT type, pace, count(*), percentile_disc(0.5)"
    " WITHIN GROUP (ORDER BY COALESCE(seconds, 2147483647))"
    f" FROM {Waited._meta.db_table}"
    " WHERE hour = ANY(%s) AND at >= %s GROUP BY type, pace"
)
_NEVER = 2147483647


class Median(NamedTuple):
    """``median`` in seconds; None if half of the matches were unsuccessful."""

    type: str
    pace: str
    cases: int
    median: int | None


def medians(hours: Iterable[int], since: datetime) -> list[Median]:
    found = query(_MEDIANS, [array(hours), since.isoformat()])
    return [
        Median(type_, pace, cases, None if median == _NEVER else median)
        for type_, pace, cases, median in found
    ]
