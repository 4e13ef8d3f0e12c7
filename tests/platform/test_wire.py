"""Several statements in one round trip: what is told, what is done, and what a failure leaves."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from os import dup

import psycopg
import pytest
from psycopg import errors
from psycopg.pq import TransactionStatus

from boardgames.database import wire
from boardgames.database.wire import Asked, Row, converse
from tests.platform.conftest import Dial, Wire

ADD = "INSERT INTO scratch (id, name) VALUES (%s, %s)"
ADD_CHILD = "INSERT INTO scratch (id, parent) VALUES (%s, %s)"
ALL = "SELECT id FROM scratch ORDER BY id"
SLEEP = "SELECT pg_sleep(%s::int)"


@pytest.fixture
def other(transactional_db: None, dial: Dial) -> Iterator[Wire]:
    """Another's connection, and a table that all see."""
    one = dial(autocommit=True)
    one.execute(
        "CREATE TABLE scratch (id int PRIMARY KEY, name text UNIQUE,"
        " parent int REFERENCES scratch DEFERRABLE INITIALLY DEFERRED)"
    )
    yield one
    one.execute("DROP TABLE scratch")


@pytest.fixture
def ours(other: Wire, dial: Dial) -> Iterator[Wire]:
    """A connection as Django has it within a transaction. No notice comes, as of a second BEGIN."""
    one, notices = dial(autocommit=False), list[str | None]()
    one.add_notice_handler(lambda notice: notices.append(notice.message_primary))
    yield one
    one.close()  # lets the table go
    assert notices == []


def stored(other: Wire) -> list[int]:
    return [number for (number,) in other.execute(ALL)]


def knows_what_is_prepared(ours: Wire) -> bool:
    names = ours.execute("SELECT name FROM pg_prepared_statements").fetchall()
    return {name.encode() for (name,) in names} == set(wire._known[ours])


def status(ours: Wire) -> TransactionStatus:
    return TransactionStatus(ours.pgconn.transaction_status)


# What is told and done ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "values", "row"),
    [
        ("%s::int, %s::bigint", [-7, 2**62], (-7, 2**62)),
        ("%s::text, %s::varchar", ["é % $1 '", ""], ("é % $1 '", "")),
        ("%s::bool, NOT %s::bool", ["true", "true"], (True, False)),
        (
            "%s::timestamptz",
            ["2026-02-03 04:05:06.7Z"],
            (datetime(2026, 2, 3, 4, 5, 6, 700000, UTC),),
        ),
        ("%s::jsonb", ['{"a": [1, null, "ü"]}'], ({"a": [1, None, "ü"]},)),
        ("%s::bytea", ["\\x00ff"], (b"\x00\xff",)),
        ("NULL::int, NULL::text, NULL::jsonb, 'null'::jsonb", [], (None,) * 4),
    ],
)
def test_values_keep_their_types(ours: Wire, asked: str, values: list[str | int], row: Row) -> None:
    for _known in (False, True):
        assert converse(ours, [(f"SELECT {asked}", values)]) == [[row]]


def test_each_has_its_own_rows_in_order(ours: Wire) -> None:
    asked: list[Asked] = [
        (ADD, [1, "one"]),
        ("SELECT id, name FROM scratch", []),
        (ADD + " RETURNING name", [2, "two"]),
        ("SELECT FROM scratch WHERE id = %s", [3]),
        (ALL, []),
    ]
    assert converse(ours, asked) == [[], [(1, "one")], [("two",)], [], [(1,), (2,)]]
    assert converse(ours, []) == []


def test_the_same_new_statement_twice(ours: Wire) -> None:
    asked: list[Asked] = [("SELECT %s::int + 1000", [number]) for number in (1, 2)]
    assert converse(ours, asked) == [[(1001,)], [(1002,)]]
    assert converse(ours, asked) == [[(1001,)], [(1002,)]]
    assert knows_what_is_prepared(ours)


def test_more_statements_than_a_connection_knows(
    ours: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_KNOWN", 3)
    for _again in range(2):
        for number in range(0, 12, 2):  # two a time
            asked: list[Asked] = [(f"SELECT {n}, %s::int", [n]) for n in (number, number + 1)]
            assert converse(ours, [*asked, *asked]) == [[(n, n)] for n in (number, number + 1)] * 2
            assert knows_what_is_prepared(ours)
            assert len(wire._known[ours]) <= 6  # what one conversation brings goes beyond


def test_what_is_asked_often_stays_prepared_beside_more_than_a_connection_knows(
    ours: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_KNOWN", 3)
    when = "SELECT prepare_time FROM pg_prepared_statements WHERE statement LIKE '%often%'"
    times = set()
    for number in range(20):
        converse(ours, [("SELECT 'often'", [])])
        converse(ours, [(f"SELECT 'seldom', {number}", [])])
        times.add(ours.execute(when.replace("%", "%%")).fetchone())
    assert len(times) == 1
    assert len(wire._known[ours]) == 4


def test_a_failure_forgets_nothing_that_the_connection_goes_on_to_need(
    ours: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_KNOWN", 1)
    for number in range(3):
        converse(ours, [(f"SELECT {number}", [])], commit=True)
    with pytest.raises(errors.DivisionByZero):
        converse(ours, [("SELECT 1 / %s::int", [0])])
    ours.rollback()
    assert knows_what_is_prepared(ours)
    for number in range(3):
        assert converse(ours, [(f"SELECT {number}", [])], commit=True) == [[(number,)]]
    assert knows_what_is_prepared(ours)


def test_what_is_prepared_is_each_connections_own(ours: Wire, dial: Dial) -> None:
    second = dial(autocommit=False)
    assert converse(ours, [("SELECT 5", [])]) == converse(second, [("SELECT 5", [])]) == [[(5,)]]
    assert knows_what_is_prepared(second)


@pytest.mark.parametrize("autocommit", [False, True])
def test_begin_is_sent_once_and_where_it_is_wanted(
    ours: Wire, other: Wire, autocommit: bool
) -> None:
    ours.autocommit = autocommit
    for number in (1, 2):  # a second BEGIN would make a notice
        converse(ours, [(ADD, [number, "ab"[number - 1]])])
        assert (status(ours) == TransactionStatus.IDLE) == autocommit
    assert stored(other) == ([1, 2] if autocommit else [])
    ours.rollback()
    assert stored(other) == ([1, 2] if autocommit else [])


def test_commit_commits_and_the_next_begins_anew(ours: Wire, other: Wire) -> None:
    assert converse(ours, [(ADD, [1, "one"]), (ALL, [])], commit=True) == [[], [(1,)]]
    assert status(ours) == TransactionStatus.IDLE
    assert stored(other) == [1]
    converse(ours, [(ADD, [2, "two"])])
    assert stored(other) == [1]
    converse(ours, [], commit=True)
    assert stored(other) == [1, 2]
    assert knows_what_is_prepared(ours)


# Errors ------------------------------------------------------------------------------------------

WRONG: dict[str, tuple[Asked, type[psycopg.Error]]] = {
    "unique": ((ADD, [9, "taken"]), errors.UniqueViolation),
    "lock": (
        ("SELECT id FROM scratch WHERE id = %s FOR UPDATE NOWAIT", [0]),
        errors.LockNotAvailable,
    ),
    "syntax": (("SELEKT %s", [1]), errors.SyntaxError),
    "no table": (("SELECT * FROM nowhere", []), errors.UndefinedTable),
    "value": (("SELECT %s::int", ["many"]), errors.InvalidTextRepresentation),
    "too few values": (("SELECT %s::int + %s::int", [1]), errors.ProtocolViolation),
    "timeout": ((SLEEP, [5]), errors.QueryCanceled),
}


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("autocommit", [False, True])
@pytest.mark.parametrize("wrong", WRONG)
def test_the_first_error_ends_it(
    ours: Wire, other: Wire, wrong: str, autocommit: bool, known: bool
) -> None:
    statement, error = WRONG[wrong]
    other.execute(ADD, [0, "taken"])
    ours.execute("SET statement_timeout = '100ms'")
    ours.commit()
    ours.autocommit = autocommit
    after: list[Asked] = [(ADD, [2, "after"]), ("SELECT 'skipped', %s::int", [1])]
    if known:
        converse(ours, after)
        ours.rollback()
        other.execute("DELETE FROM scratch WHERE id = 2")
    with other.transaction():
        other.execute("SELECT FROM scratch WHERE id = 0 FOR UPDATE")
        with pytest.raises(error):
            converse(ours, [(ADD, [1, "before"]), statement, *after], commit=not autocommit)
    if not autocommit:
        assert status(ours) == TransactionStatus.INERROR
        with pytest.raises(errors.InFailedSqlTransaction):
            converse(ours, [("SELECT 'in vain'", [])])
    ours.rollback()
    assert stored(other) == [0]
    assert knows_what_is_prepared(ours)
    assert converse(ours, [*after, (ALL, [])]) == [[], [("skipped", 1)], [(0,), (2,)]]
    assert knows_what_is_prepared(ours)


@pytest.mark.parametrize("commit", [False, True])
def test_a_text_with_nul_is_not_cut_there(ours: Wire, other: Wire, commit: bool) -> None:
    with pytest.raises(errors.DataError):
        converse(ours, [(ADD, [1, "one"]), (ADD, [2, "tw\0o"])], commit=commit)
    assert converse(ours, [(ALL, [])]) == [[]]  # nothing has gone out, and we can go on
    assert stored(other) == []


def test_a_statement_can_be_prepared_once_there_is_what_it_names(ours: Wire) -> None:
    asked: list[Asked] = [("SELECT count(*) FROM later", [])]
    with pytest.raises(errors.UndefinedTable):
        converse(ours, asked)
    ours.rollback()
    assert converse(ours, [("CREATE TEMPORARY TABLE later ()", []), *asked]) == [[], [(0,)]]


def test_what_fails_at_the_commit_leaves_nothing(ours: Wire, other: Wire) -> None:
    with pytest.raises(errors.ForeignKeyViolation):
        converse(ours, [(ADD, [1, "one"]), (ADD_CHILD, [2, 404])], commit=True)
    assert status(ours) == TransactionStatus.IDLE
    assert stored(other) == []
    converse(ours, [(ADD_CHILD, [2, 1]), (ADD, [1, "one"])], commit=True)
    assert stored(other) == [1, 2]


# The end of a connection -------------------------------------------------------------------------


def terminate(ours: Wire, other: Wire) -> None:
    other.execute("SELECT pg_terminate_backend(%s, 5000)", [ours.info.backend_pid])


def cut(ours: Wire, other: Wire) -> None:
    """As when the network or the machine of the database goes."""
    with socket.socket(fileno=dup(ours.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


Ending = Callable[[Wire, Wire], None]
endings = pytest.mark.parametrize("end", [terminate, cut])


@endings
@pytest.mark.parametrize("begun", [False, True])
def test_a_connection_that_has_ended(ours: Wire, other: Wire, end: Ending, begun: bool) -> None:
    if begun:
        converse(ours, [(ADD, [1, "one"])])
    end(ours, other)
    for _again in range(2):
        with pytest.raises(errors.OperationalError):
            converse(ours, [(ADD, [2, "two"]), (ALL, [])], commit=True)
        assert ours.closed
    assert stored(other) == []


@endings
@pytest.mark.parametrize("new_after", [0, 3])
def test_a_connection_that_ends_in_the_middle(
    ours: Wire, other: Wire, dial: Dial, end: Ending, new_after: int
) -> None:
    pid, watching = ours.info.backend_pid, dial(autocommit=True)

    def end_it() -> None:
        asleep = "SELECT FROM pg_stat_activity WHERE pid = %s AND wait_event = 'PgSleep'"
        until = time.monotonic() + 5
        while not watching.execute(asleep, [pid]).fetchall() and time.monotonic() < until:
            time.sleep(0.01)
        end(ours, watching)

    after: list[Asked] = [(f"SELECT 'after', {number}", []) for number in range(new_after)]
    ending = threading.Thread(target=end_it)
    ending.start()
    began = time.monotonic()
    with pytest.raises(errors.OperationalError):
        converse(ours, [(ADD, [1, "one"]), (SLEEP, [30]), *after], commit=True)
    ending.join()
    assert time.monotonic() - began < 20  # not until it has slept
    assert ours.closed
    if end is terminate:  # cut off, the other side works on and may commit
        assert stored(other) == []
    else:
        watching.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def test_an_interrupted_conversation_is_not_gone_on_with(
    ours: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(wire, "_next", interrupted)
        with pytest.raises(KeyboardInterrupt):
            converse(ours, [("SELECT 1", [])])
    assert ours.closed
