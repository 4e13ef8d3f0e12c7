"""Access to the service's database from outside of the service, for backups and upgrades."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from boardgames.environment import variables
from boardgames.supervisor import children, locking
from boardgames.supervisor.children import Servant
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home
from boardgames.supervisor.postgres import Postgres

# A server that is started for one command reports only why it cannot start.
QUIET = ("log_min_messages=fatal",)
# A database that holds only a copy may lose it.
FAST = (*QUIET, "fsync=off", "synchronous_commit=off", "full_page_writes=off")


def address() -> str:
    """The address in `DATABASE_URL` and `DATABASE_PASSWORD`; empty for our own database."""
    url, password = variables.DATABASE_URL.read(), variables.DATABASE_PASSWORD.read()
    return make_conninfo(url, **({"password": password} if password else {})) if url else ""


def running(home: Home) -> str:
    """The address of the service's database; empty if our own is not running."""
    return address() or (home.database_url if _answers(home) else "")


@contextmanager
def database(home: Home) -> Iterator[str]:
    """The address of the service's database; our own is started for the block if needed."""
    if there := running(home):
        yield there
        return
    home.create()
    with (
        locking.held(home, "a backup or an upgrade"),
        _running(Postgres(home, Servant.needed(), QUIET)),
    ):
        yield home.database_url


@contextmanager
def throwaway() -> Iterator[str]:
    """The address of an empty database of our own, deleted after the block."""
    with tempfile.TemporaryDirectory(prefix="boardgames-copy-") as folder:
        home = Home(Path(folder))
        home.create()
        with _running(Postgres(home, Servant.needed(), FAST)):
            yield home.database_url


def program(name: str, home: Home) -> str:
    """The path of one of PostgreSQL's programs: `pg_dump`, `pg_restore`, `psql`."""
    found = Postgres(home, None).program(name)
    if not found.exists():
        raise CannotStart(f"{found} is missing: PG_BIN names another folder of PostgreSQL's.")
    return str(found)


def as_client(where: str) -> tuple[list[str], dict[str, str]]:
    """Arguments and variables for those programs; the password is only in the variables."""
    parameters = {name: str(value) for name, value in conninfo_to_dict(where).items()}
    password = parameters.pop("password", None)
    env = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    if password:
        env["PGPASSWORD"] = password
    return [f"--dbname={make_conninfo(**parameters)}"], env


def _answers(home: Home) -> bool:
    if not (home.postgres / "postmaster.pid").exists():
        return False
    try:
        psycopg.connect(home.database_url, connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def _running(postgres: Postgres) -> Iterator[None]:
    postgres.prepare()
    process = postgres.start()
    try:
        postgres.wait(process)
        yield
    finally:
        children.end_child(process, postgres.ending, patience=60)
