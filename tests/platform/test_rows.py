"""What is written in a transaction waits for its COMMIT, and nobody notices but the clock."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import (
    DEFAULT_DB_ALIAS,
    DataError,
    IntegrityError,
    OperationalError,
    ProgrammingError,
    close_old_connections,
    connection,
    connections,
)
from django.db.transaction import TransactionManagementError, atomic, on_commit, set_rollback
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import ApiToken, User
from boardgames.database import rows
from boardgames.database.postgresql.base import DatabaseWrapper
from boardgames.database.rows import Rows, queries, query, transaction
from boardgames.database.wire import Asked
from tests.games.test_round_trips import round_trips
from tests.platform.conftest import Dial, Wire

TOKENS = f"SELECT name FROM {ApiToken._meta.db_table} ORDER BY name"
_tokens, _users = Rows(ApiToken), Rows(User)


@pytest.fixture
def real(transactional_db: None) -> None:
    """Transactions are what they say, no parts of the test's own."""


@pytest.fixture
def other(dial: Dial) -> Wire:
    return dial(autocommit=True)


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna")


@pytest.fixture(params=["plain", "watched"])
def watching(request: pytest.FixtureRequest) -> Iterator[None]:
    """Once as it is, and once while somebody wants to see each statement."""
    watched: AbstractContextManager[Any] = nullcontext()
    if request.param == "watched":
        watched = CaptureQueriesContext(connection)
    with watched:
        yield


@pytest.fixture(params=["fresh", "pool"])
def supply(request: pytest.FixtureRequest, real: None) -> Iterator[None]:
    """Django's connections as the tests have them, and from a pool as the site has them."""
    if request.param == "fresh":
        yield
        return
    usual = connections[DEFAULT_DB_ALIAS]
    settings = copy.deepcopy(usual.settings_dict)
    settings["OPTIONS"]["pool"] = {"min_size": 1, "max_size": 2, "timeout": 5}
    pooled = connections[DEFAULT_DB_ALIAS] = DatabaseWrapper(settings, alias="pooled")
    yield
    connections[DEFAULT_DB_ALIAS] = usual
    pooled.close()
    pooled.close_pool()


def token(user: User | int, name: str) -> ApiToken:
    """No two may have the same name."""
    user_id = user if isinstance(user, int) else user.pk
    return ApiToken(user_id=user_id, name=name, hash=name, created_at=timezone.now())


def add(user: User | int, *names: str) -> None:
    _tokens.insert([token(user, name) for name in names])


def seen(other: Wire) -> list[str]:
    return [name for (name,) in other.execute(TOKENS)]


def own() -> list[str]:
    return [name for (name,) in query(TOKENS, [])]


def backend_ends(other: Wire) -> None:
    raw = connection.connection
    other.execute("SELECT pg_terminate_backend(%s, 5000)", [raw.info.backend_pid])


# What waits --------------------------------------------------------------------------------------


def test_what_is_written_goes_out_with_the_commit(
    real: None, anna: User, other: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    with round_trips(monkeypatch) as waited:
        with transaction():
            add(anna, "a")
            anna.language = "de"
            _users.update(anna, ("language",))
            add(anna, "b")
            assert len(waited) == 0
        assert len(waited) == 1
    assert seen(other) == ["a", "b"]
    anna.refresh_from_db()
    assert anna.language == "de"


def test_a_question_takes_along_what_waits(
    real: None, anna: User, other: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    with round_trips(monkeypatch) as waited:
        with transaction():
            add(anna, "a")
            assert queries((TOKENS, []), ("SELECT %s::int", [2])) == [[("a",)], [(2,)]]
            assert len(waited) == 1
            add(anna, "b")
        assert len(waited) == 2
    assert seen(other) == ["a", "b"]


def test_a_transaction_that_only_asks_or_does_nothing(
    real: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.ensure_connection()
    with round_trips(monkeypatch) as waited:
        with transaction():
            pass
        assert len(waited) == 0
        with transaction():
            assert own() == []
    assert len(waited) == 2
    assert connection.get_autocommit()


def test_without_a_transaction_nothing_waits(real: None, anna: User, other: Wire) -> None:
    add(anna, "a")
    assert seen(other) == ["a"]


def test_it_is_the_outermost(real: None, anna: User, other: Wire) -> None:
    with transaction():
        add(anna, "a")
        with pytest.raises(RuntimeError, match="durable"), transaction():
            pass
        add(anna, "b")
        assert seen(other) == []
    assert seen(other) == ["a", "b"]


def _cursor() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(TOKENS)
        return [name for (name,) in cursor.fetchall()]


def _nested() -> list[str]:
    with atomic():
        return own()


NAMES = ApiToken.objects.order_by("name").values_list("name", flat=True)


@pytest.mark.parametrize(
    "ask",
    [
        own,
        _cursor,
        _nested,
        lambda: list(NAMES.all()),
        lambda: list(NAMES.all().iterator()),
        lambda: list(NAMES.select_for_update()),
    ],
    ids=["query", "cursor", "nested", "ORM", "ORM's iterator", "ORM's lock"],
)
def test_whoever_asks_sees_what_was_written_before(
    real: None, anna: User, other: Wire, watching: None, ask: Callable[[], list[str]]
) -> None:
    with transaction():
        add(anna, "a")
        assert ask() == ["a"]
        add(anna, "b", "c")
        assert ask() == ["a", "b", "c"]
        ApiToken.objects.filter(name="b").update(name="z")
        add(anna, "d")
        assert seen(other) == []
    assert seen(other) == ["a", "c", "d", "z"]


def test_of_two_updates_of_a_row_the_last_wins(
    real: None, anna: User, other: Wire, watching: None
) -> None:
    with transaction():
        for language, zone in (("de", "Europe/Berlin"), ("en", "Asia/Tokyo")):
            anna.language, anna.time_zone = language, zone
            fields = ("language", "time_zone") if language == "de" else ("time_zone",)
            _users.update(anna, fields)
            add(anna, language)
    stored = User.objects.get()
    assert (stored.language, stored.time_zone) == ("de", "Asia/Tokyo")
    assert seen(other) == ["de", "en"]


TEXT = "a 'b' \"c\" % %s $1 \\x \\n \n ü"


def test_rows_read_the_same_where_somebody_watches(real: None, anna: User) -> None:
    anna.calendar = {"automatic": False, "nothing": None, "days": [1, TEXT]}
    anna.date_joined = datetime(2026, 2, 3, 4, 5, 6, 700000, UTC)
    anna.first_name, anna.is_guest, anna.reminder_share = TEXT, True, 7
    fields = ("calendar", "date_joined", "first_name", "is_guest", "reminder_share", "last_login")
    for watched in (CaptureQueriesContext(connection), nullcontext()):
        User.objects.update(first_name="", calendar={}, is_guest=False, last_login=timezone.now())
        with watched, transaction():
            _users.update(anna, fields)
        stored = User.objects.get()
        assert [getattr(stored, name) for name in fields] == [
            getattr(anna, name) for name in fields
        ]
    asked: tuple[Asked, ...] = (
        (f"SELECT {_users.columns} FROM {_users.table} WHERE id = %s", [anna.pk]),
        ("SELECT 'null'::jsonb, NULL::jsonb, '\\x00ff'::bytea, true, %s::bigint", [2**62]),
        ("SELECT FROM accounts_user WHERE id = 0", []),
        ("UPDATE accounts_user SET language = language", []),
    )
    plain = queries(*asked)
    with CaptureQueriesContext(connection) as seen_statements:
        assert queries(*asked) == plain
    assert len(seen_statements) == len(asked)
    read = _users.build(plain[0][0])
    assert [getattr(read, name) for name in fields] == [getattr(anna, name) for name in fields]


def test_another_threads_statements_are_its_own(real: None, anna: User, other: Wire) -> None:
    def elsewhere() -> None:
        try:
            with transaction():
                add(anna, "theirs")
                found.append(own())
        finally:
            connection.close()

    found: list[list[str]] = []
    with transaction():
        add(anna, "ours")
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        assert found == [["theirs"]]
        assert seen(other) == ["theirs"]
    assert seen(other) == ["ours", "theirs"]


def test_within_a_tests_transaction_nothing_is_committed(
    anna: User, other: Wire, watching: None
) -> None:
    @transaction()
    def halts() -> None:
        add(anna, "b")
        assert own() == ["a", "b"]
        raise RuntimeError("halt")

    with transaction():
        add(anna, "a")
    with pytest.raises(RuntimeError, match="halt"):
        halts()
    assert own() == ["a"]
    assert seen(other) == []


# Savepoints --------------------------------------------------------------------------------------


def test_a_savepoint_takes_back_what_was_written_after_it(
    real: None, anna: User, other: Wire, watching: None
) -> None:
    @atomic
    def halts() -> None:
        add(anna, "taken back")
        assert own() == ["before", "taken back"]
        add(anna, "and this")
        raise RuntimeError("halt")

    with transaction():
        add(anna, "before")
        with pytest.raises(RuntimeError, match="halt"):
            halts()
        assert own() == ["before"]
        add(anna, "after")
    assert seen(other) == ["after", "before"]


def test_a_nested_block_tells_what_fails_in_it(
    real: None, anna: User, other: Wire, watching: None
) -> None:
    with transaction():
        add(anna, "before")
        with pytest.raises(IntegrityError), atomic():
            add(anna, "before")
        add(anna, "after")
    assert seen(other) == ["after", "before"]


def test_what_a_savepoint_takes_back_need_not_be_right(real: None, anna: User, other: Wire) -> None:
    @atomic
    def halts() -> None:
        add(anna, "before")  # would break the unique rule, if it were sent
        raise RuntimeError("halt")

    with transaction():
        add(anna, "before")
        with pytest.raises(RuntimeError, match="halt"):
            halts()
        add(anna, "after")
    assert seen(other) == ["after", "before"]


def _asked_for(_anna: User) -> None:
    set_rollback(True)


def _without_savepoint(_anna: User) -> None:
    with pytest.raises(RuntimeError, match="halt"), atomic(savepoint=False):
        raise RuntimeError("halt")


def _after_an_error(anna: User) -> None:
    with pytest.raises(IntegrityError):
        token(anna, "a").save()


@pytest.mark.parametrize("broken", [_asked_for, _without_savepoint, _after_an_error])
@pytest.mark.parametrize("goes_on", [False, True])
def test_a_transaction_that_is_to_be_rolled_back_is(
    real: None,
    anna: User,
    other: Wire,
    watching: None,
    broken: Callable[[User], None],
    goes_on: bool,
) -> None:
    done: list[str] = []
    with transaction():
        on_commit(lambda: done.append("a"))
        add(anna, "a")
        broken(anna)
        with pytest.raises(TransactionManagementError):  # as Django's own say
            add(anna, "b")
        if goes_on:
            with pytest.raises(TransactionManagementError):
                own()
    assert (seen(other), done) == ([], [])


# Failures ----------------------------------------------------------------------------------------


def _halts(_anna: User) -> None:
    raise RuntimeError("halt")


def _asks_wrongly(_anna: User) -> None:
    query("SELEKT 1", [])


def _writes_twice(anna: User) -> None:
    add(anna, "a")


def _writes_twice_and_asks(anna: User) -> None:
    add(anna, "a")
    ApiToken.objects.count()


def _writes_for_nobody(_anna: User) -> None:
    add(404, "b")  # of which the database says something at the COMMIT


def _writes_nul(anna: User) -> None:
    add(anna, "b\0c")


FAILURES: list[tuple[Callable[[User], None], type[Exception]]] = [
    (_halts, RuntimeError),
    (_asks_wrongly, ProgrammingError),
    (_writes_twice, IntegrityError),
    (_writes_twice_and_asks, IntegrityError),
    (_writes_for_nobody, IntegrityError),
    (_writes_nul, DataError),
]


@pytest.mark.parametrize(("fails", "error"), FAILURES)
def test_a_failure_leaves_nothing(
    supply: None,
    anna: User,
    other: Wire,
    watching: None,
    fails: Callable[[User], None],
    error: type[Exception],
) -> None:
    @transaction()
    def failing() -> None:
        on_commit(lambda: done.append(seen(other)))
        add(anna, "a")
        fails(anna)

    done: list[list[str]] = []
    wrappers = list(connection.execute_wrappers)
    with pytest.raises(error):
        failing()
    assert (seen(other), done) == ([], [])
    assert connection.get_autocommit()
    assert connection.execute_wrappers == wrappers
    assert rows._writing.waiting is None
    with transaction():
        on_commit(lambda: done.append(seen(other)))
        add(anna, "next")
    assert (seen(other), done) == (["next"], [["next"]])  # the hooks see what was committed


def _end() -> None:
    pass


@pytest.mark.parametrize("then", [_end, own, ApiToken.objects.count])
@pytest.mark.parametrize("begun", [False, True])
def test_a_lost_connection_is_replaced(
    supply: None, anna: User, other: Wire, begun: bool, then: Callable[[], object]
) -> None:
    @transaction()
    def failing() -> None:
        on_commit(lambda: done.append("a"))
        add(anna, "a")
        if begun:
            own()
            add(anna, "b")
        backend_ends(other)
        then()

    done: list[str] = []
    with pytest.raises(OperationalError):
        failing()
    assert (seen(other), done) == ([], [])
    with transaction():
        add(anna, "next")
    assert own() == seen(other) == ["next"]


def test_a_connection_lost_between_requests_fails_one(supply: None, other: Wire) -> None:
    assert own() == []
    backend_ends(other)
    with pytest.raises(OperationalError):
        own()
    close_old_connections()  # as at the end of a request, and before the next
    assert own() == []
