"""Web processes behind a pooler in transaction mode; `script/drill pgbouncer` has a real one."""

import subprocess
import sys

import pytest
from django.test import override_settings

from boardgames.database.wire import converse
from boardgames.supervisor.home import CHECKOUT
from tests.platform.conftest import Dial
from tests.platform.test_settings import told
from tests.sites import variables

DIRECT, POOLER = "postgresql://a@direct/c", "postgresql://a@pooler:6432/c"
BOTH = {"DATABASE_URL": DIRECT, "DATABASE_POOLER_URL": POOLER}
HOSTS = "*(f'{name}={each[\"HOST\"]}' for name, each in s.DATABASES.items())"
# The pooler is the database itself here: which sessions are used is all that is looked at.
LOCKED = """
import django
django.setup()
from django.db import connection, connections
from boardgames.database import locks
HELD = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 77"
with locks.held(77), connection.cursor() as cursor:
    cursor.execute(HELD)
    ((holder,),) = cursor.fetchall()
    cursor.execute("SELECT pg_backend_pid()")
    print(holder != cursor.fetchone()[0])
    print(holder == connections["sessions"].connection.info.backend_pid)
with connection.cursor() as cursor:
    cursor.execute(HELD)
    print(cursor.fetchall())
"""


@pytest.mark.slow
def test_web_processes_alone_go_through_it() -> None:
    assert told(HOSTS, **BOTH, DATABASE_CONNECTIONS="pool").split() == [
        "default=pooler",
        "sessions=direct",
    ]
    for others in ("keep", "fresh"):
        assert told(HOSTS, **BOTH, DATABASE_CONNECTIONS=others).split() == ["default=direct"]


@pytest.mark.slow
def test_it_is_asked_for_nothing_that_it_does_not_know() -> None:
    show = "*('options' in each['OPTIONS'] for each in s.DATABASES.values())"
    assert told(show, **BOTH, DATABASE_CONNECTIONS="pool").split() == ["False", "True"]


@pytest.mark.slow
def test_a_wrong_address_of_it_is_named() -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        told(HOSTS, DATABASE_POOLER_URL="http://pooler", DATABASE_CONNECTIONS="pool")
    assert "DATABASE_POOLER_URL must begin with postgresql://" in failed.value.stderr


@override_settings(DATABASE_POOLER_URL=POOLER)
def test_nothing_is_prepared_in_its_sessions(dial: Dial) -> None:
    ours = dial(autocommit=True)
    for number in (1, 2):
        assert converse(ours, [("SELECT 'pooled', %s::int", [number])]) == [[("pooled", number)]]
    assert ours.execute("SELECT count(*) FROM pg_prepared_statements").fetchone() == (0,)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_lock_that_outlasts_a_transaction_is_held_by_a_session_of_our_own() -> None:
    env = {**variables(), "DJANGO_SETTINGS_MODULE": "boardgames.settings"}
    done = subprocess.run(
        [sys.executable, "-c", LOCKED],
        env={**env, "DATABASE_CONNECTIONS": "pool", "DATABASE_POOLER_URL": env["DATABASE_URL"]},
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["True", "True", "[]"], done.stderr
