"""The service through PgBouncer, which is killed again and again while people play.

First all of it in session mode, then web processes in transaction mode, with connections of others
beside them. Prints figures as JSON, and ends with 1 if an answered move is missing, or is there
twice, or PostgreSQL had more connections than the pooler and the other parts may have.
"""

import json
import os
import random
import shutil
import socket
import sys
import threading
from collections.abc import Iterator
from configparser import RawConfigParser
from contextlib import ExitStack, closing, contextmanager
from urllib.parse import quote

import psycopg

from boardgames.supervisor import children, reaching
from boardgames.supervisor.children import Servant
from boardgames.supervisor.console import print_line
from boardgames.supervisor.home import CHECKOUT, Home
from boardgames.supervisor.postgres import Postgres
from tests.faults.load import Load, python
from tests.faults.telling import left_to_tell
from tests.platform.server import (
    Server,
    environment_without_servers,
    eventually,
    new_home,
    remove,
)

INI = CHECKOUT / "deploy" / "pgbouncer" / "pgbouncer.ini"
#: People at each table; one alone plays against a bot.
TABLES = (2, 2, 3, 1)
RESTARTS = 3
#: What 40 web processes open at most, 20 each, beside those of the service.
CLIENTS = 800
#: PgBouncer's connections to PostgreSQL at most: one for each client in session mode.
MOST = {"session": 80, "transaction": 20}
#: Those that do not come through it in transaction mode: of workers, beat, and the drill itself.
BESIDE = 20
#: What a web process asks of each connection when it opens it (boardgames/settings.py).
LIMITS = {
    "lock_timeout": "3s",
    "statement_timeout": "6s",
    "idle_in_transaction_session_timeout": "15s",
}
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"


class Pooler:
    """PgBouncer in front of the PostgreSQL of ``home``, as an unprivileged user."""

    def __init__(self, program: str, home: Home, mode: str) -> None:
        self._program, self._servant = program, Servant.needed()
        self._folder = home.folder / mode
        self._folder.mkdir()
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self._port = free.getsockname()[1]
        self._password = home.secret("database_password")
        self._write(home, mode)
        self.start()

    @property
    def url(self) -> str:
        password = quote(self._password, safe="")
        return f"postgresql://boardgames:{password}@127.0.0.1:{self._port}/boardgames"

    def _write(self, home: Home, mode: str) -> None:
        ini = RawConfigParser(delimiters="=")
        ini.read(INI)
        own = {
            "listen_addr": "127.0.0.1",
            "listen_port": str(self._port),
            "auth_file": str(self._folder / "users"),
            "pool_mode": mode,
            "default_pool_size": str(MOST[mode]),
        }
        ini["pgbouncer"].update(own)
        where = ini["databases"]["boardgames"].replace("host=db1", f"host={home.sockets}")
        if mode == "session":  # where each client begins with what its role has: see `limited`
            where = where.partition(" connect_query")[0]
            ini["pgbouncer"]["ignore_startup_parameters"] = "options"
        ini["databases"]["boardgames"] = where
        with (self._folder / "ini").open("w") as file:
            ini.write(file)
        (self._folder / "users").write_text(f'"boardgames" "{self._password}"\n')
        if self._servant:
            self._servant.own(self._folder)

    def start(self) -> None:
        command = [self._program, "--quiet", str(self._folder / "ini")]
        with (self._folder / "log").open("ab") as log:
            self._process = children.start_child(
                command, servant=self._servant, cwd=self._folder, env={}, output=log
            )
        assert eventually(self._answers), (self._folder / "log").read_text()

    def _answers(self) -> bool:
        """Whether it lets through, to a session that has the limits."""
        try:
            with psycopg.connect(self.url, connect_timeout=3) as connection:
                found = {name: connection.execute(f"SHOW {name}").fetchone() for name in LIMITS}
        except psycopg.OperationalError:
            return False
        return found == {name: (value,) for name, value in LIMITS.items()}

    def kill(self) -> None:
        children.kill_session(self._process)
        self._process.wait(10)


def run() -> None:
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if program is None:
        sys.exit("There is no PgBouncer: apt-get install pgbouncer (Debian 12 has 1.18).")
    told = {mode: drill(program, mode) for mode in MOST}
    print(json.dumps(told, indent=1))
    if any(each["wrong"] for each in told.values()):
        sys.exit(1)


def drill(program: str, mode: str) -> dict[str, object]:
    """What happened; ``wrong`` is empty when nothing was lost."""
    home, theirs = new_home(), new_home()  # the service has one without a database of its own
    home.create()
    try:
        with database(home, ("max_connections=120", "shared_buffers=64MB")):
            if mode == "session":
                limited(home)
            pooler = Pooler(program, home, mode)
            try:
                return _drill(home, theirs, pooler, mode)
            finally:
                pooler.kill()
    finally:
        remove(home)
        remove(theirs)


@contextmanager
def database(home: Home, settings: tuple[str, ...]) -> Iterator[None]:
    postgres = Postgres(home, Servant.needed(), (*settings, *reaching.QUIET))
    postgres.prepare()
    process = postgres.start()
    try:
        postgres.wait(process)
        yield
    finally:
        children.end_child(process, postgres.ending, patience=60)


def limited(home: Home) -> None:
    """PgBouncer passes over what a client asks for as `options`; the role has it instead."""
    for name, value in LIMITS.items():
        ask(home, f"ALTER ROLE boardgames SET {name} = '{value}'")


def _drill(home: Home, theirs: Home, pooler: Pooler, mode: str) -> dict[str, object]:
    urls, beside = {"DATABASE_URL": pooler.url}, 0
    if mode == "transaction":
        urls = {"DATABASE_URL": home.database_url, "DATABASE_POOLER_URL": pooler.url}
        beside = CLIENTS
    server = Server(theirs, **urls)
    service = {
        **environment_without_servers(),
        "BOARDGAMES_HOME": str(theirs.folder),
        "DATABASE_URL": home.database_url,
    }
    try:
        server.ready()
        people = iter(python("tests.faults.people", str(sum(TABLES)), env=service))
        tables = [
            [{**next(people), "addresses": [server.url]} for _person in range(size)]
            for size in TABLES
        ]
        load = Load(
            {"seed": random.randrange(1000), "types": ["imhotep", "bali"], "tables": tables}
        )
        try:
            with counting(home) as counts:
                before = restarts(load, pooler, beside)
            journal = load.end()
        finally:
            load.kill()
        assert eventually(lambda: not left_to_tell(home.database_url)), server.lines[-20:]
        wrong = python("tests.faults.audit", env=service, text=json.dumps(journal))
    finally:
        server.end()
    if max(counts) > MOST[mode] + BESIDE:
        wrong.append(f"{max(counts)} connections of PostgreSQL")
    print_line(f"{mode}: {len(journal['moved'])} moves, wrong: {wrong}")
    return {
        "moves answered before": before,
        "moves answered": len(journal["moved"]),
        "connections of clients beside the service": beside,
        "connections of PostgreSQL at most": max(counts),
        "troubles": journal["troubles"],
        "news missed": journal["missed"],
        "wrong": [*wrong, *journal["wrong"]],
    }


def restarts(load: Load, pooler: Pooler, beside: int) -> int:
    """Kill it again and again, each time until every game has gone on; how many moves before."""
    assert eventually(lambda: load.answered >= 50), "nobody gets to play"
    before = load.answered
    for _time in range(RESTARTS):
        pooler.kill()
        pooler.start()
        with others(pooler.url, beside):
            wait_for_moves(load)
    return before


def wait_for_moves(load: Load) -> None:
    versions = dict(load.versions)
    assert eventually(lambda: load.went_on_since(versions, 5)), "somebody cannot go on"


@contextmanager
def others(url: str, number: int) -> Iterator[None]:
    """So many connections more, each of which has asked something and stays open."""
    with ExitStack() as opened:
        for _client in range(number):
            one = opened.enter_context(closing(psycopg.connect(url, autocommit=True)))
            one.execute("SELECT 1")
        yield


@contextmanager
def counting(home: Home) -> Iterator[list[int]]:
    """PostgreSQL's connections as they are each half second, but for the one that asks."""
    counts, over = [0], threading.Event()

    def look() -> None:
        with psycopg.connect(home.database_url, autocommit=True) as connection:
            while not over.wait(0.5):
                ((number,),) = connection.execute(CONNECTIONS).fetchall()
                counts.append(number - 1)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield counts
    finally:
        over.set()
        looking.join()


def ask(home: Home, statement: str) -> None:
    with psycopg.connect(home.database_url, autocommit=True) as connection:
        connection.execute(statement.encode())
