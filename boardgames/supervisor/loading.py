"""Loads a backup's rows into an empty database, in one transaction: all of them, or none."""

import shutil
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, cast

import psycopg
from psycopg import sql

from boardgames.supervisor import archive, reaching
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"

#: Statements that delete the rows of a first start.
DROPS = """
SELECT format('DROP TABLE public.%I CASCADE;', tablename) FROM pg_tables WHERE schemaname = 'public'
UNION ALL
SELECT format('DROP ROUTINE %s CASCADE;', oid::regprocedure) FROM pg_proc
WHERE pronamespace = 'public'::regnamespace
AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
"""


def refuse_unless_empty(where: str) -> None:
    """Raise CannotStart unless the database is empty: a restore never overwrites anything.

    A first start creates tables, but no person and no game.
    """
    with psycopg.connect(where) as connection:
        tables = {name for (name,) in connection.execute(TABLES)}
        if tables and "django_migrations" not in tables:
            raise CannotStart("This database holds other data: restore into an empty one.")
        for table, what in (("accounts_user", "people"), ("games_game", "games")):
            query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
            row = connection.execute(query).fetchone() if table in tables else None
            if row and row[0]:
                raise CannotStart(
                    f"This database holds {row[0]} {what}: restore into an empty one (another "
                    "DATABASE_URL, or another folder in BOARDGAMES_HOME)."
                )


def load(backup: zipfile.ZipFile, where: str, home: Home) -> None:
    """Load all rows, and count them before others can see them."""
    with psycopg.connect(where) as connection:
        drops = connection.execute(DROPS).fetchall()
    with _psql(where, home) as script:
        script.write(b"BEGIN;\nSET lock_timeout = '30s';\n")
        for (drop,) in drops:
            script.write(drop.encode())
        _copy_statements(backup, script, home)
        for table, rows in archive.read_description(backup)["rows"].items():
            script.write(_expectation(table, rows).as_string().encode())
        script.write(b"COMMIT;\n")
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute("ANALYZE")


def _expectation(table: str, rows: int) -> sql.Composable:
    return sql.SQL(
        "DO $$ BEGIN IF (SELECT count(*) FROM public.{}) <> {} THEN RAISE"
        " 'not all rows of % came back', {}; END IF; END $$;\n"
    ).format(sql.Identifier(table), sql.Literal(rows), sql.Literal(table))


@contextmanager
def _psql(where: str, home: Home) -> Iterator[IO[bytes]]:
    """A script for the database; an error in it, or before its COMMIT, changes nothing."""
    words, env = reaching.as_client(where)
    psql = subprocess.Popen(
        [
            *(reaching.program("psql", home), *words, "--quiet", "--no-psqlrc"),
            "--set=ON_ERROR_STOP=1",
        ],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    with psql, suppress(BrokenPipeError), cast(IO[bytes], psql.stdin) as script:
        yield script  # a broken pipe: psql has ended and said why
    if psql.returncode:
        raise CannotStart("The database refused the backup and is unchanged: see above.")


def _copy_statements(backup: zipfile.ZipFile, script: IO[bytes], home: Home) -> None:
    """Append the script that pg_restore makes of the dump, fed by a thread while we read."""
    restore = subprocess.Popen(
        [
            *(reaching.program("pg_restore", home), "--no-owner", "--no-privileges"),
            *("--file", "-"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with restore, archive.dump(backup) as dump:
        feeding = threading.Thread(target=_feed, args=(dump, restore.stdin))
        feeding.start()
        with cast(IO[bytes], restore.stdout) as statements:
            shutil.copyfileobj(statements, script, 1 << 20)
        feeding.join()
    if restore.returncode:
        raise CannotStart("pg_restore cannot read this backup: see above.")


def _feed(dump: IO[bytes], into: IO[bytes]) -> None:
    with suppress(BrokenPipeError), into:
        shutil.copyfileobj(dump, into, 1 << 20)
