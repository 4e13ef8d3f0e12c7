"""`script/server` with real processes: it starts, goes on after crashes, and ends cleanly."""

import fcntl
import os
import shutil
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import psutil
import psycopg
import pytest

from boardgames.supervisor.home import Home
from tests.platform.server import (
    Server,
    alive,
    eventually,
    new_home,
    production,
    remove,
    used_home,
)

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("server")]

PARTS = ("postgres", "valkey-server", "uvicorn", "worker", "beat")


@pytest.fixture
def home() -> Iterator[Home]:
    """A folder in which the service has been before."""
    home = used_home()
    yield home
    remove(home)


@pytest.fixture
def empty_home() -> Iterator[Home]:
    home = new_home()
    yield home
    remove(home)


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    """A server for those tests that leave it whole, and for the last one."""
    home = used_home()
    server = Server(home).ready()
    yield server
    if server.process.poll() is None:
        assert server.end() == 0
    remove(home)


def refused(server: Server) -> str:
    """The one line a failed start ends with."""
    assert server.process.wait(150) == 1
    assert eventually(lambda: any(line.startswith("Cannot run: ") for line in server.lines), 5)
    assert server.lines[-1].startswith("Cannot run: ")
    return server.lines[-1]


def test_a_signal_ends_everything_and_data_stay(empty_home: Home) -> None:
    home = empty_home
    first = Server(home).ready()
    assert first.get("/healthz") == (200, "ok\n")
    with psycopg.connect(home.database_url) as connection:
        connection.execute("INSERT INTO boardgames_heartbeat VALUES ('kept', now())")
    assert_all_ends(first, signal.SIGINT)
    assert sum(line.startswith("Ready: ") for line in first.lines) == 1

    second = Server(home).ready()
    with psycopg.connect(home.database_url) as connection:
        kept = connection.execute("SELECT name FROM boardgames_heartbeat WHERE name = 'kept'")
        assert kept.fetchone() == ("kept",)
    assert_all_ends(second, signal.SIGTERM)


def assert_all_ends(server: Server, how: signal.Signals) -> None:
    processes = server.descendants()
    assert len(processes) > len(PARTS)
    assert server.end(how) == 0
    assert not alive(processes)


def test_a_signal_during_the_start_ends_everything(empty_home: Home) -> None:
    server = Server(empty_home)
    server.wait_for("ready to accept connections")
    processes = server.descendants()
    assert server.end(signal.SIGINT) == 0
    assert not alive(processes)


def test_the_data_are_private(running: Server) -> None:
    def rights(name: str) -> int:
        return (running.home.folder / name).stat().st_mode & 0o777

    assert rights("secrets.json") == 0o600
    assert rights("postgres") == rights("valkey") == rights("run") == 0o700
    # Root lets its unprivileged servers through, but nobody may look.
    assert rights("") == (0o711 if os.geteuid() == 0 else 0o700)


def test_no_server_of_ours_runs_as_root(running: Server) -> None:
    assert running.part("postgres").uids().effective != 0
    assert running.part("valkey-server").uids().effective in (
        {os.geteuid()} if os.geteuid() else {running.part("postgres").uids().effective}
    )


def test_the_worker_gives_signs_of_life(running: Server) -> None:
    def beats() -> bool:
        with psycopg.connect(running.home.database_url) as connection:
            row = connection.execute(
                "SELECT at > now() - interval '20 seconds' FROM boardgames_heartbeat "
                "WHERE name = 'worker'"
            ).fetchone()
        return row == (True,)

    assert eventually(beats)


def test_nobody_makes_the_environment_anew_under_it(running: Server) -> None:
    with (Path(sys.prefix) / "in-use.lock").open("a") as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_second_start_is_refused(running: Server) -> None:
    line = refused(Server(running.home))
    assert "already runs" in line
    assert running.url in line
    assert running.get("/readyz")[0] == 200


def test_a_port_in_use_is_refused(home: Home) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = refused(Server(home, "--port", str(port)))
    assert f"port {port}" in line
    assert "--port" in line


def test_demo_is_for_this_machine_only(home: Home) -> None:
    assert "--demo" in refused(Server(home, "--demo", "--host", "0.0.0.0"))
    assert "BOARDGAMES_ENV=production" in refused(Server(home, "--host", "0.0.0.0"))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SITE_URL", "http://games.example.org", "not an https:// address"),
        ("SITE_URL", "", "not an https:// address"),
        ("EMAIL_URL", "", "EMAIL_URL is not set"),
        ("CONTACT", "", "CONTACT is not set"),
        ("VAPID_PRIVATE_KEY", "nonsense", "must be a private key"),
        ("TRUSTED_PROXIES", "0", "TRUSTED_PROXIES is 0"),
    ],
)
def test_production_starts_nothing_before_all_is_said_that_people_need(
    name: str, value: str, said: str, empty_home: Home, tmp_path: Path
) -> None:
    server = Server(empty_home, **{**production(tmp_path), name: value})
    refused(server)
    assert any(said in line for line in server.lines), server.lines
    assert not empty_home.postgres.exists()


def test_a_database_that_is_away_is_named(home: Home) -> None:
    line = refused(Server(home, DATABASE_URL="postgresql://x:y@127.0.0.1:1/nowhere"))
    assert "prepare" in line


def test_a_damaged_database_is_named(home: Home) -> None:
    shutil.rmtree(home.postgres / "global")
    server = Server(home)
    assert str(home.postgres) in refused(server)
    assert any(line.startswith("postgres|") for line in server.lines)


def test_a_folder_that_is_no_database_is_not_overwritten(empty_home: Home) -> None:
    empty_home.postgres.mkdir(parents=True)
    (empty_home.postgres / "precious").write_text("data")
    assert "not a PostgreSQL data folder" in refused(Server(empty_home))
    assert (empty_home.postgres / "precious").read_text() == "data"


def test_ready_depends_on_the_database_alone(running: Server) -> None:
    server = running
    valkey, postgres = server.part("valkey-server"), server.part("postgres")
    valkey.suspend()
    status, text = server.get("/readyz")
    assert (status, '"database": "ok", "redis": "away"' in text) == (200, True)
    valkey.resume()
    everyone = [postgres, *postgres.children()]
    for process in everyone:
        with suppress(psutil.NoSuchProcess):  # what tends the tables comes and goes
            process.suspend()
    status, text = server.get("/readyz")
    for process in everyone:
        with suppress(psutil.NoSuchProcess):
            process.resume()
    assert (status, '"database": "away"' in text) == (503, True)
    assert eventually(lambda: server.get("/readyz")[0] == 200)


def test_whatever_is_killed_comes_back(running: Server) -> None:
    server = running
    for words in PARTS:
        killed = server.part(words)
        killed.kill()
        server.wait_for("started again")
        assert eventually(partial(back, server, words, killed)), words
    assert eventually(lambda: server.get("/readyz")[0] == 200)
    assert '"database": "ok", "redis": "ok"' in server.get("/readyz")[1]


def back(server: Server, words: str, killed: psutil.Process) -> bool:
    return any(part.pid != killed.pid for part in server.parts(words))


def test_children_do_not_outlive_a_killed_supervisor(running: Server) -> None:
    """The last test here: nobody can use the server afterwards."""
    processes = running.descendants()
    assert len(processes) > len(PARTS)
    running.end(signal.SIGKILL)
    _, left = psutil.wait_procs(processes, timeout=40)
    assert left == []
