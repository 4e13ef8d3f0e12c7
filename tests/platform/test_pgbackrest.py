"""Backups by pgBackRest, which a program of ours stands for; `script/drill pgbackrest` has a real
one."""

from __future__ import annotations

from collections.abc import Iterator
from configparser import RawConfigParser
from pathlib import Path

import psycopg
import pytest

from boardgames.supervisor import backup, reaching, restore
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import CHECKOUT, Home
from tests.platform.server import remove, used_home

DEPLOY = CHECKOUT / "deploy" / "pgbackrest"
#: Notes what it is told, reads back a copy of the data that lie there, and fails when told to.
PROGRAM = """#!/bin/sh
cd {home}
echo "$@" >> said
for word; do
    case $word in --pg1-path=*) cp -a postgres/. "${{word#--pg1-path=}}";; esac
done
test ! -e fails
"""


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """Of a service that was used and is not up, on a machine with pgBackRest."""
    home = used_home()
    program = home.folder / "pgbackrest"
    program.write_text(PROGRAM.format(home=home.folder))
    program.chmod(0o755)
    said = home.folder / "said"
    said.touch()
    said.chmod(0o666)  # it runs as whoever runs the servers
    monkeypatch.setenv("PATH", str(home.folder), prepend=":")
    monkeypatch.setenv("BOARDGAMES_HOME", str(home.folder))
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name)
    yield home
    remove(home)


def said(home: Home) -> list[list[str]]:
    return [line.split() for line in (home.folder / "said").read_text().splitlines()]


@pytest.mark.slow
def test_an_increment_is_made_read_back_and_tried(
    home: Home, capfd: pytest.CaptureFixture[str]
) -> None:
    backup.main("pgbackrest:boardgames")
    made, read = said(home)
    assert made == ["--stanza=boardgames", "--type=incr", "backup"]
    assert (read[0], read[-1]) == ("--stanza=boardgames", "restore")
    assert not Path(read[1].removeprefix("--pg1-path=")).exists()
    told = capfd.readouterr().out
    assert "read back in" in told
    assert "to what is stored" in told
    with reaching.database(home) as where, psycopg.connect(where) as connection:
        names = connection.execute("SELECT name FROM boardgames_heartbeat").fetchall()
    assert {("backup",)} <= set(names)


def test_refusals_say_why(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.folder / "fails").touch()
    with pytest.raises(CannotStart, match="pgbackrest restore failed"):
        restore.main("--try", "pgbackrest:boardgames")
    with pytest.raises(CannotStart, match="pgBackRest itself restores"):
        restore.main("pgbackrest:boardgames")
    (home.folder / "pgbackrest").unlink()
    monkeypatch.setenv("PATH", str(home.folder))
    with pytest.raises(CannotStart, match="no pgBackRest on this machine"):
        restore.main("--try", "pgbackrest:boardgames")


def test_the_shipped_files_are_of_one_stanza_and_can_be_read() -> None:
    conf = RawConfigParser(delimiters="=", strict=True)
    conf.read(DEPLOY / "pgbackrest.conf")
    assert conf.sections() == ["global", "boardgames"]
    assert "--stanza=boardgames archive-push %p" in (DEPLOY / "postgresql.conf").read_text()
    conf.read_string(f"[global]\n{(DEPLOY / 's3.conf').read_text()}")
    assert conf["global"]["repo1-type"] == "s3"
