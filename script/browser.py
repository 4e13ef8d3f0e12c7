"""Finds a Chromium that starts, with and without all that is beside its pages, or installs it:
Debian's as root, else Playwright's. What else tests ask for is Debian's, or left out."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.browser import FIREFOX, SHELL, launch

APT = "apt-get --quiet --yes"
#: Playwright starts none before (it was tried with 140 and 153).
OLDEST_FIREFOX = 153
#: The other engines that tests/engines/ drives, what looks at the rules of deploy/watching, and
#: what backs up: packages of Debian, and what each must bring.
OTHERS = {
    FIREFOX: FIREFOX,
    "webkit2gtk-driver": "WebKitWebDriver",
    "python3-gi gir1.2-webkit2-4.1": "/usr/share/doc/gir1.2-webkit2-4.1",
    "xvfb": "Xvfb",
    "prometheus": "promtool",
    "pgbackrest": "pgbackrest",
    "postgresql": "/usr/share/doc/postgresql",  # of a series that its pgBackRest knows
    "age": "age",
}


def main() -> None:
    install_chromium()
    install_others()


def install_chromium() -> None:
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


def install_others() -> None:
    if not missing():
        return
    if may_use_apt():
        command = by_apt(" ".join(missing()))
        print(f"Looking for what else tests use, trying: {command}", file=sys.stderr, flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["sh", "-c", command], stdout=sys.stderr, env=quiet)
    if missing():
        words = f"Some tests are left out without: {', '.join(missing())}."
        print(words, file=sys.stderr, flush=True)
        if must_be_whole():
            sys.exit(1)


def must_be_whole() -> bool:
    """Continuous integration leaves nothing out."""
    return os.environ.get("CI") == "true"


def missing() -> list[str]:
    return [
        packages
        for packages, brings in OTHERS.items()
        if not (Path(brings).is_dir() or (shutil.which(brings) and is_new_enough(brings)))
    ]


def is_new_enough(program: str) -> bool:
    if program != FIREFOX:
        return True
    words = [FIREFOX, "--version"]
    told = subprocess.run(words, capture_output=True, text=True).stdout
    version = re.search(r"(\d+)\.", told)
    return version is not None and int(version[1]) >= OLDEST_FIREFOX


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
        either = f"{by_apt(f'chromium {SHELL}')} || {APT} install chromium"
        ways.insert(0, ["sh", "-c", either])
    return ways


def by_apt(packages: str) -> str:
    """Today's packages: the lists in a machine's image may name those of months ago."""
    return f"{{ {APT} update; {APT} install {packages}; }}"


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
