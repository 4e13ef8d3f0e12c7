"""Rows read and written by statements written by hand, for the few that every move needs.

Django builds a query anew each time it is asked, which costs several times what the query itself
does; a table's part of a statement is built here once. Everything else goes through the ORM.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import JSONField, Model

M = TypeVar("M", bound=Model)


class Rows(Generic[M]):
    """The rows of a model's table; ``columns`` is its part of a SELECT, ``width`` their number."""

    def __init__(self, model: type[M]) -> None:
        self.model = model
        self.table = model._meta.db_table
        self._fields = model._meta.concrete_fields
        self._names = [field.attname for field in self._fields]
        self._without_id = [field for field in self._fields if not field.primary_key]
        self._by_name = {field.name: field for field in self._fields}
        self._json = [i for i, field in enumerate(self._fields) if isinstance(field, JSONField)]
        self.columns = ", ".join(f'{self.table}."{field.column}"' for field in self._fields)
        self.width = len(self._fields)

    def build(self, values: Sequence[Any]) -> M:
        """The object whose row was read as ``columns``."""
        row = list(values)
        for i in self._json:
            if row[i] is not None:
                row[i] = json.loads(row[i])
        return self.model.from_db(connection.alias, self._names, row)

    def insert(self, one: M) -> None:
        """Insert an object that has no id yet, and give it one."""
        one.pk = query(f"{self._insert_of(1)} RETURNING id", self._values(one))[0][0]

    def insert_new(self, objects: Sequence[M]) -> None:
        """Insert those objects that break no unique rule; they get no ids."""
        values = [value for one in objects for value in self._values(one)]
        with connection.cursor() as cursor:
            cursor.execute(f"{self._insert_of(len(objects))} ON CONFLICT DO NOTHING", values)

    def _insert_of(self, number: int) -> str:
        names = ", ".join(f'"{field.column}"' for field in self._without_id)
        marks = f"({', '.join(['%s'] * len(self._without_id))})"
        return f"INSERT INTO {self.table} ({names}) VALUES {', '.join([marks] * number)}"  # noqa: S608

    def _values(self, one: M) -> list[Any]:
        return [
            field.get_db_prep_save(field.pre_save(one, add=True), connection)
            for field in self._without_id
        ]

    def update(self, objects: Iterable[M], names: Iterable[str]) -> None:
        """Write these fields of these objects, in one round trip."""
        fields = [self._by_name[name] for name in names]
        sets = ", ".join(f'"{field.column}" = %s' for field in fields)
        rows = [
            (*(f.get_db_prep_save(getattr(one, f.attname), connection) for f in fields), one.pk)
            for one in objects
        ]
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {self.table} SET {sets} WHERE id = %s", rows)  # noqa: S608


def query(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All rows that a statement gives."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found
