"""`script/upgrade`: see `--help`."""

import argparse
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from boardgames.supervisor import backup, locking, reaching, renewing, restore
from boardgames.supervisor.console import say, told
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import CHECKOUT, Home

REQUIREMENTS = "requirements-embedded.txt"


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(
        prog="script/upgrade",
        description="Brings the service to another release while people play: backs it up, tries "
        "the release on a copy of the data with all running games, brings the database up to "
        "date, and renews web (one process after the other), worker and beat. Where a step fails "
        "the release of before goes on.",
    )
    parser.add_argument(
        "revision", nargs="?", metavar="REVISION",
        help="of the checkout, to go to; without one, the code is taken as it lies there",
    )  # fmt: skip
    parser.add_argument("--backup", type=Path, metavar="FILE", help="instead of one in var/backups")
    given = parser.parse_args(words)
    home = Home.default()
    running = locking.holder(home)
    if running is not None:
        renewing.refuse_unless_renewable(running)
    before = _here()
    if given.revision and _git("status", "--porcelain", "--untracked-files=no"):
        raise CannotStart("There are changes in the checkout: commit them or take them back.")
    file = _backup_file(given.backup, home)
    backup.write(file, home)
    try:
        if given.revision:
            _go_to(given.revision)
        _this_release("-m", "boardgames.supervisor.restore", "--try", "--running", str(file))
        with reaching.database(home):
            restore.manage("prepare")
        if running is not None:
            renewing.renew(running, home)
    except (CannotStart, KeyboardInterrupt) as error:
        say(f"Back to {before}: {error}")
        _go_back(before, running, home)
        raise CannotStart(
            f"{before} goes on. The data are as they are now, and in {file} as they were."
        ) from error
    back = f"; the way back: script/upgrade {before}" if given.revision else ""
    say(f"This is {_here()} now{back}" if running is not None else f"Ready to start{back}")


def _backup_file(named: Path | None, home: Home) -> Path:
    if named:
        return Path(os.environ.get("STARTED_IN", ""), named)
    folder = home.folder / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}.backup"


def _go_to(revision: str) -> None:
    """Takes the code of another release, and the packages that it needs."""
    before = _git("rev-parse", "HEAD")
    _git("checkout", "--quiet", revision)
    say(f"The code is that of {_here()}")
    if _git("diff", "--name-only", before, "HEAD", "--", REQUIREMENTS):
        words = (str(CHECKOUT / "script/python"), "script/install.py", REQUIREMENTS)
        if subprocess.run(words, cwd=CHECKOUT).returncode:
            raise CannotStart("Its packages cannot be installed: the last line says why.")


def _go_back(before: str, running: locking.Holder | None, home: Home) -> None:
    if _here() == before:
        return
    _go_to(before)
    restore.manage("prepare", "--files")
    if running is not None:
        renewing.renew(running, home)


def _here() -> str:
    """The branch, else the commit."""
    return _git("branch", "--show-current") or _git("rev-parse", "--short", "HEAD")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True)
    if done.returncode:
        raise CannotStart(f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def _this_release(*words: str) -> None:
    """In a process of its own, as our modules are of the release of before."""
    if subprocess.run([sys.executable, *words], cwd=CHECKOUT).returncode:
        raise CannotStart("This release cannot go on with these data: the last lines say why.")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(told(main))
