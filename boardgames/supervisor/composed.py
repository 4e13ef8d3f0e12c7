"""`script/upgrade --compose`: see `--help`."""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from boardgames.supervisor import archive, backup, loading, pgbackrest, reaching
from boardgames.supervisor.console import say, told
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import CHECKOUT, Home
from boardgames.supervisor.upgrade import backup_file, git, here, refuse_changes

#: The database for the trial, beside the service's, and what the image has to manage on it.
COPY = "boardgames_trial"
TRIAL = """
set -e
python manage.py prepare --database
python manage.py replay_games --sample 5
python manage.py check_games
"""
#: How compose.yaml's database and secrets are found from this machine, unless variables say other.
FOUND = {
    "DATABASE_URL": "postgresql://boardgames@127.0.0.1/boardgames",
    "DATABASE_PASSWORD_FILE": "secrets/database_password",
    "SECRET_KEY_FILE": "secrets/secret_key",
    "VAPID_PRIVATE_KEY_FILE": "secrets/vapid_private_key",
}
#: What a release is beside web; the two servers, and the proxy before web, keep running.
OTHERS = ("worker", "thinking", "beat")
WAITING = ("--detach", "--no-deps", "--wait", "--wait-timeout", "900")


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(
        prog="script/upgrade --compose",
        description="Brings the service that `docker compose` runs from this checkout to another "
        "release while people play: backs it up, builds the image with a tag of its own, tries it "
        "on a copy of the data with all running games, brings the database up to date, starts a "
        "second web container beside the first, takes the place of the other parts, and ends the "
        "first. Where a step fails the release of before goes on.",
    )
    parser.add_argument("revision", metavar="REVISION", help="of the checkout, to go to")
    parser.add_argument("--backup", metavar="FILE", help="instead of one in var/backups")
    parser.add_argument(
        "--pull", action="store_true", help="takes the image from where IMAGE in .env says"
    )
    given = parser.parse_args(words)
    for name, value in FOUND.items():
        os.environ.setdefault(name, value)
    refuse_changes()
    home, before = Home.default(), here()
    if pgbackrest.stanza(given.backup or ""):
        raise CannotStart("A container cannot reach what pgBackRest reads back: name a file.")
    tag, renewed = tag_of(given.revision), False
    webs = _webs()
    written = backup.write_as_named(given.backup or backup_file(home), home)
    try:
        git("checkout", "--quiet", given.revision)
        _compose(tag, "pull" if given.pull else "build", "web")
        _try(tag, written, home)
        _compose(tag, "run", "--rm", "--no-deps", "prepare")
        # Nobody is without web at any time, nor on the way back: those of before go at the end.
        one_more = ("--no-recreate", "--scale", f"web={len(webs) + 1}", "web")
        _compose(tag, "up", *WAITING, *one_more)
        renewed = True
        _compose(tag, "up", *WAITING, *OTHERS)
    except (CannotStart, KeyboardInterrupt) as error:
        say(f"Back to {before}: {error}")
        git("checkout", "--quiet", before)
        _end(_webs() - webs)
        if renewed:  # what .env says is still of before
            _compose("", "up", *WAITING, *OTHERS)
        raise CannotStart(
            f"{before} goes on. The data are as they are now, and in {written} as they were."
        ) from error
    _keep(tag)
    _end(webs)
    say(f"This is {tag} now; the way back: script/upgrade --compose {before}")


def tag_of(revision: str) -> str:
    """The same in each clone, however much history that has."""
    return git("rev-parse", "--short=12", revision)


def _try(tag: str, written: str, home: Home) -> None:
    with _copy(Path(written), home):
        there = f"DATABASE_URL=postgresql://boardgames@postgres/{COPY}"
        words = ("--rm", "--no-deps", "--env", there, "prepare", "sh", "-c", TRIAL)
        _compose(tag, "run", *words)


@contextmanager
def _copy(file: Path, home: Home) -> Iterator[None]:
    """On the same server, where containers reach it; gone with the block."""
    where, name = reaching.address(), sql.Identifier(COPY)
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name)
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute(drop)  # of an upgrade that was killed
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        try:
            with archive.opened(file) as opened:
                loading.load(opened, make_conninfo(where, dbname=COPY), home)
            yield
        finally:
            connection.execute(drop)


def _webs() -> set[str]:
    """The containers of web, by their ids."""
    return set(_docker("compose", "ps", "--all", "--quiet", "web").split())


def _end(webs: set[str]) -> None:
    """They finish what they are at. Compose would choose by itself which of them to end."""
    if webs:
        _docker("stop", *webs)
        _docker("rm", *webs)


def _keep(tag: str) -> None:
    """As VERSION in .env, for whoever says `docker compose up` later."""
    file = CHECKOUT / ".env"
    lines = [line for line in file.read_text().splitlines() if not line.startswith("VERSION=")]
    aside = file.with_name(".env.new")
    aside.touch(mode=file.stat().st_mode & 0o777)
    aside.write_text("\n".join([*lines, f"VERSION={tag}", ""]))
    aside.replace(file)


def _compose(tag: str, *words: str) -> None:
    """With images of this tag; of the one in .env without."""
    _docker("compose", *words, tag=tag, output=None)


def _docker(*words: str, tag: str = "", output: int | None = subprocess.PIPE) -> str:
    env = {name: value for name, value in os.environ.items() if name != "VERSION"}
    given = {"VERSION": tag} if tag else {}
    done = subprocess.run(
        ["docker", *words], cwd=CHECKOUT, env={**env, **given}, text=True,
        stdin=subprocess.DEVNULL, stdout=output,
    )  # fmt: skip
    if done.returncode:
        named = " ".join(words[: 2 if words[0] == "compose" else 1])
        raise CannotStart(f"`docker {named}` failed: its last lines say why.")
    return done.stdout or ""


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(told(main))
