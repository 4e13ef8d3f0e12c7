"""`script/upgrade`: see `--help`."""

import argparse
import fcntl
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from boardgames.supervisor import (
    archive,
    backup,
    checkout,
    containers,
    detached_work,
    loading,
    reaching,
    signs,
)
from boardgames.supervisor.console import print_line, run_command
from boardgames.supervisor.containers import OTHERS
from boardgames.supervisor.detached_work import Asking
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home

#: The trial's database, beside the service's; its containers; and the commands that the image must
#: have.
COPY = "boardgames_trial"
TRIAL, TRIAL_VALKEY = "boardgames-trial", "boardgames-trial-valkey"
TRIES = """
set -e
python manage.py prepare --database
python manage.py replay_games --sample 5
python manage.py check_games
if python manage.py help try_parts > /dev/null 2>&1; then python manage.py try_parts
else echo "This release is older than the trial of parts: they start when it serves."; fi
"""
#: Nothing leaves the trial: no e-mail, no push notification, no webhook.
SHUT = {
    "DATABASE_CONNECTIONS": "fresh",
    "DATABASE_URL": f"postgresql://boardgames@postgres/{COPY}",
    "REDIS_URL": f"redis://{TRIAL_VALKEY}:6379/0",
    "EMAIL_URL_FILE": "",
    "EMAIL_URL": "smtp://127.0.0.1:1",
    "OUTSIDE_PORTS": "1",
    "ACCESS_LOG_DAYS": "0",
}
#: How to find compose.yaml's database and secrets from this machine, unless variables say
#: otherwise.
FOUND = {
    "DATABASE_URL": "postgresql://boardgames@127.0.0.1/boardgames",
    "DATABASE_PASSWORD_FILE": "secrets/database_password",
    "SECRET_KEY_FILE": "secrets/secret_key",
    "VAPID_PRIVATE_KEY_FILE": "secrets/vapid_private_key",
}
#: Seconds within which a new worker, beat and thinking process must give a heartbeat.
PATIENCE = 60.0
NO_WAY_BACK = "After the first move under new rules of a game type there is no way back."


def main(*words: str) -> int:
    parser = argparse.ArgumentParser(
        prog="script/upgrade",
        description="Brings the service that `docker compose` runs from this checkout to another "
        "release while people play: backs it up, builds the image with a tag of its own, tries it "
        "on a copy of the data (all running games, its web, worker and beat, a move in each game "
        "type), brings the database up to date, starts a second web container beside the first, "
        "takes the place of the other parts, and ends the first. Whatever ends it, all of the "
        f"release before runs at the end, or all of the new one. {NO_WAY_BACK} What fails later "
        "leaves all of the new release.",
    )
    parser.add_argument(
        "revision", nargs="?", metavar="REVISION",
        help="the revision to upgrade to; without one, an upgrade that was killed is finished",
    )  # fmt: skip
    parser.add_argument(
        "--backup", metavar="FILE", help="writes the backup here, not to var/backups"
    )
    parser.add_argument(
        "--pull", action="store_true", help="pulls the image that IMAGE in .env names"
    )
    # the setting's old name
    parser.add_argument("--compose", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    for name, value in FOUND.items():
        os.environ.setdefault(name, value)
    home = Home.default()
    home.create()

    def upgrade(*_words: str) -> None:
        _upgrade(given.revision, home, file=given.backup, pull=given.pull)

    def finish(*_words: str) -> None:
        _finish(home)

    with _alone(home):
        return detached_work.carry_out(
            lambda: run_command(upgrade if given.revision else finish),
            lambda: run_command(finish),
            home.folder / "upgrade.log",
        )


@dataclass
class Journal:
    """What an upgrade must know to go either way, even after it was killed; a file meanwhile."""

    file: str
    before: str
    tag: str
    webs: list[str]
    #: The previous rules' versions by game type, and how many running games were newer at the
    #: start.
    versions: dict[str, int]
    newer: int
    backup: str = ""
    #: How far the upgrade got: nothing of the service was touched, web was, or the other parts,
    #: too.
    stage: str = field(default="tried")

    @classmethod
    def of(cls, home: Home) -> "Journal | None":
        try:
            return cls(**json.loads((home.folder / "upgrade.json").read_text()))
        except FileNotFoundError:
            return None

    def write(self, stage: str) -> None:
        self.stage = stage
        aside = Path(f"{self.file}.new")
        aside.write_text(json.dumps(asdict(self)))
        aside.replace(self.file)

    def end(self) -> None:
        Path(self.file).unlink()


def _upgrade(revision: str, home: Home, *, file: str | None, pull: bool) -> None:
    if Journal.of(home):
        raise CannotStart("An upgrade was killed half way: finish it first, by `script/upgrade`.")
    checkout.refuse_changes()
    tag = checkout.tag_of(revision)
    asking = Asking()
    print_line(NO_WAY_BACK)
    versions: dict[str, int] = json.loads(containers.rules_versions())
    journal = Journal(
        str(home.folder / "upgrade.json"), checkout.here(), tag, sorted(containers.webs()),
        versions, signs.newer_games(versions),
    )  # fmt: skip
    journal.backup = backup.write_as_named(file or _backup_file(home), home)
    journal.write("tried")
    try:
        checkout.git("checkout", "--quiet", revision)
        containers.compose(tag, "pull" if pull else "build", "web")
        _try(tag, journal.backup, home)
        asking.between_steps()
        containers.compose(tag, "run", "--rm", "--no-deps", "prepare")
        asking.look()
        journal.write("web")
        # There is always a web process, also on the way back: the previous ones end last.
        containers.start_webs(tag, len(journal.webs) + 1)
        asking.look()
        journal.write("others")
        _start_others(tag)
        asking.look()
    except Exception as error:
        asking.ignore()
        print_line(f"{tag} cannot be reached: {error}")
        raise _settled(journal, str(error)) from error
    else:
        asking.ignore()
        _commit(journal)
        print_line(
            f"This is {tag} now. Until the first move under new rules of a game type the way back"
        )
        print_line(f"is: script/upgrade {journal.before}")


def _finish(home: Home) -> None:
    """Finish what a killed upgrade has left."""
    journal = Journal.of(home)
    if journal is None:
        raise CannotStart("No upgrade is unfinished. To begin one, name the REVISION to go to.")
    Asking().ignore()
    _end_trial()
    if checkout.version() == journal.tag:
        _commit(journal)
        print_line(f"This is {journal.tag} now.")
        return
    raise _settled(journal, "It was killed.")


def _settled(journal: Journal, reason: str) -> CannotStart:
    """Bring the service into a whole state and return what to report.

    That is the previous release, or the new one if a game was already moved under new rules.
    """
    try:
        moved = _retreat(journal)
        if moved:
            print_line(
                f"{moved} games were moved under new rules meanwhile, so there is no way back."
            )
            _advance(journal)
    except Exception as error:
        raise CannotStart(
            f"{reason} Then this failed, too: {error} Parts of both releases may run: once docker "
            "and the database answer, `script/upgrade` without a revision finishes it."
        ) from error
    as_was = f"the data are as they are now; {journal.backup} holds them as they were."
    if moved:
        return CannotStart(f"{reason} All parts of {journal.tag} run, with that fault: {as_was}")
    return CannotStart(f"{reason} All parts of {journal.before} keep running: {as_was}")


def _retreat(journal: Journal) -> int:
    """Go back to the previous release.

    Or return, with nothing of the new one running, how many games the previous one could not
    continue.
    """
    if journal.stage == "others":
        containers.compose(journal.tag, "stop", *OTHERS)
    containers.stop_containers(containers.webs() - set(journal.webs))
    if journal.stage != "tried":
        moved = signs.newer_games(journal.versions) - journal.newer
        if moved > 0:
            return moved
    checkout.git("checkout", "--quiet", journal.before)
    if journal.stage == "others":
        containers.start_others("")  # .env still names the previous release
    journal.end()
    return 0


def _advance(journal: Journal) -> None:
    """Go on to the new release, whatever is wrong with it."""
    containers.start_webs(journal.tag, len(journal.webs) + 1)
    containers.start_others(journal.tag)
    _commit(journal)


def _start_others(tag: str) -> None:
    since = signs.now()
    containers.start_others(tag)
    signs.wait_for(OTHERS, since, PATIENCE)


def _commit(journal: Journal) -> None:
    """Make this the release, also for a later `docker compose up`."""
    checkout.keep_version(journal.tag)
    containers.stop_containers(containers.webs() & set(journal.webs))
    journal.end()


def _try(tag: str, written: str, home: Home) -> None:
    """Try the release on a copy of the data, with a Valkey of its own and no access to outside."""
    nowhere = ("valkey-server", "--save", "", "--appendonly", "no", "--dir", "/tmp")  # noqa: S108
    given = [word for pair in SHUT.items() for word in ("--env", "=".join(pair))]
    run = ("run", "--rm", "--no-deps", "--name")
    _end_trial()  # left by an upgrade that was killed
    try:
        _copy(Path(written), home)
        containers.compose(tag, *run, TRIAL_VALKEY, "--detach", "valkey", *nowhere)
        containers.compose(tag, *run, TRIAL, *given, "worker", "sh", "-c", TRIES)
    finally:
        _end_trial()


def _copy(file: Path, home: Home) -> None:
    """Restore the copy on the same server, where containers reach it."""
    where = reaching.address()
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(COPY)))
    with archive.opened(file) as opened:
        loading.load(opened, make_conninfo(where, dbname=COPY), home)


def _end_trial() -> None:
    containers.remove(TRIAL, TRIAL_VALKEY)
    with psycopg.connect(reaching.address(), autocommit=True) as connection:
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        connection.execute(drop.format(sql.Identifier(COPY)))


def _backup_file(home: Home) -> str:
    folder = home.folder / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return str(folder / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}.backup")


@contextmanager
def _alone(home: Home) -> Iterator[None]:
    """Hold the lock; the process that does the work also holds it, should we be killed."""
    with (home.folder / "upgrade.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            log = home.folder / "upgrade.log"
            raise CannotStart(f"An upgrade is under way; {log} tells how far it is.") from None
        yield


def as_program() -> int:
    """Run the command and return its exit code; an error before it starts becomes one line and
    1."""
    codes: list[int] = []
    return run_command(lambda *words: codes.append(main(*words))) or codes[0]


if __name__ == "__main__":
    sys.exit(as_program())
