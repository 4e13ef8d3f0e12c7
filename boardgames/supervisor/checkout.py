"""The checkout from which `docker compose` runs the service, and its `.env`."""

import re
import subprocess

from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import CHECKOUT


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True)
    if done.returncode:
        raise CannotStart(f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def here() -> str:
    """The branch, otherwise the commit."""
    return git("branch", "--show-current") or git("rev-parse", "--short=12", "HEAD")


def tag_of(revision: str) -> str:
    """An image tag for a revision, the same in each clone whatever history it has."""
    return git("rev-parse", "--short=12", revision)


def refuse_changes() -> None:
    if git("status", "--porcelain", "--untracked-files=no"):
        raise CannotStart("There are changes in the checkout: commit them or take them back.")


def version() -> str:
    """VERSION in `.env`, which `docker compose up` uses; empty if unset."""
    written = re.findall(r"^VERSION=(\S*)$", (CHECKOUT / ".env").read_text(), re.MULTILINE)
    return written[-1] if written else ""


def keep_version(tag: str) -> None:
    file = CHECKOUT / ".env"
    lines = [line for line in file.read_text().splitlines() if not line.startswith("VERSION=")]
    aside = file.with_name(".env.new")
    aside.touch(mode=file.stat().st_mode & 0o777)
    aside.write_text("\n".join([*lines, f"VERSION={tag}", ""]))
    aside.replace(file)
