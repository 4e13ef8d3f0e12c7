"""The format of a backup: a zip file of its description (`about.json`), secrets, and pg_dump's
file."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TypedDict

import psycopg
from psycopg import sql

from boardgames.environment import variables
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home

FORMAT = 1
ABOUT, SECRETS, DUMP = "about.json", "secrets.json", "database.dump"
#: Secrets that must last: losing them signs everybody out, or disconnects everybody's devices.
LASTING = {
    "secret_key": variables.SECRET_KEY,
    "vapid_private_key": variables.VAPID_PRIVATE_KEY,
}


class About(TypedDict):
    """``rows``: number per table at the moment of the dump; ``types``: number of games per type."""

    format: int
    made_at: str
    migrations: list[str]
    rows: dict[str, int]
    types: dict[str, int]


def secrets(home: Home) -> dict[str, str]:
    """The lasting secrets in use, as far as they are known here."""
    known = home.known_secrets()
    found = {name: variable.written() or known.get(name) for name, variable in LASTING.items()}
    return {name: value for name, value in found.items() if value}


def describe(connection: psycopg.Connection) -> About:
    """What the database holds, as seen by the connection's transaction."""
    query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    tables: list[str] = [name for (name,) in connection.execute(query)]
    if not {"django_migrations", "games_game"} <= set(tables):
        raise CannotStart("This database holds no data of the service: check DATABASE_URL.")
    migrations = connection.execute("SELECT app || '.' || name FROM django_migrations ORDER BY id")
    types = connection.execute("SELECT type, count(*) FROM games_game GROUP BY type ORDER BY type")
    return {
        "format": FORMAT,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "migrations": [name for (name,) in migrations],
        "rows": {table: _count(connection, table) for table in tables},
        "types": dict(types.fetchall()),
    }


def _count(connection: psycopg.Connection, table: str) -> int:
    query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
    return sum(count for (count,) in connection.execute(query))


@contextmanager
def opened(file: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup for reading; CannotStart if it is none."""
    try:
        with zipfile.ZipFile(file) as archive:
            if json.loads(archive.read(ABOUT))["format"] != FORMAT:
                raise CannotStart(f"{file} was made by a newer release: use that one.")
            if (damaged := archive.testzip()) is not None:
                raise ValueError(f"{damaged} differs from what was written")
            yield archive
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        raise CannotStart(f"{file} is no backup, or is damaged: {error}") from error


def read_description(archive: zipfile.ZipFile) -> About:
    described: About = json.loads(archive.read(ABOUT))
    return described


def dump(archive: zipfile.ZipFile) -> IO[bytes]:
    """pg_dump's file, whose check sum `opened` has verified."""
    return archive.open(DUMP)
