"""Backups by pgBackRest as compose.yaml has them: its files, its scripts and its settings, with a
real PostgreSQL of the system, its repositories in folders."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from configparser import RawConfigParser
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from boardgames.models import Heartbeat
from boardgames.supervisor import children, done
from boardgames.supervisor.children import Servant
from boardgames.supervisor.home import CHECKOUT
from script.browser import must_be_whole
from tests.platform.server import eventually

DEPLOY = CHECKOUT / "deploy" / "backups"
SERVANT = Servant.needed()
KEY = "of 32 random characters, or more"
S3 = {
    "BACKUP_S3_ENDPOINT": "s3.example.org",
    "BACKUP_S3_REGION": "eu",
    "BACKUP_S3_BUCKET": "games",
    "BACKUP_S3_KEY": "a key",
    "BACKUP_S3_SECRET": "secrets/backup_s3_secret",
}
SFTP = {
    "BACKUP_SFTP_HOST": "elsewhere.example.org",
    "BACKUP_SFTP_USER": "backup",
    "BACKUP_SFTP_KEY": "secrets/backup_sftp_key",
    "BACKUP_SFTP_KNOWN_HOSTS": "secrets/backup_sftp_known_hosts",
}
NOTED = "SELECT string_agg(name, ' ' ORDER BY name) FROM boardgames_heartbeat"
#: As a folder, which stands for the other side.
ELSEWHERE = """
repo2-path={}
repo2-cipher-type=aes-256-cbc
repo2-cipher-pass={}
repo2-retention-full=3
"""


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((CHECKOUT / "compose.yaml").read_text()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return with_secrets(tmp_path)


def with_secrets(folder: Path) -> Path:
    """As compose gives them."""
    (folder / "backup_key").write_text(f"{KEY}\n")
    (folder / "s3_secret").write_text("its secret\n")
    (folder / "sftp_key").write_text("a private key\n")
    (folder / "known_hosts").write_text("elsewhere.example.org ssh-ed25519 AAAA\n")
    return folder


def configure(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    files = {
        "BACKUP_KEY_FILE": "backup_key",
        "BACKUP_S3_SECRET_FILE": "s3_secret",
        "BACKUP_SFTP_KEY_FILE": "sftp_key",
        "BACKUP_SFTP_KNOWN_HOSTS_FILE": "known_hosts",
        "PGBACKREST_CONFIG_INCLUDE_PATH": "conf.d",
    }
    given = {name: str(folder / file) for name, file in files.items()}
    return subprocess.run(
        [DEPLOY / "configure", "echo", "went on"],
        env={"PATH": os.environ["PATH"], **given, **variables},
        capture_output=True,
        text=True,
    )


def configured(folder: Path, **variables: str) -> dict[str, str]:
    """What pgBackRest is told besides the file in the image."""
    ended = configure(folder, **variables)
    assert (ended.stdout, ended.stderr) == ("went on\n", "")
    conf = RawConfigParser(delimiters="=")
    conf.read(folder / "conf.d" / "site.conf")
    assert (folder / "conf.d" / "site.conf").stat().st_mode & 0o777 == 0o600
    return dict(conf["global"])


def test_without_variables_there_is_the_key_and_no_copy_elsewhere(folder: Path) -> None:
    empty = dict.fromkeys((*S3, *SFTP, "BACKUP_PATH"), "")
    assert configured(folder, **empty) == {"repo1-cipher-pass": KEY}


def test_a_copy_goes_elsewhere_by_a_few_variables_encrypted_with_the_same_key(folder: Path) -> None:
    told = configured(folder, **S3)
    assert told["repo2-type"] == "s3"
    assert told["repo2-s3-key-secret"] == "its secret"
    assert told["repo2-path"] == "/backups"
    assert told["repo2-cipher-pass"] == told["repo1-cipher-pass"] == KEY
    told = configured(folder, **SFTP, BACKUP_PATH="/home/games")
    assert (told["repo2-type"], told["repo2-path"]) == ("sftp", "/home/games")
    assert told["repo2-sftp-host-port"] == "22"
    key = Path(told["repo2-sftp-private-key-file"])
    assert key.read_text() == "a private key\n"
    assert key.stat().st_mode & 0o777 == 0o600
    assert "ssh-ed25519" in Path(told["repo2-sftp-known-host"]).read_text()


@pytest.mark.parametrize(
    ("missing", "variables"),
    [(name, all_of) for all_of in (S3, SFTP) for name in all_of],
)
def test_a_copy_elsewhere_that_is_half_set_is_refused_with_what_is_missing(
    folder: Path, missing: str, variables: dict[str, str]
) -> None:
    ended = configure(folder, **{**variables, missing: ""})
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert f"half set: set {missing} in .env, too" in ended.stderr
    assert "its secret" not in ended.stderr
    assert not (folder / "conf.d" / "site.conf").exists()


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({**S3, **SFTP}, "both set: choose one"),
        ({"BACKUP_PATH": "/there"}, "BACKUP_PATH is of a copy elsewhere"),
        ({**S3, "BACKUP_PATH": "there"}, "BACKUP_PATH must begin with /, not there"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    folder: Path, variables: dict[str, str], words: str
) -> None:
    ended = configure(folder, **variables)
    assert ended.returncode == 1
    assert words in ended.stderr


def test_nothing_is_kept_without_a_key(folder: Path) -> None:
    (folder / "backup_key").write_text("\n")
    ended = configure(folder)
    assert ended.returncode == 1
    assert "backup_key is empty: write 32 random characters" in ended.stderr


def test_compose_hands_over_every_variable_and_starts_backups_by_itself(
    compose: dict[str, Any],
) -> None:
    services = compose["services"]
    known = set(re.findall(r"BACKUP_\w+", "".join(file.read_text() for file in scripts())))
    known = {name for name in known if not name.endswith("_")}
    assert known <= services["backup"]["environment"].keys()
    assert known - {"BACKUP_AT"} <= services["postgres"]["environment"].keys()
    listed = (CHECKOUT / "docs" / "settings.md").read_text()
    asked_for = {name for name in known if not name.endswith("_FILE")}
    assert [name for name in sorted(asked_for) if f"`{name}`" not in listed] == []
    assert services["backup"]["command"] == ["backups"]
    assert "profiles" not in services["backup"]
    for name in ("volumes", "secrets", "image", "build"):
        assert services["backup"][name] == services["postgres"][name]
    conf = RawConfigParser(delimiters="=")
    conf.read(DEPLOY / "pgbackrest.conf")
    places = [volume.split(":")[1] for volume in services["backup"]["volumes"]]
    assert [conf["boardgames"]["pg1-path"].startswith(place) for place in places].count(True) == 1
    assert {conf["boardgames"]["pg1-socket-path"], conf["global"]["repo1-path"]} <= set(places)


def test_the_alarms_are_told_in_the_table_that_they_look_at() -> None:
    assert {"name", "at"} <= {field.column for field in Heartbeat._meta.fields}
    told = f"INSERT INTO {Heartbeat._meta.db_table} (name, at)"
    assert told in (DEPLOY / "backups").read_text()
    assert told in done._NOTE


def scripts() -> list[Path]:
    return [DEPLOY / "configure", DEPLOY / "backups"]


class Site:
    """A PostgreSQL that archives as compose.yaml says, and the scripts of the image beside it."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self._programs = folder, programs
        self.data, self.here = folder / "data", folder / "here"
        self.elsewhere, self.sockets = folder / "elsewhere", folder / "sockets"
        for made in (self.data, self.here, self.elsewhere, self.sockets, folder / "tmp"):
            made.mkdir(mode=0o700)
        assert configure(folder).returncode == 0
        with (folder / "conf.d" / "site.conf").open("a") as file:
            file.write(ELSEWHERE.format(self.elsewhere, KEY))
        shutil.copy(DEPLOY / "pgbackrest.conf", folder)
        shutil.copytree(DEPLOY, folder / "deploy")  # for whoever the servers run as
        folder.chmod(0o755)
        if SERVANT:
            SERVANT.own(folder)
        self.ask_program("initdb", "-U", "boardgames", "--auth=trust", "-D", str(self.data))

    @property
    def env(self) -> dict[str, str]:
        """Where things are here; all else is as in the image."""
        return {
            "PATH": f"{self._programs}:{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
            "TMPDIR": str(self.folder / "tmp"),
            "PGDATA": str(self.data),
            "PGHOST": str(self.sockets),
            "PGBACKREST_CONFIG": str(self.folder / "pgbackrest.conf"),
            "PGBACKREST_CONFIG_INCLUDE_PATH": str(self.folder / "conf.d"),
            "PGBACKREST_REPO1_PATH": str(self.here),
            "PGBACKREST_PG1_PATH": str(self.data),
            "PGBACKREST_PG1_SOCKET_PATH": str(self.sockets),
            "PGBACKREST_LOCK_PATH": str(self.folder / "tmp"),
            "PGBACKREST_BETA": "y",  # what repo-block is to that of Debian 12
        }

    def tried(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, env={**self.env, **variables}, cwd="/", capture_output=True,
            text=True, errors="replace",
            user=SERVANT.uid if SERVANT else None, group=SERVANT.gid if SERVANT else None,
            extra_groups=[] if SERVANT else None,
        )  # fmt: skip

    def ask_program(self, *words: str, **variables: str) -> str:
        ended = self.tried(*words, **variables)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def backups(self, *words: str) -> str:
        return self.ask_program(str(self.folder / "deploy" / "backups"), *words)

    def ask(self, query: str) -> str:
        words = ("-U", "boardgames", "-d", "boardgames", "-XAtc", query)
        return self.ask_program("psql", *words).strip()

    @contextmanager
    def running(self) -> Iterator[None]:
        """It ends as in a loss of power, with nothing more archived."""
        process = children.start_child(
            [
                *(self._programs / "postgres", "-k", self.sockets, "-c", "listen_addresses="),
                *archiving(),
            ],
            servant=SERVANT, env=self.env, cwd=self.data, output=(self.folder / "log").open("ab"),
        )  # fmt: skip
        try:
            until = time.monotonic() + 60
            while self.tried("psql", "-U", "boardgames", "-d", "postgres", "-c", "").returncode:
                assert time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(0.1)
            while self.ask_in_postgres("SELECT pg_is_in_recovery()") == "t":
                time.sleep(0.1)
            yield
        finally:
            children.kill_session(process)
            (self.data / "postmaster.pid").unlink(missing_ok=True)

    def ask_in_postgres(self, query: str) -> str:
        words = ("-U", "boardgames", "-d", "postgres", "-XAtc", query)
        return self.ask_program("psql", *words).strip()

    @contextmanager
    def service(self) -> Iterator[None]:
        """The container `backup`, until it is ended."""
        process = children.start_child(
            [self.folder / "deploy" / "backups"],
            servant=SERVANT, env=self.env, cwd=self.data,
            output=(self.folder / "said").open("ab"),
        )  # fmt: skip
        try:
            yield
        finally:
            children.kill_session(process)

    def wait_for(self, file: Path) -> None:
        until = time.monotonic() + 120
        while not file.exists():
            said = (self.folder / "said").read_text()
            assert "again in ten minutes" not in said, said
            assert time.monotonic() < until, said
            time.sleep(0.1)

    def archived(self) -> None:
        """All that was done until now."""
        self.ask("SELECT pg_switch_wal()")
        self.ask_program("pgbackrest", "--stanza=boardgames", "check")

    def kinds(self, repository: int) -> list[str]:
        words = ("pgbackrest", "--stanza=boardgames", f"--repo={repository}", "info")
        (told,) = json.loads(self.ask_program(*words, "--output=json"))
        return [backup["type"] for backup in told["backup"]]


def archiving() -> list[str]:
    """The words of compose.yaml's command that are about the archive."""
    command = yaml.safe_load((CHECKOUT / "compose.yaml").read_text())["services"]["postgres"]
    words = re.findall(r'-c (?:"(archive_[^"]+)"|(archive_\S+))', command["command"])
    assert len(words) == 3
    return [word for quoted, plain in words for word in ("-c", quoted or plain)]


def quickest() -> Path | None:
    """pgBackRest waits for the disk after each of a thousand files."""
    memory = Path("/dev/shm")
    return memory if memory.exists() and shutil.disk_usage(memory).free > 1 << 29 else None


@pytest.fixture
def site() -> Iterator[Site]:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not (found and shutil.which("pgbackrest")):
        words = "needs pgBackRest and PostgreSQL: script/browser.py installs them"
        (pytest.fail if must_be_whole() else pytest.skip)(words)
    # Not pytest's folder, which is closed to whoever root's servers run as.
    with tempfile.TemporaryDirectory(prefix="boardgames-", dir=quickest()) as name:
        yield Site(with_secrets(Path(name)), found[-1].parent)


@pytest.mark.slow
def test_what_is_lost_comes_back_to_the_last_minute_and_to_any_moment(site: Site) -> None:
    with site.running():
        site.ask_in_postgres("CREATE DATABASE boardgames")
        site.ask("CREATE TABLE boardgames_heartbeat (name text PRIMARY KEY, at timestamptz)")
        site.ask("CREATE TABLE moves AS SELECT 'a move'::text AS said FROM generate_series(1, 500)")
        with site.service():  # as it starts for the first time
            site.wait_for(site.folder / "tmp" / "archiving")
            site.wait_for(site.here / "restore.done")
            assert eventually(lambda: site.ask(NOTED) == "backup restore")
        said = (site.folder / "said").read_text()
        assert "A backup (full) took" in said
        assert "its tables are whole" in said
        assert "LOG:" not in said
        assert list((site.folder / "tmp").glob("copy.*")) == []
        site.ask("INSERT INTO moves VALUES ('after the backup')")
        site.archived()
        moment = site.ask("SELECT clock_timestamp()")
        time.sleep(0.1)
        site.ask("DELETE FROM moves")
        site.archived()
        running = site.tried(str(site.folder / "deploy" / "backups"), "restore")
        assert running.returncode
        assert "while PostgreSQL is running" in running.stdout + running.stderr
    site.backups("restore", moment)
    with site.running():
        assert site.ask("SELECT count(*) FROM moves") == "501"
        site.ask("INSERT INTO moves VALUES ('after the restore')")
        site.backups("now")
        site.ask("INSERT INTO moves VALUES ('of the last minute')")
        site.archived()
    # The machine is gone, with all that lay on it.
    for lost in (site.data, site.here):
        shutil.rmtree(lost)
        lost.mkdir(mode=0o700)
        if SERVANT:
            SERVANT.own(lost)
    site.backups("restore")
    with site.running():
        assert site.ask("SELECT count(*) FROM moves") == "503"
        with site.service():  # which begins a repository here anew
            site.wait_for(site.here / "backup.done")
        assert site.kinds(1) == ["full"]


@pytest.mark.slow
def test_backups_end_and_nobody_reads_them_without_the_key(site: Site) -> None:
    with site.running():
        site.ask_in_postgres("CREATE DATABASE boardgames")
        site.ask_program("pgbackrest", "--stanza=boardgames", "stanza-create")
        for _ in range(4):
            (site.here / "full.done").unlink(missing_ok=True)  # a week later
            site.backups("now")
        site.backups("now")
        assert site.kinds(1) == site.kinds(2) == ["full", "full", "full", "diff"]
        assert "cipher: aes-256-cbc" in site.backups("list")
    kept = [
        path
        for repository in (site.here, site.elsewhere)
        for path in repository.rglob("*")
        if path.is_file() and path.suffix != ".done"
    ]
    assert len(kept) > 20
    told = [path for path in kept if path.name.startswith(("archive.", "backup."))]
    assert {path.read_bytes()[:8] for path in told} == {b"Salted__"}
    assert not any(path.read_bytes()[:4] == b"\x28\xb5\x2f\xfd" for path in kept), "plain zst"
    wrong = {"PGBACKREST_REPO1_CIPHER_PASS": "x" * 32, "PGBACKREST_REPO2_CIPHER_PASS": "x" * 32}
    ended = site.tried("pgbackrest", "--stanza=boardgames", "--delta", "restore", **wrong)
    assert ended.returncode
    assert "no backup set" in ended.stderr + ended.stdout
