"""Finds a Chromium that starts, with and without all that is beside its pages, or installs it:
Debian's as root, else Playwright's."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.browser import SHELL, launch


def main() -> None:
    if has_cheapest() and starts():
        return
    for command in ways_to_install():
        print(f"Looking for a browser, trying: {' '.join(command)}", file=sys.stderr, flush=True)
        subprocess.run(
            command, stdout=sys.stderr, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        )
        if starts():
            return
    sys.exit(
        "No Chromium starts here and none could be installed: install one (`sudo apt-get install "
        "chromium chromium-headless-shell`, or `.venv/bin/playwright install --with-deps "
        "chromium`), or set CHROMIUM to its path."
    )


def has_cheapest() -> bool:
    """Whether there is nothing better to get: a full Chromium will do where we may not install."""
    return bool(os.environ.get("CHROMIUM") or shutil.which(SHELL)) or not may_use_apt()


def starts() -> bool:
    try:
        with sync_playwright() as playwright:
            for whole in (False, True):
                launch(playwright, whole=whole).close()
    except Error:
        return False
    return True


def ways_to_install() -> list[list[str]]:
    playwright = [sys.executable, "-m", "playwright", "install"]
    if os.geteuid() != 0:
        return [[*playwright, "chromium"]]
    ways = [[*playwright, "--with-deps", "chromium"]]
    if may_use_apt():
        apt = "apt-get --quiet --yes"
        both = f"{apt} install chromium {SHELL}"
        either = f"{both} || {{ {apt} update && {both}; }} || {apt} install chromium"
        ways.insert(0, ["sh", "-c", either])
    return ways


def may_use_apt() -> bool:
    """Ubuntu's package of that name is only a pointer to a snap."""
    return (
        os.geteuid() == 0 and Path("/etc/debian_version").exists() and "ubuntu" not in os_release()
    )


def os_release() -> str:
    try:
        return Path("/etc/os-release").read_text().lower()
    except OSError:
        return ""


if __name__ == "__main__":
    main()
