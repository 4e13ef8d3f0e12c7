"""Rows read and written by statements written by hand, for the few that every move needs.

Django builds a query anew each time it is asked, which costs several times what the query itself
does. Here a table's part of a statement is built once, the database prepares each statement once
per connection, and several changes go out as one statement (``together``). Everything else goes
through the ORM.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from django.db import connection
from django.db.models import BinaryField, DurationField, Field, JSONField, Model
from django.db.models.base import ModelState
from psycopg import Cursor

M = TypeVar("M", bound=Model)

#: psycopg has them made ready for the connection's next use; Django's own cursors never do.
PREPARED = True


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
        self._updates: dict[tuple[str, ...], tuple[str, list[Field]]] = {}

    def build(self, values: Sequence[Any]) -> M:
        """The object whose row was read as ``columns``."""
        row = list(values)
        for i in self._json:
            if row[i] is not None:
                row[i] = json.loads(row[i])
        # As Model.from_db makes it, without the signals of which nobody here wants to hear.
        one = self.model.__new__(self.model)
        one._state = ModelState()
        one._state.adding, one._state.db = False, connection.alias
        one.__dict__.update(zip(self._names, row, strict=True))
        return one

    def insert(self, objects: Iterable[M]) -> None:
        """Insert objects that have no id yet; they get none here."""
        self._insert(objects, "")

    def insert_new(self, objects: Iterable[M]) -> None:
        """Insert those objects that break no unique rule; they get no ids."""
        self._insert(objects, " ON CONFLICT DO NOTHING")

    def _insert(self, objects: Iterable[M], otherwise: str) -> None:
        fields = self._without_id
        rows = [
            {field.column: _plain(field, field.pre_save(one, add=True)) for field in fields}
            for one in objects
        ]
        _write(self._insertion + otherwise, rows)

    @cached_property
    def _insertion(self) -> str:
        names = ", ".join(f'"{field.column}"' for field in self._without_id)
        return (
            f"INSERT INTO {self.table} ({names}) SELECT {names}"  # noqa: S608  our own names
            f" FROM jsonb_to_recordset(%s::jsonb) AS new({_typed(self._without_id)})"
        )

    def update(self, one: M, names: tuple[str, ...]) -> None:
        """Write these fields of an object."""
        statement, fields = self._updates.get(names) or self._update_of(names)
        row = {field.column: _plain(field, getattr(one, field.attname)) for field in fields}
        _write(statement, {"id": one.pk, **row})

    def _update_of(self, names: tuple[str, ...]) -> tuple[str, list[Field]]:
        fields = [self._by_name[name] for name in names]
        sets = ", ".join(f'"{field.column}" = new."{field.column}"' for field in fields)
        statement = (
            f"UPDATE {self.table} SET {sets}"  # noqa: S608  our own names
            f" FROM jsonb_to_record(%s::jsonb) AS new(id bigint, {_typed(fields)})"
            f" WHERE {self.table}.id = new.id"
        )
        self._updates[names] = statement, fields
        return self._updates[names]


def query(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All rows that a statement gives."""
    found: list[tuple[Any, ...]] = _execute(statement, values, lambda cursor: cursor.fetchall())
    return found


def queries(*asked: tuple[str, Sequence[Any]]) -> list[list[tuple[Any, ...]]]:
    """The rows of several statements, one after the other, asked for in one round trip."""
    if _is_watched():
        return [query(statement, values) for statement, values in asked]
    connection.ensure_connection()
    with connection.wrap_database_errors:
        cursors = [Cursor(connection.connection) for _each in asked]
        with connection.connection.pipeline():
            for cursor, (statement, values) in zip(cursors, asked, strict=True):
                cursor.execute(statement, values, prepare=PREPARED)
        return [cursor.fetchall() for cursor in cursors]


@contextmanager
def together() -> Iterator[None]:
    """What is inserted and updated in the block goes out as one statement at its end.

    So the block must not read it, nor update a row twice.
    """
    if _waiting.parts is not None:
        yield
        return
    parts = _waiting.parts = []
    try:
        yield
    finally:
        _waiting.parts = None
    if parts:
        *first, last = [statement for statement, _value in parts]
        named = ", ".join(f"part{number} AS ({part})" for number, part in enumerate(first))
        statement = f"WITH {named} {last}" if first else last
        _execute(statement, [value for _statement, value in parts])


class _Waiting(threading.local):
    """Statements of this thread, each with its one value, that are to go out together."""

    parts: list[tuple[str, str]] | None = None


_waiting = _Waiting()
_encode = msgspec.json.Encoder().encode


def _write(statement: str, rows: object) -> None:
    with together():
        assert _waiting.parts is not None  # noqa: S101
        _waiting.parts.append((statement, _encode(rows).decode()))


def _execute(
    statement: str, values: Sequence[Any], result: Callable[[Any], Any] = lambda cursor: None
) -> Any:
    if _is_watched():
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return result(cursor)
    connection.ensure_connection()
    with connection.wrap_database_errors:
        raw = Cursor(connection.connection)
        raw.execute(statement, values, prepare=PREPARED)
        return result(raw)


def _is_watched() -> bool:
    """Whether somebody wants to see each statement, as they do who go through Django's cursors."""
    return bool(connection.execute_wrappers or connection.queries_logged)


def _typed(fields: Iterable[Field]) -> str:
    return ", ".join(f'"{field.column}" {field.db_type(connection)}' for field in fields)


def _plain(field: Field, value: Any) -> Any:
    """A field's value as it can stand in JSON, so that PostgreSQL reads it as the field's type."""
    if value is None:
        return None
    if isinstance(field, BinaryField):
        return "\\x" + bytes(value).hex()
    if isinstance(field, DurationField):
        assert isinstance(value, timedelta)  # noqa: S101
        return f"{value.days} days {value.seconds} seconds {value.microseconds} microseconds"
    return value
