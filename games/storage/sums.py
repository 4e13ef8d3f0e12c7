"""Counters that ticks add to: the database does the addition, so no row is read first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

_ROWS_AT_ONCE = 500


def add(
    model: type[Model],
    keys: tuple[str, ...],
    names: tuple[str, ...],
    sums: Mapping[tuple[Any, ...], Sequence[float]],
) -> None:
    """Add these sums to the rows with these keys."""
    table, columns = model._meta.db_table, ", ".join((*keys, *names))
    places = f"({', '.join(['%s'] * (len(keys) + len(names)))})"
    added = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in names)
    rows = [[*key, *values] for key, values in sums.items()]
    with connection.cursor() as cursor:
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[first : first + _ROWS_AT_ONCE]
            cursor.execute(
                f"INSERT INTO {table} ({columns}) VALUES {', '.join([places] * len(some))}"
                f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {added}",
                [value for row in some for value in row],
            )
