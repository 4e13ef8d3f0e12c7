"""`script/restore`: see `--help`."""

import argparse
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardgames.supervisor import archive, done, loading, reaching
from boardgames.supervisor.console import print_line, run_command
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import CHECKOUT, Home

#: How many running and finished games of each type are replayed.
SAMPLE = 5


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(
        prog="script/restore",
        description="Puts a backup into the service's database, which has to be empty or as a "
        "first start leaves it, and plays some of its games again.",
    )
    parser.add_argument("file", metavar="FILE")
    parser.add_argument(
        "--try", dest="only_try", action="store_true",
        help="restores into a temporary database, to find out whether this backup works",
    )  # fmt: skip
    given = parser.parse_args(words)
    home = Home.default()
    if given.only_try:
        try_out(given.file, home)
        return
    with archive.opened(_file(given.file)) as backup, reaching.database(home) as where:
        loading.refuse_unless_empty(where)
        _read(backup, where, home)
        _bring_up()
        _take_secrets(json.loads(backup.read(archive.SECRETS)), home)
    print_line(
        "Done. If the service runs, start it again: its secrets are now those of the backup."
    )


def try_out(named: str, home: Home) -> None:
    """Restore into a temporary database, to prove that it works."""
    with _copy(named, home) as where:
        _bring_up(DATABASE_URL=where)
    if service := reaching.running(home):  # a backup that is kept elsewhere is not recorded
        done.record_done(service, done.RESTORE)


@contextmanager
def _copy(named: str, home: Home) -> Iterator[str]:
    with archive.opened(_file(named)) as backup, reaching.throwaway() as where:
        _read(backup, where, home)
        yield where


def _file(named: str) -> Path:
    return Path(os.environ.get("STARTED_IN", ""), named)


def _read(backup: zipfile.ZipFile, where: str, home: Home) -> None:
    """Load the rows as they were."""
    began, about = time.monotonic(), archive.read_description(backup)
    loading.load(backup, where, home)
    seconds = time.monotonic() - began
    print_line(
        f"{sum(about['rows'].values())} rows of {about['made_at'][:19]} read in {seconds:.1f} s"
    )


def _bring_up(**variables: str) -> None:
    """Migrate to this release, and check that the games replay to what is stored."""
    manage("prepare", "--database", **variables)
    manage("replay_games", "--sample", str(SAMPLE), **variables)


def manage(*words: str, **variables: str) -> None:
    """Run a management command, on the service's database unless variables name another."""
    hidden = ("DATABASE_PASSWORD", "DATABASE_PASSWORD_FILE", "DATABASE_URL_FILE")
    ours = {
        name: value for name, value in os.environ.items() if not variables or name not in hidden
    }
    command = [sys.executable, str(CHECKOUT / "manage.py"), *words]
    done = subprocess.run(
        command, env={**ours, "DATABASE_CONNECTIONS": "fresh", **variables}, cwd=CHECKOUT
    )
    if done.returncode:
        raise CannotStart(f"`manage.py {words[0]}` failed: its last line says why.")


def _take_secrets(kept: dict[str, str], home: Home) -> None:
    """Put the secrets into our own file, except those that variables define."""
    for name, variable in archive.LASTING.items():
        named = variable.written()
        if named and named != kept.get(name):
            print_line(
                f"{variable.name} is not the one in the backup: see {archive.SECRETS} in it."
            )
    home.keep_secrets(kept)


if __name__ == "__main__":
    sys.exit(run_command(main))
