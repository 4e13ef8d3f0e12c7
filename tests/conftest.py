"""What every test may use. Real PostgreSQL and Valkey are started where no URL names others.

The variables must be set before Django reads its settings, hence at import and not in a fixture.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import django
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from playwright.sync_api import Browser
from pytest_django import DjangoDbBlocker

from boardgames.supervisor import children
from boardgames.supervisor.children import Servant
from boardgames.supervisor.home import Home
from boardgames.supervisor.postgres import Postgres
from boardgames.supervisor.valkey import Valkey
from tests.browser import People, shared
from tests.sites import running_site

#: Bytes of a table beyond which it is truncated, not emptied row by row.
LARGE = 256 * 1024
#: Set where the servers are those of this run, and nobody has a database in them but its processes.
OWN_SERVERS = "TEST_OWN_SERVERS"


def _start_servers() -> None:
    """PostgreSQL and Valkey in a temporary folder, gone with the test run."""
    home = Home(Path(tempfile.mkdtemp(prefix="boardgames-test-")))
    home.create()
    servant = Servant.needed()
    fast = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
    with (home.folder / "servers.log").open("wb") as output:
        postgres, valkey = Postgres(home, servant, fast), Valkey(home, servant)
        running = []
        for server in (postgres, valkey):
            server.prepare()
            process = server.start(output)
            running.append((process, server.ending))
            server.wait(process)

    def end_servers() -> None:
        for process, how in running:
            children.end_child(process, how, patience=5)
        shutil.rmtree(home.folder, ignore_errors=True)

    atexit.register(end_servers)
    os.environ[OWN_SERVERS] = "yes"
    os.environ["BOARDGAMES_HOME"] = str(home.folder)
    os.environ.setdefault("DATABASE_URL", home.database_url)
    os.environ.setdefault("REDIS_URL", home.redis_url)
    # No tick looks for lost hints here, and a machine that runs tests may be slow.
    os.environ.setdefault("HINT_MILLISECONDS", "3000")


def _share_a_folder() -> None:
    """A place for what is made once in a run of the tests, whichever process needs it first."""
    folder = tempfile.mkdtemp(prefix="boardgames-tests-")
    os.environ["TEST_RUN_FOLDER"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _own_redis_database() -> None:
    """Each parallel worker takes its own numbered database of the one Valkey."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    url = os.environ["REDIS_URL"]
    if worker and url.startswith("unix://"):
        os.environ["REDIS_URL"] = f"{url}?db={int(worker.removeprefix('gw')) + 1}"


def _empty_small_tables_by_delete() -> None:
    """Between tests nearly all tables are empty or hold a few rows: TRUNCATE takes a hundred times
    as long. Foreign keys are looked at when all is deleted, by searches without an index through
    what has been deleted, so large tables are truncated."""
    from django.core.management.commands import flush
    from django.db.backends.postgresql.operations import DatabaseOperations

    # What is made anew from the models when all is empty would be made anew after each test.
    kept = {"django_content_type", "auth_permission"}
    flush.emit_post_migrate_signal = lambda *given, **named: None  # type: ignore[attr-defined]
    truncate = DatabaseOperations.sql_flush

    def sql_flush(
        self: Any, style: Any, tables: list[str], *, reset_sequences: bool = False, **more: Any
    ) -> list[str]:
        tables = [table for table in tables if table not in kept]
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_class WHERE relname = ANY(%s)"
                " AND pg_relation_size(oid) > %s",
                [tables, LARGE],
            )
            large = cursor.fetchone()[0]
            cursor.execute("SELECT EXISTS (SELECT FROM accounts_act)")
            logged = cursor.fetchone()[0]
        if reset_sequences or large:
            emptying = truncate(self, style, tables, reset_sequences=reset_sequences, **more)
        else:
            emptying = [f"DELETE FROM {self.quote_name(table)}" for table in tables]
        # The audit log lets nobody delete its rows.
        off, on = (
            f"ALTER TABLE accounts_act {word} TRIGGER USER" for word in ("DISABLE", "ENABLE")
        )
        return [off, *emptying, on] if logged or large or reset_sequences else emptying

    DatabaseOperations.sql_flush = sql_flush  # type: ignore[assignment]


def _find_static_files_once() -> None:
    """Each client of a test has middleware of its own, for which WhiteNoise looks through all
    static files: that takes longer than most requests."""
    from boardgames.web.static_files import StaticFiles

    find, known = StaticFiles.add_files_from_finders, dict[str, dict[str, Any]]()

    def once(self: StaticFiles) -> None:
        where = str([settings.STATICFILES_DIRS, settings.STATICFILES_FINDERS])
        if where not in known:
            find(self)
            known[where] = dict(self.files)
        self.files.update(known[where])

    StaticFiles.add_files_from_finders = once


def _compile_catalogues() -> None:
    """Pages in German are English where nothing has compiled the catalogues of a fresh clone."""
    from boardgames.words import catalogues

    catalogues.compile_all()


os.environ["BOARDGAMES_ENV"] = "test"
is_first = "TEST_RUN_FOLDER" not in os.environ
if not ("DATABASE_URL" in os.environ and "REDIS_URL" in os.environ):
    _start_servers()
if is_first:
    _share_a_folder()
_own_redis_database()
# Not left in the environment: parallel workers would read the settings before they come here.
os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
django.setup()
_empty_small_tables_by_delete()
_find_static_files_once()
if is_first:
    _compile_catalogues()
del os.environ["DJANGO_SETTINGS_MODULE"]

pytest_plugins = ["tests.people"]

# Playwright's synchronous calls keep an event loop in this thread; Django need not mind.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


def has_browser(item: pytest.Item) -> bool:
    return not {"chromium", "engine"}.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those with a browser one after the other, so that it is started once; the long ones of them
    first, so that no process waits in the end for another one's last test."""

    def place(item: pytest.Item) -> int:
        if not has_browser(item):
            return 0
        return 1 if item.get_closest_marker("slow") else 2

    for item in filter(has_browser, items):
        item.add_marker(pytest.mark.browser)
    items.sort(key=place)


@pytest.hookimpl(trylast=True)  # fixtures of a module have ended what they opened
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    if nextitem is None or not has_browser(nextitem):
        shared.end()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Each process copies the database that the first has made: migrations take some seconds."""
    if not (OWN_SERVERS in os.environ and "PYTEST_XDIST_WORKER" in os.environ):
        return
    own, made = connection.settings_dict["TEST"], Path(os.environ["TEST_RUN_FOLDER"], "migrated")
    with made.with_suffix(".lock").open("w") as lock, django_db_blocker.unblock():
        flock(lock, LOCK_EX)
        if not made.exists():
            _make_database("migrated")
            made.touch()
    own["TEMPLATE"] = "migrated"


def _make_database(name: str) -> None:
    own, before = connection.settings_dict["TEST"], connection.settings_dict["NAME"]
    copies, own["NAME"] = own["NAME"], name
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    own["NAME"] = copies
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = before


@pytest.fixture(autouse=True)
def _fresh_start() -> None:
    """What one test has used up of a limit, kept of a game, or logged of a slip, is not there in
    another; nor does it go on in the language of the last request."""
    from boardgames.redis import rate_counter
    from games import game_cache, package_errors

    game_cache.cache.forget()
    cache.clear()
    rate_counter.local_counter.forget()
    package_errors._noted.clear()
    translation.deactivate()


@pytest.fixture(autouse=True)
def _letters_go_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker does in a moment, as no worker runs beside most tests."""
    from accounts import account_mail

    write = account_mail.AccountMailBackend.send_messages

    def send(box: Any, messages: Any) -> int:
        written = write(box, messages)
        account_mail.send_due()
        return written

    monkeypatch.setattr(account_mail.AccountMailBackend, "send_messages", send)


@pytest.fixture(scope="session")
def site_process(django_db_setup: None) -> Iterator[str]:
    """uvicorn with our whole site on the test database; gives its address."""
    with running_site() as site:
        yield site.address


@pytest.fixture
def site(transactional_db: None, site_process: str) -> str:
    """The address of a running site that sees what the test writes; tables are emptied after."""
    return site_process


@pytest.fixture
def chromium() -> Iterator[Browser]:
    """One for all tests with a browser; what a test has left open in it is closed."""
    browser = shared.browser
    yield browser
    for context in browser.contexts:
        context.close()


@pytest.fixture
def people(site: str, chromium: Browser) -> Iterator[People]:
    """`people.page()` opens the site as a new person; a script error fails the test."""
    people = People(chromium, site)
    yield people
    people.close()
    assert people.errors == []
