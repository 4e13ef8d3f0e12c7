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
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model
from django.db.models.base import ModelState
from psycopg import Cursor, adapters
from psycopg.types.json import set_json_loads

M = TypeVar("M", bound=Model)

#: Values come in binary, which is read several times faster than text.
set_json_loads(msgspec.json.decode)
_JSON = adapters.types["jsonb"].oid

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
        self._new = [_Column(field) for field in self._without_id]
        self.columns = ", ".join(f'{self.table}."{field.column}"' for field in self._fields)
        self.width = len(self._fields)
        self._updates: dict[tuple[str, ...], tuple[str, list[_Column]]] = {}

    def build(self, values: Sequence[Any]) -> M:
        """The object whose row was read as ``columns``."""
        # As Model.from_db makes it, without the signals of which nobody here wants to hear.
        one = self.model.__new__(self.model)
        one._state = ModelState()
        one._state.adding, one._state.db = False, DEFAULT_DB_ALIAS
        one.__dict__.update(zip(self._names, values, strict=True))
        return one

    def insert(self, objects: Iterable[M]) -> None:
        """Insert objects that have no id yet; they get none here."""
        self._insert(objects, "")

    def insert_new(self, objects: Iterable[M]) -> None:
        """Insert those objects that break no unique rule; they get no ids."""
        self._insert(objects, " ON CONFLICT DO NOTHING")

    def _insert(self, objects: Iterable[M], otherwise: str) -> None:
        rows = [{column.name: column.new_value(one) for column in self._new} for one in objects]
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
        statement, columns = self._updates.get(names) or self._update_of(names)
        row = {column.name: column.value(one) for column in columns}
        _write(statement, {"id": one.pk, **row})

    def _update_of(self, names: tuple[str, ...]) -> tuple[str, list[_Column]]:
        fields = [self._by_name[name] for name in names]
        sets = ", ".join(f'"{field.column}" = new."{field.column}"' for field in fields)
        statement = (
            f"UPDATE {self.table} SET {sets}"  # noqa: S608  our own names
            f" FROM jsonb_to_record(%s::jsonb) AS new(id bigint, {_typed(fields)})"
            f" WHERE {self.table}.id = new.id"
        )
        self._updates[names] = statement, [_Column(field) for field in fields]
        return self._updates[names]


class _Column:
    """A field's column, and its values as they can stand in JSON, so that PostgreSQL reads them as
    the field's type."""

    def __init__(self, field: Field) -> None:
        self.name = field.column or ""
        self._field = field
        self._attribute = field.attname
        self._plain = _PLAIN.get(field.get_internal_type())
        self._is_made = type(field).pre_save is not Field.pre_save  # the time of the insertion, say

    def new_value(self, one: Model) -> Any:
        if self._is_made:
            self._field.pre_save(one, add=True)
        return self.value(one)

    def value(self, one: Model) -> Any:
        value = one.__dict__[self._attribute]
        return value if value is None or self._plain is None else self._plain(value)


def _hex(value: bytes) -> str:
    return "\\x" + bytes(value).hex()


def _interval(value: timedelta) -> str:
    return f"{value.days} days {value.seconds} seconds {value.microseconds} microseconds"


_PLAIN: dict[str, Callable[[Any], str]] = {"BinaryField": _hex, "DurationField": _interval}


def query(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All rows that a statement gives."""
    return _execute(statement, values)


def queries(*asked: tuple[str, Sequence[Any]]) -> list[list[tuple[Any, ...]]]:
    """The rows of several statements, one after the other, asked for in one round trip."""
    database = connections[DEFAULT_DB_ALIAS]  # the proxy looks for it at each word
    if _is_watched(database):
        return [query(statement, values) for statement, values in asked]
    database.ensure_connection()
    with database.wrap_database_errors:
        raw = database.connection
        cursors = [Cursor(raw) for _each in asked]
        with raw.pipeline():
            for cursor, (statement, values) in zip(cursors, asked, strict=True):
                cursor.execute(statement, values, prepare=PREPARED, binary=True)
        return [_found(cursor) for cursor in cursors]


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


def _execute(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    database = connections[DEFAULT_DB_ALIAS]
    if _is_watched(database):
        with database.cursor() as cursor:
            cursor.execute(statement, values)
            return _found_in_text(cursor)
    database.ensure_connection()
    with database.wrap_database_errors:
        raw = Cursor(database.connection)
        raw.execute(statement, values, prepare=PREPARED, binary=True)
        return _found(raw)


def _found(cursor: Cursor[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """What a statement gives; one that only writes gives nothing."""
    return cursor.fetchall() if cursor.pgresult and cursor.pgresult.nfields else []


def _found_in_text(cursor: Any) -> list[tuple[Any, ...]]:
    """The same from one of Django's cursors, which leave JSON as it is."""
    if not cursor.description:
        return []
    are_json = [column.type_code == _JSON for column in cursor.description]
    return [
        tuple(
            json.loads(v) if is_json and v else v for v, is_json in zip(row, are_json, strict=True)
        )
        for row in cursor.fetchall()
    ]


def _is_watched(database: Any) -> bool:
    """Whether somebody wants to see each statement, as they do who go through Django's cursors."""
    return bool(database.execute_wrappers or database.queries_logged)


def _typed(fields: Iterable[Field]) -> str:
    return ", ".join(f'"{field.column}" {field.db_type(connection)}' for field in fields)
