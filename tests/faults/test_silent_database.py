"""A standby that has to confirm commits is gone: they wait, and nobody waits with them for ever."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.sessions import tokens
from boardgames.models import Heartbeat
from boardgames.supervisor.heartbeat import Heartbeat as Watch
from games.models import Game
from tests.people import person
from tests.platform.server import database_url, eventually
from tests.sites import running_site

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: More than a web process has threads.
MANY = 10


@pytest.fixture
def durable(transactional_db: None) -> Iterator[None]:
    """Commits on new connections to this test's database wait for the disk, and for standbys."""
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit = on")
        yield
        cursor.execute(f"ALTER DATABASE {name} RESET synchronous_commit")


@contextmanager
def standby_gone() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
        cursor.execute("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            cursor.execute("ALTER SYSTEM RESET synchronous_standby_names")
            cursor.execute("SELECT pg_reload_conf()")


def asked(url: str, token: str = "", **body: object) -> tuple[int, str]:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(url, data, headers if token else {})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def waiting() -> int:
    """Commits that wait for a standby."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        return int(cursor.fetchone()[0])


def test_a_commit_that_waits_holds_up_nothing_for_ever(durable: None) -> None:
    keys = [tokens.mint(person(f"player{number}"), "faults") for number in range(MANY)]
    watch = Watch(database_url(settings.DATABASE_URL, connection.settings_dict["NAME"]))
    Heartbeat.objects.create(name="worker", at=timezone.now() - timedelta(hours=1))
    with running_site() as site, ThreadPoolExecutor(MANY) as players:

        def open_game(key: str) -> tuple[int, str]:
            return asked(f"{site.address}/api/v1/games", key, type="imhotep", players=2)

        assert open_game(keys[0])[0] == 201
        with standby_gone():
            answers = [players.submit(open_game, key) for key in keys]
            assert eventually(lambda: waiting() == 6)  # all threads
            assert asked(f"{site.address}/healthz") == (200, "ok\n")
            assert asked(f"{site.address}/readyz")[0] == 200
            assert not any(answer.done() for answer in answers)
            assert not watch.is_lost(since=-10_000), "who cannot write is not silent"
            for answer in answers:
                status, text = answer.result()
                assert (status, json.loads(text)["error"]["code"]) == (503, "busy")
            assert asked(f"{site.address}/api/v1/types", keys[0])[0] == 200, "threads are free"
            assert site.process.poll() is None
        assert eventually(lambda: waiting() == 0)
        assert open_game(keys[0])[0] == 201
        watch.next_look = 0
        assert watch.is_lost(since=-10_000)
    assert 2 <= Game.objects.count() <= 2 + MANY + 1
