"""Continuous archiving with PostgreSQL's own tools, and a restore to a moment before a disaster."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from boardgames.supervisor import children, reaching
from boardgames.supervisor.children import Servant
from boardgames.supervisor.console import say
from boardgames.supervisor.home import CHECKOUT, Home
from boardgames.supervisor.postgres import Postgres

MOVES = 200
SERVANT = Servant.needed()
COUNT = "SELECT count(*), max(id) FROM games_move"


def run() -> None:
    with tempfile.TemporaryDirectory(prefix="boardgames-drill-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        home, kept, base = Home(folder / "home"), folder / "archive", folder / "base"
        home.create()
        kept.mkdir()
        if SERVANT:
            SERVANT.own(kept)
        archiving = (
            "archive_mode=on",
            f"archive_command=test ! -f {kept}/%f && cp %p {kept}/part && mv {kept}/part {kept}/%f",
            "archive_timeout=60",
        )
        with running(home, archiving) as process:
            manage(home, "prepare", "--database")
            manage(home, "demo")
            took = back_up(home, base)
            say(f"a base backup of {size(base):.0f} MB in {took:.1f} s")
            before, (moment,) = play(home), ask(home, "SELECT clock_timestamp()::text")
            counted = ask(home, COUNT)
            say(f"{before} moves; the moment to come back to is {moment}")
            time.sleep(0.1)
            say(f"{play(home)} moves more, and then somebody deletes all moves")
            ask(home, "DELETE FROM games_move RETURNING 1")
            # What the archive does not have yet is what a lost disk loses: at most a minute.
            wait_for_archive(home)
            process.send_signal(signal.SIGKILL)
            process.wait()
        began = time.monotonic()
        put_back(home, base)
        to_then = (
            f"restore_command=cp {kept}/%f %p",
            f"recovery_target_time={moment}",
            "recovery_target_action=promote",
        )
        with running(home, to_then):
            while ask(home, "SELECT pg_is_in_recovery()")[0]:
                time.sleep(0.05)
            say(f"back in {time.monotonic() - began:.1f} s, {size(kept):.0f} MB of archive")
            if ask(home, COUNT) != counted:
                raise SystemExit(f"not as it was then: {ask(home, COUNT)}, not {counted}")
            manage(home, "replay_games")


@contextmanager
def running(home: Home, settings: tuple[str, ...]) -> Iterator["subprocess.Popen[bytes]"]:
    postgres = Postgres(home, SERVANT, (*settings, *reaching.QUIET))
    postgres.prepare()
    process = postgres.start()
    try:
        postgres.wait(process)
        yield process
    finally:
        children.end(process, postgres.ending, patience=60)


def environment(home: Home) -> dict[str, str]:
    hidden = ("DATABASE_URL", "REDIS_URL", "BOARDGAMES_ENV")
    ours = {name: value for name, value in os.environ.items() if name not in hidden}
    return {**ours, "BOARDGAMES_HOME": str(home.folder), "LOG_LEVEL": "ERROR"}


def manage(home: Home, *words: str) -> None:
    subprocess.run([sys.executable, "manage.py", *words], env=environment(home), check=True)


def play(home: Home) -> int:
    command = [sys.executable, "-m", "script.drills.moves", str(MOVES)]
    done = subprocess.run(
        command, env=environment(home), cwd=CHECKOUT, check=True, stdout=subprocess.PIPE
    )
    return len(done.stdout.splitlines())


def ask(home: Home, query: str) -> tuple[object, ...]:
    with psycopg.connect(home.database_url, autocommit=True) as connection:
        return connection.execute(query.encode()).fetchall()[0]


def back_up(home: Home, base: Path) -> float:
    began = time.monotonic()
    words, env = reaching.as_client(home.database_url)
    program = reaching.program("pg_basebackup", home)
    subprocess.run([program, *words, "-D", str(base), "--checkpoint=fast"], env=env, check=True)
    return time.monotonic() - began


def wait_for_archive(home: Home) -> None:
    """Until all that was written up to now is in the archive."""
    now = str(ask(home, "SELECT pg_walfile_name(pg_current_wal_lsn())")[0])
    ask(home, "SELECT pg_switch_wal()")
    while str(ask(home, "SELECT last_archived_wal FROM pg_stat_archiver")[0]) < now:
        time.sleep(0.1)


def put_back(home: Home, base: Path) -> None:
    shutil.rmtree(home.postgres)
    shutil.copytree(base, home.postgres)
    home.postgres.chmod(0o700)
    (home.postgres / "recovery.signal").touch()
    if SERVANT:
        SERVANT.own(home.postgres)


def size(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
