"""The service's database from outside of the service, for backups and upgrades."""

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

# One that is started for a command says nothing but why it cannot.
QUIET = ("log_min_messages=fatal",)
# What holds only a copy may lose it.
FAST = (*QUIET, "fsync=off", "synchronous_commit=off", "full_page_writes=off")


def address() -> str:
    """Where `DATABASE_URL` and `DATABASE_PASSWORD` say the database is; empty for our own."""
    url, password = variables.DATABASE_URL.read(), variables.DATABASE_PASSWORD.read()
    return make_conninfo(url, **({"password": password} if password else {})) if url else ""


def running(home: Home) -> str:
    """The address of the service's database; empty where our own is not up."""
    return address() or (home.database_url if _answers(home) else "")


@contextmanager
def database(home: Home) -> Iterator[str]:
    """The address of the service's database; our own is started for the block if it is not up."""
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
    """The address of an empty database of our own, gone with the block."""
    with tempfile.TemporaryDirectory(prefix="boardgames-copy-") as folder:
        home = Home(Path(folder))
        home.create()
        with _running(Postgres(home, Servant.needed(), FAST)):
            yield home.database_url


def program(name: str, home: Home) -> str:
    """One of PostgreSQL's programs: `pg_dump`, `pg_restore`, `psql`."""
    found = Postgres(home, None).program(name)
    if not found.exists():
        raise CannotStart(f"{found} is missing: PG_BIN names another folder of PostgreSQL's.")
    return str(found)


def as_client(where: str) -> tuple[list[str], dict[str, str]]:
    """Words and variables by which those programs get there; the password is none of the words."""
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
