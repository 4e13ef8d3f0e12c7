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
        fields = [field for field in self._fields if not field.primary_key]
        values = [
            field.get_db_prep_save(getattr(one, field.attname), connection) for field in fields
        ]
        names = ", ".join(f'"{field.column}"' for field in fields)
        marks = ", ".join(["%s"] * len(fields))
        statement = f"INSERT INTO {self.table} ({names}) VALUES ({marks}) RETURNING id"  # noqa: S608
        one.pk = query(statement, values)[0][0]

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
