"""Three PostgreSQL servers of ours: one takes changes, and one of two standbys confirms each."""

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import psycopg

from boardgames.supervisor import children
from boardgames.supervisor.children import Servant
from boardgames.supervisor.home import Home
from boardgames.supervisor.postgres import Postgres
from tests.platform.server import eventually, new_home, remove

SETTINGS = ("max_wal_senders=8", "hot_standby=on", "shared_buffers=64MB")


class Member:
    """One server; its name is that of its folder."""

    def __init__(self, password: str, home: Home | None = None) -> None:
        """``home``: one in which there is a database already."""
        self.home = home or new_home()
        self.home.create()
        self.name = self.home.folder.name
        if home is None:
            secrets = json.dumps({"database_password": password})
            (self.home.folder / "secrets.json").write_text(secrets)
        self.postgres = Postgres(self.home, Servant.needed(), SETTINGS)

    def start(self) -> None:
        self.postgres.prepare()
        self.process = self.postgres.start(subprocess.DEVNULL)
        assert eventually(lambda: self.postgres._says_ready(self.process.pid)), "it does not start"

    def copy(self, primary: "Member") -> None:
        """Become a standby of another."""
        sockets, servant = self.home.sockets, self.postgres.servant
        sockets.mkdir(mode=0o700)
        aside = self.home.postgres
        aside.mkdir(mode=0o700)
        if servant:
            servant.own(sockets)
            servant.own(aside)
        done = subprocess.run(
            [
                *(str(self.postgres.program("pg_basebackup")), "--write-recovery-conf"),
                *("--pgdata", str(aside), "--checkpoint=fast", "--wal-method=stream"),
                *("--dbname", f"{primary.home.database_url}&application_name={self.name}"),
            ],
            capture_output=True,
            text=True,
            cwd=aside,
            user=servant.uid if servant else None,
            group=servant.gid if servant else None,
            extra_groups=[] if servant else None,
        )
        assert done.returncode == 0, done.stderr

    def ask(self, query: str) -> Any:
        with psycopg.connect(
            self.home.database_url, autocommit=True, connect_timeout=3
        ) as connection:
            cursor = connection.execute(query)
            row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None

    def kill(self) -> None:
        """By ``kill -9``, as when the machine's power fails, and all that it has begun."""
        children.kill_session(self.process)
        self.process.wait(10)

    def end(self) -> None:
        children.end_child(self.process, signal.SIGINT, patience=10)
        remove(self.home)


class Cluster:
    """The first member is the primary at the start."""

    def __init__(self) -> None:
        password = os.urandom(16).hex()
        self.primary, *self.standbys = self.members = [Member(password) for _number in range(3)]
        self.primary.start()
        self.primary.postgres.wait(self.primary.process)
        for standby in self.standbys:
            standby.copy(self.primary)
            standby.start()
        self.confirmed_by(self.standbys)

    @property
    def url(self) -> str:
        """All three, of which clients take the one that takes changes."""
        folders = ",".join(str(member.home.sockets) for member in self.members)
        password = self.primary.home.secret("database_password")
        host = quote(folders, safe="")
        return (
            f"postgresql://boardgames:{password}@/boardgames?host={host}"
            "&target_session_attrs=read-write"
        )

    def confirmed_by(self, standbys: Sequence[Member]) -> None:
        """From now on one of them has each commit on disk before it is answered."""
        names = ", ".join(f'"{standby.name}"' for standby in standbys)
        self.primary.ask(f"ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ({names})'")
        self.primary.ask("SELECT pg_reload_conf()")
        count = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'"
        assert eventually(lambda: self.primary.ask(count) == len(standbys)), "they do not follow"

    def promote(self) -> Member:
        """Let the standby that has received most take changes: what one of them has confirmed, the
        one with more has, too. The other one follows it and confirms."""
        received = "SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn"
        self.primary, other = sorted(self.standbys, key=lambda one: -int(one.ask(received)))
        self.primary.ask("SELECT pg_promote()")
        where = f"host={self.primary.home.sockets} user=boardgames application_name={other.name}"
        password = self.primary.home.secret("database_password")
        other.ask(f"ALTER SYSTEM SET primary_conninfo = '{where} password={password}'")
        other.ask("SELECT pg_reload_conf()")
        self.standbys = [other]
        self.confirmed_by(self.standbys)
        return self.primary

    def end(self) -> None:
        for member in self.members:
            member.end()
