"""Finds a Chromium that starts, or installs one: Debian's as root, else Playwright's."""

import os
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.browser import launch


def main() -> None:
    if starts():
        return
    for command in ways_to_install():
        print(f"No browser starts here, trying: {' '.join(command)}", file=sys.stderr, flush=True)
        subprocess.run(
            command, stdout=sys.stderr, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        )
        if starts():
            return
    sys.exit(
        "No Chromium starts here and none could be installed: install one (`sudo apt-get install "
        "chromium`, or `.venv/bin/playwright install --with-deps chromium`), or set CHROMIUM to "
        "its path."
    )


def starts() -> bool:
    try:
        with sync_playwright() as playwright:
            launch(playwright).close()
    except Error:
        return False
    return True


def ways_to_install() -> list[list[str]]:
    playwright = [sys.executable, "-m", "playwright", "install"]
    if os.geteuid() != 0:
        return [[*playwright, "chromium"]]
    ways = [[*playwright, "--with-deps", "chromium"]]
    # Ubuntu's package of that name is only a pointer to a snap.
    if Path("/etc/debian_version").exists() and "ubuntu" not in os_release():
        apt = ["apt-get", "--quiet", "--yes"]
        ways.insert(0, ["sh", "-c", " ".join([*apt, "update", "&&", *apt, "install", "chromium"])])
    return ways


def os_release() -> str:
    try:
        return Path("/etc/os-release").read_text().lower()
    except OSError:
        return ""


if __name__ == "__main__":
    main()
