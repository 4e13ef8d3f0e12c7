"""`script/upgrade`: see `--help`."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from boardgames.supervisor import backup, locking, reaching, renewing
from boardgames.supervisor.console import say, told
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import CHECKOUT, Home

REQUIREMENTS = "requirements-embedded.txt"
#: Where `script/server --game` keeps which packages it was given.
GAMES = CHECKOUT / ".games"
TRY = "boardgames.supervisor.restore"


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(
        prog="script/upgrade",
        description="Brings the service to another release while people play: backs it up, tries "
        "the release, in a folder of its own, on a copy of the data with all running games, brings "
        "the database up to date, goes to the release, and renews web (one process after the "
        "other), worker and beat. Where a step fails the release of before goes on.",
    )
    parser.add_argument(
        "revision", nargs="?", metavar="REVISION",
        help="of the checkout, to go to; without one, the code is taken as it lies there",
    )  # fmt: skip
    parser.add_argument(
        "--backup", metavar="FILE",
        help="instead of one in var/backups; pgbackrest:STANZA for an increment",
    )  # fmt: skip
    given = parser.parse_args(words)
    home = Home.default()
    running = locking.holder(home)
    if running is not None:
        renewing.refuse_unless_renewable(running)
    if given.revision:
        refuse_changes()
    written = backup.write_as_named(given.backup or backup_file(home), home)
    before, switched = here(), False
    try:
        with _laid_out(given.revision, home) as release:
            _python(release, home, "-m", TRY, "--try", "--running", written)
            with reaching.database(home):
                _python(release, home, "manage.py", "prepare", "--database")
        if given.revision:
            switched = True
            _go_to(given.revision)
        _python(CHECKOUT, home, "manage.py", "prepare", "--files")
        if running is not None:
            renewing.renew(running, home)
    except (CannotStart, KeyboardInterrupt) as error:
        say(f"Back to {before}: {error}")
        if given.revision:
            _go_back(before, running, home, switched=switched)
        raise CannotStart(
            f"{before} goes on. The data are as they are now, and in {written} as they were."
        ) from error
    back = f"; the way back: script/upgrade {before}" if given.revision else ""
    say(f"This is {here()} now{back}" if running is not None else f"Ready to start{back}")


def refuse_changes() -> None:
    if git("status", "--porcelain", "--untracked-files=no"):
        raise CannotStart("There are changes in the checkout: commit them or take them back.")


def backup_file(home: Home) -> str:
    folder = home.folder / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return str(folder / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}.backup")


@contextmanager
def _laid_out(revision: str | None, home: Home) -> Iterator[Path]:
    """The folder with the release's code: one beside the checkout, so that what is read or started
    while the release is tried is of the release of before."""
    if revision is None:
        yield CHECKOUT
        return
    folder = home.folder / "release"
    shutil.rmtree(folder, ignore_errors=True)  # of an upgrade that was killed
    git("worktree", "prune")
    git("worktree", "add", "--quiet", "--detach", str(folder), revision)
    try:
        if GAMES.exists():
            shutil.copy(GAMES, folder)
        _install(folder)
        yield folder
    finally:
        git("worktree", "remove", "--force", str(folder))


def _go_to(revision: str) -> None:
    git("checkout", "--quiet", revision)
    say(f"The code is that of {here()}")
    _install(CHECKOUT)


def _go_back(before: str, running: locking.Holder | None, home: Home, *, switched: bool) -> None:
    """Its packages, which a trial may have changed; where the code was another, all of it."""
    _go_to(before)
    if switched:
        _python(CHECKOUT, home, "manage.py", "prepare", "--files")
        if running is not None:
            renewing.renew(running, home)


def _install(folder: Path) -> None:
    """The packages that the release in this folder needs."""
    words = (str(folder / "script/python"), "script/install.py", REQUIREMENTS)
    env = {**os.environ, "BOARDGAMES_VENV": str(CHECKOUT / ".venv")}
    if subprocess.run(words, cwd=folder, env=env).returncode:
        raise CannotStart("Its packages cannot be installed: the last line says why.")


def here() -> str:
    """The branch, else the commit."""
    return git("branch", "--show-current") or git("rev-parse", "--short", "HEAD")


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True)
    if done.returncode:
        raise CannotStart(f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def _python(release: Path, home: Home, *words: str) -> None:
    """In a process of its own, as our modules are of the release of before."""
    env = {
        **os.environ,
        "BOARDGAMES_HOME": str(home.folder),
        "DATABASE_CONNECTIONS": "fresh",
    }
    if subprocess.run([sys.executable, *words], cwd=release, env=env).returncode:
        raise CannotStart("This release cannot go on with these data: the last lines say why.")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(told(main))
