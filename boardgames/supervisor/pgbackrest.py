"""Backups by pgBackRest, which cost what has changed: `pgbackrest:STANZA` in the place of a file.

Where its repository is and what it needs to get there stands in its own configuration.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardgames.supervisor import children, done, reaching
from boardgames.supervisor.children import Servant
from boardgames.supervisor.console import say
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home
from boardgames.supervisor.postgres import Postgres

PREFIX = "pgbackrest:"
#: How long the log may take that was written since the last backup.
PATIENCE = 4 * 3600


def stanza(named: str) -> str:
    """The stanza that these words name; empty for a file."""
    return named.removeprefix(PREFIX) if named.startswith(PREFIX) else ""


def back_up(name: str, home: Home) -> None:
    """An increment; where there is nothing yet, all."""
    began = time.monotonic()
    with reaching.database(home) as where:
        _, variables = reaching.as_client(where)
        _run(name, "--type=incr", "backup", **variables)
        done.note(where, done.BACKUP)
    say(f"{PREFIX}{name}: backed up in {time.monotonic() - began:.1f} s")


@contextmanager
def copy(name: str) -> Iterator[str]:
    """The address of a database read back to the end of the archive, gone with the block."""
    began, servant = time.monotonic(), Servant.needed()
    with tempfile.TemporaryDirectory(prefix="boardgames-copy-") as folder:
        home = Home(Path(folder))
        home.create()
        home.postgres.mkdir(mode=0o700)
        if servant:
            servant.own(home.postgres)
        _run(name, f"--pg1-path={home.postgres}", "--archive-mode=off", "restore")
        with _started(Postgres(home, servant, _settings(home))):
            say(f"{PREFIX}{name} read back in {time.monotonic() - began:.1f} s")
            yield home.database_url


def _settings(home: Home) -> tuple[str, ...]:
    """Ours, whatever the server had that was backed up; only who reaches its socket comes in."""
    settings, people = home.folder / "postgresql.conf", home.folder / "pg_hba.conf"
    settings.touch()
    people.write_text("local all all trust\n")
    return (
        *(f"config_file={settings}", f"hba_file={people}", "shared_preload_libraries="),
        *("archive_mode=off", "hot_standby=off", *reaching.FAST),
    )


@contextmanager
def _started(postgres: Postgres) -> Iterator[None]:
    postgres.prepare()
    process = postgres.start()
    try:
        postgres.wait(process, seconds=PATIENCE)
        yield
    finally:
        children.end(process, postgres.ending, patience=60)


def _run(name: str, *words: str, **variables: str) -> None:
    servant, named = Servant.needed(), os.environ.get("PGBACKREST_CONFIG")
    # As a word, it is also told to whom PostgreSQL asks for its log while it recovers.
    config = [f"--config={named}"] if named else []
    try:
        ended = subprocess.run(
            ["pgbackrest", f"--stanza={name}", *config, *words],
            cwd="/",
            env={**os.environ, **variables},
            user=servant.uid if servant else None,
            group=servant.gid if servant else None,
            extra_groups=[] if servant else None,
        )
    except FileNotFoundError as error:
        raise CannotStart("There is no pgBackRest on this machine.") from error
    if ended.returncode:
        raise CannotStart(f"pgbackrest {words[-1]} failed: its last lines say why.")
