"""Handwritten statements for the few rows that every move reads and writes.

Django builds a query each time, which costs several times what the query itself does. Here a
statement is built once and prepared once per connection, and a transaction's writes go out at its
end, with the COMMIT. Everything else goes through the ORM.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, Model
from django.db.models.base import ModelState
from django.db.transaction import atomic
from django.utils.functional import cached_property
from psycopg import adapters
from psycopg.types.json import set_json_loads

from boardgames.database.wire import Asked, Row, Value, converse

M = TypeVar("M", bound=Model)
T = TypeVar("T")

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
        self._new = _Columns(self._without_id)
        self.columns = ", ".join(f'{self.table}."{field.column}"' for field in self._fields)
        self.width = len(self._fields)
        self._defaults = {field.attname: field.get_default for field in self._without_id}
        self._updates: dict[tuple[str, ...], tuple[str, _Columns]] = {}

    def build(self, values: Sequence[Any]) -> M:
        """The object for a row that was read as ``columns``."""
        # As Model.from_db makes it, without signals, which nobody receives here.
        one = self.model.__new__(self.model)
        one._state = ModelState()
        one._state.adding, one._state.db = False, DEFAULT_DB_ALIAS
        one.__dict__.update(zip(self._names, values, strict=True))
        return one

    def new(self, **values: Any) -> M:
        """An object that is not stored, for a model whose fields are all plain values.

        Values are given by column name; missing ones get their default.
        """
        # Model() does the same but takes as long as all of a move's rules.
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
        """Insert objects that have no id yet; they do not get one here."""
        self._insert(objects, "")

    def insert_new(self, objects: Iterable[M]) -> None:
        """Insert those objects that violate no unique constraint; they get no ids."""
        self._insert(objects, " ON CONFLICT DO NOTHING")

    def _insert(self, objects: Iterable[M], otherwise: str) -> None:
        new = list(objects)
        rows = ", ".join([self._places] * len(new))
        values = [value for one in new for value in self._new.values(one)]
        _write((f"{self._insertion} {rows}{otherwise}", values))

    @cached_property
    def _insertion(self) -> str:
        return f"INSERT INTO {self.table} ({', '.join(self._new.names)}) VALUES"

    @cached_property
    def _places(self) -> str:
        return f"({', '.join(['%s'] * len(self._new.names))})"

    def update(self, one: M, names: tuple[str, ...]) -> None:
        """Write these fields of an object."""
        statement, columns = self._updates.get(names) or self._update_of(names)
        _write((statement, [*columns.values(one), one.pk]))

    def _update_of(self, names: tuple[str, ...]) -> tuple[str, _Columns]:
        columns = _Columns([self._by_name[name] for name in names])
        sets = ", ".join(f"{name} = %s" for name in columns.names)
        statement = f"UPDATE {self.table} SET {sets} WHERE id = %s"  # noqa: S608  our own names
        self._updates[names] = statement, columns
        return self._updates[names]


class _Columns:
    """The columns of some fields, and an object's values in them as text for PostgreSQL."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.names = [f'"{field.column}"' for field in fields]
        self._encoders = [_ENCODERS.get(field.get_internal_type(), _text) for field in fields]
        self._attributes = [field.attname for field in fields]

    def values(self, one: Model) -> list[Value]:
        values = one.__dict__
        return [
            None if values[name] is None else encode(values[name])
            for name, encode in zip(self._attributes, self._encoders, strict=True)
        ]


def _text(value: object) -> bytes:
    return str(value).encode()


def _interval(value: timedelta) -> bytes:
    return b"%d days %d seconds %d microseconds" % (value.days, value.seconds, value.microseconds)


#: How to write a value as text, by the kind of its field.
_ENCODERS: dict[str, Callable[[Any], bytes]] = {
    "BinaryField": lambda value: b"\\x" + value.hex().encode(),
    "BooleanField": {False: b"false", True: b"true"}.__getitem__,
    "CharField": str.encode,
    "DateTimeField": lambda value: value.isoformat().encode(),
    "DurationField": _interval,
    "JSONField": msgspec.json.Encoder().encode,
    "TextField": str.encode,
}


def query(statement: str, values: Sequence[Value]) -> list[Row]:
    """All rows of a statement."""
    return queries((statement, values))[0]


def queries(*asked: Asked) -> list[list[Row]]:
    """The rows of several statements, in order, in one round trip."""
    database = connections[DEFAULT_DB_ALIAS]  # the proxy looks this up at each attribute
    if _is_watched(database):  # whose cursors send first what waits
        return [_by_cursor(database, each) for each in asked]
    waited = _take_waiting()
    return _converse(database, [*waited, *asked])[len(waited) :]


@dataclass(frozen=True)
class Question(Generic[T]):
    """A statement with its values, and how its rows are read."""

    statement: str
    values: Sequence[Value]
    read: Callable[[list[Row]], T]

    def answer(self) -> T:
        return self.read(query(self.statement, self.values))


def answers(*questions: Question[Any]) -> list[Any]:
    """The answers to several questions, in one round trip."""
    found = queries(*((each.statement, each.values) for each in questions))
    return [each.read(rows) for each, rows in zip(questions, found, strict=True)]


@contextmanager
def transaction() -> Iterator[None]:
    """Open an outermost transaction.

    Writes made here are sent at its end, with the COMMIT, or earlier when something is read.
    """
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
            # inside a test's transaction it is not the outermost
            outermost = not database.savepoint_ids
            _converse(database, waiting, commit=outermost and not _is_watched(database))


def _after_what_waits(execute: Callable[..., Any], statement: Any, *more: Any) -> Any:
    """Send pending writes before each statement of Django's own cursors."""
    if str(statement).startswith("ROLLBACK TO SAVEPOINT"):
        _take_waiting()  # all pending writes were made after the savepoint
    else:
        _send_waiting(connections[DEFAULT_DB_ALIAS])
    return execute(statement, *more)


class _Writing(threading.local):
    """This thread's pending writes, while a transaction of ours is open."""

    waiting: list[Asked] | None = None


_writing = _Writing()


def _write(written: Asked) -> None:
    if _writing.waiting is None:
        queries(written)
    else:
        # otherwise its error would be lost
        connections[DEFAULT_DB_ALIAS].validate_no_broken_transaction()
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
    if database.connection is None:
        database.ensure_connection()
    with database.wrap_database_errors:
        return converse(database.connection, asked, commit=commit)


def _by_cursor(database: Any, asked: Asked) -> list[Row]:
    """The rows as one of Django's cursors gives them, which leave JSON as text."""
    with database.cursor() as cursor:
        statement, values = asked
        cursor.execute(statement, [v.decode() if isinstance(v, bytes) else v for v in values])
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
    """Whether something observes each statement, which needs Django's cursors."""
    watchers = [each for each in database.execute_wrappers if each is not _after_what_waits]
    return bool(watchers or database.queries_logged)
