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
from django.db.transaction import atomic
from psycopg import adapters
from psycopg.types.json import set_json_loads

from boardgames.wire import Asked, Row, converse

M = TypeVar("M", bound=Model)

#: Values come in binary, which is read several times faster than text.
set_json_loads(msgspec.json.decode)
_JSON = adapters.types["jsonb"].oid


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
        self._defaults = {field.attname: field.get_default for field in self._without_id}
        self._updates: dict[tuple[str, ...], tuple[str, list[_Column]]] = {}

    def build(self, values: Sequence[Any]) -> M:
        """The object whose row was read as ``columns``."""
        # As Model.from_db makes it, without the signals of which nobody here wants to hear.
        one = self.model.__new__(self.model)
        one._state = ModelState()
        one._state.adding, one._state.db = False, DEFAULT_DB_ALIAS
        one.__dict__.update(zip(self._names, values, strict=True))
        return one

    def new(self, **values: Any) -> M:
        """An object that is not stored, of a model whose fields all have plain values, by the names
        that its columns have; what is left out has its default."""
        # As Model() makes it, which takes as long as all of the rules do for a move.
        one = self.model.__new__(self.model)
        one._state = ModelState()
        one.__dict__["id"] = None
        one.__dict__.update(
            {
                name: values[name] if name in values else default()
                for name, default in self._defaults.items()
            }
        )
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


def query(statement: str, values: Sequence[str | int]) -> list[Row]:
    """All rows that a statement gives."""
    return queries((statement, values))[0]


def queries(*asked: Asked) -> list[list[Row]]:
    """The rows of several statements, one after the other, asked for in one round trip."""
    database = connections[DEFAULT_DB_ALIAS]  # the proxy looks for it at each word
    if _is_watched(database):
        _send_waiting(database)
        return [_by_cursor(database, each) for each in asked]
    waited = _take_waiting()
    return _converse(database, [*waited, *asked])[len(waited) :]


@contextmanager
def transaction() -> Iterator[None]:
    """An outermost transaction. What is written here waits for its end and goes out with the
    COMMIT, unless something is asked before."""
    database = connections[DEFAULT_DB_ALIAS]
    with atomic(durable=True):
        _writing.waiting = []
        try:
            with database.execute_wrapper(_after_what_waits):
                yield
            waiting = _take_waiting()
        finally:
            _writing.waiting = None
        if waiting and not database.needs_rollback:
            outermost = not database.savepoint_ids  # within a test's transaction it is not
            _converse(database, waiting, commit=outermost and not _is_watched(database))


def _after_what_waits(execute: Callable[..., Any], statement: Any, *more: Any) -> Any:
    """Around the statements of Django's own cursors."""
    if str(statement).startswith("ROLLBACK TO SAVEPOINT"):
        _take_waiting()  # all of it was written after the savepoint
    else:
        _send_waiting(connections[DEFAULT_DB_ALIAS])
    return execute(statement, *more)


@contextmanager
def together() -> Iterator[None]:
    """What is inserted and updated in the block goes out as one statement.

    So the block must not read it, nor update a row twice.
    """
    if _writing.parts is not None:
        yield
        return
    parts = _writing.parts = []
    try:
        yield
    finally:
        _writing.parts = None
    if parts:
        *first, last = [statement for statement, _value in parts]
        named = ", ".join(f"part{number} AS ({part})" for number, part in enumerate(first))
        statement = f"WITH {named} {last}" if first else last
        _write_out((statement, [value for _statement, value in parts]))


class _Writing(threading.local):
    """Of this thread: statements, each with its one value, that are to go out as one; and those
    that wait for the end of the transaction, where they do."""

    parts: list[tuple[str, str]] | None = None
    waiting: list[Asked] | None = None


_writing = _Writing()
_encode = msgspec.json.Encoder().encode


def _write(statement: str, rows: object) -> None:
    with together():
        assert _writing.parts is not None  # noqa: S101
        _writing.parts.append((statement, _encode(rows).decode()))


def _write_out(written: Asked) -> None:
    if _writing.waiting is None:
        queries(written)
    else:
        connections[DEFAULT_DB_ALIAS].validate_no_broken_transaction()  # or it is lost unheard
        _writing.waiting.append(written)


def _take_waiting() -> list[Asked]:
    if not _writing.waiting:
        return []
    waiting, _writing.waiting = _writing.waiting, []
    return waiting


def _send_waiting(database: Any) -> None:
    if waiting := _take_waiting():
        _converse(database, waiting)


def _converse(database: Any, asked: Sequence[Asked], *, commit: bool = False) -> list[list[Row]]:
    if _is_watched(database):
        return [_by_cursor(database, each) for each in asked]
    database.validate_no_broken_transaction()
    database.ensure_connection()
    with database.wrap_database_errors:
        return converse(database.connection, asked, commit=commit)


def _by_cursor(database: Any, asked: Asked) -> list[Row]:
    """The rows as one of Django's cursors gives them, which leave JSON as it is."""
    with database.cursor() as cursor:
        cursor.execute(*asked)
        if not cursor.description:
            return []
        are_json = [column.type_code == _JSON for column in cursor.description]
        return [
            tuple(
                json.loads(v) if is_json and v else v
                for v, is_json in zip(row, are_json, strict=True)
            )
            for row in cursor.fetchall()
        ]


def _is_watched(database: Any) -> bool:
    """Whether somebody wants to see each statement, as they do who go through Django's cursors."""
    watchers = [each for each in database.execute_wrappers if each is not _after_what_waits]
    return bool(watchers or database.queries_logged)


def _typed(fields: Iterable[Field]) -> str:
    return ", ".join(f'"{field.column}" {field.db_type(connection)}' for field in fields)
