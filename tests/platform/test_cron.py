"""The lines for cron that the docs print work as they are printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from accounts import people
from accounts.models import User
from boardgames.supervisor.home import CHECKOUT
from script.browser import must_be_whole
from tests import sites
from tests.platform.server import environment_without_servers, remove, used_home

LINE = re.compile(r"^    (?:[\d*/]+ ){5} *(.+)$", re.MULTILINE)
#: What stands for the machine elsewhere is a folder.
SSH = '#!/bin/sh\ncd {elsewhere} && exec sh -c "$2"\n'
#: And for compose's containers what runs here.
DOCKER = '#!/bin/sh\nwhile [ "$1" != python ]; do shift; done\nshift\nexec {python} "$@"\n'


def printed(page: str) -> list[str]:
    """As cron hands them to a shell: of the signs only % is its own."""
    return [line.replace("\\%", "%") for line in LINE.findall((CHECKOUT / page).read_text())]


class Machine:
    """The one that the lines are for, and the one elsewhere."""

    def __init__(self, folder: Path) -> None:
        self.backups, self.elsewhere = folder / "backups", folder / "elsewhere"
        programs = folder / "programs"
        for made in (self.backups, self.elsewhere, programs):
            made.mkdir()
        for name, text in (("ssh", SSH), ("docker", DOCKER)):
            text = text.format(elsewhere=self.elsewhere, python=CHECKOUT / ".venv/bin/python")
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        self._path = f"{programs}:/usr/bin:/bin:{os.environ['PATH']}"

    def run(self, line: str, **variables: str) -> None:
        for there, here in (
            ("/srv/reihum", str(CHECKOUT)),
            ("/backups", str(self.backups)),
            # Which installs first what is missing.
            ("script/backup", f"{CHECKOUT}/.venv/bin/python -m boardgames.supervisor.backup"),
        ):
            line = line.replace(there, here)
        ended = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd="/",
            env={**environment_without_servers(), "PATH": self._path, **variables},
            capture_output=True,
            text=True,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_each_night_a_backup_is_tried_encrypted_and_sent_and_old_ones_end(
    machine: Machine, tmp_path: Path
) -> None:
    if not shutil.which("age"):
        (pytest.fail if must_be_whole() else pytest.skip)(
            "needs age: script/browser.py installs it"
        )
    identity = tmp_path / "key"
    made = subprocess.run(
        ["age-keygen", "-o", identity], capture_output=True, text=True, check=True
    )
    public = made.stderr.split()[-1]
    old = [folder / "2020-01-01.backup.age" for folder in (machine.backups, machine.elsewhere)]
    for file in old:
        file.touch()
        os.utime(file, (0, 0))
    home = used_home()
    try:
        back_up, send = printed("docs/backups.md")
        machine.run(back_up.replace("age1…", public), BOARDGAMES_HOME=str(home.folder))
        machine.run(send)
    finally:
        remove(home)
    assert not any(file.exists() for file in old)
    (here,) = machine.backups.iterdir()
    (there,) = machine.elsewhere.iterdir()
    assert here.name == there.name
    assert here.name.endswith(".backup.age")
    opened = subprocess.run(["age", "-d", "-i", identity, there], capture_output=True, check=True)
    assert opened.stdout.startswith(b"PK")
    assert not here.read_bytes().startswith(b"PK")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_each_hour_the_numbers_of_closed_accounts_go_elsewhere(
    machine: Machine, anna: User, ben: User
) -> None:
    (line,) = [line for line in printed("docs/operating.md") if "erase_person" in line]
    url = sites.variables()["DATABASE_URL"]
    for user in (anna, ben):
        people.close_account(user)
        machine.run(line, DATABASE_URL=url, PYTHONPATH=str(CHECKOUT))
    kept = (machine.elsewhere / "closed.txt").read_text().splitlines()
    assert {int(each.split()[0]) for each in kept} == {anna.pk, ben.pk}
    assert len(kept) == 2
