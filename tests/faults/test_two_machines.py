"""Two machines serve the same games from one PostgreSQL and one Valkey; one is cut off and back."""

import json
import os
import random
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import psycopg
import pytest

from boardgames.supervisor.home import CHECKOUT, Home
from tests.faults import servers
from tests.faults.load import Load, python
from tests.faults.network import HUB, SUBNET, CannotMake, Network
from tests.faults.telling import left_to_tell
from tests.platform.server import Server, environment_without_servers, eventually, remove, used_home

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("server")]

#: People at each table; one alone plays against a bot.
TABLES = (2, 2, 3, 4, 1)
#: Seconds in which a machine that was cut off has lost all that it held.
RELEASED = 45.0


@pytest.fixture
def network() -> Iterator[Network]:
    try:
        network = Network()
    except CannotMake as reason:
        pytest.skip(str(reason))
    yield network
    network.close()


@pytest.fixture
def storage(network: Network) -> Iterator[Home]:
    """The folder of the two servers, which run on a machine of their own; the database is made."""
    home = used_home()
    process = subprocess.Popen(
        [
            *(*network.within(HUB), sys.executable, "-m", "tests.faults.servers"),
            *(str(home.folder), network.address(HUB), f"{SUBNET}.0/24"),
        ],
        cwd=CHECKOUT,
        env={**environment_without_servers(), "BOARDGAMES_HOME": str(home.folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert any(line == "ready\n" for line in process.stdout), "the servers do not start"
    home.mail.mkdir(exist_ok=True)
    yield home
    process.communicate(timeout=30)
    remove(home)


class Machine:
    """One group of web processes, a worker and a beat; all mails lie in one folder."""

    def __init__(self, network: Network, name: str, storage: Home) -> None:
        self.network, self.name = network, name
        self.address = network.add(name)
        self.home = used_home()  # for its static files
        self.home.mail.symlink_to(storage.mail)
        self.variables = {
            "BOARDGAMES_ENV": "test",  # others than this machine may ask, and without TLS
            "DATABASE_URL": servers.database_url(storage, network.address(HUB)),
            "REDIS_URL": servers.redis_url(storage, network.address(HUB)),
            "SECRET_KEY": "the-same-on-all-machines-" * 3,
        }
        self.server = Server(
            self.home,
            *("--host", self.address),
            within=network.within(name),
            **self.variables,
        )

    def hold(self, game_id: int) -> "subprocess.Popen[str]":
        """A process here that holds the lock of a game, and that of sending mail."""
        process = subprocess.Popen(
            [
                *self.network.within(self.name),
                *(sys.executable, "-m", "tests.faults.holder", str(game_id)),
            ],
            cwd=CHECKOUT,
            env={
                **environment_without_servers(),
                "BOARDGAMES_HOME": str(self.home.folder),
                **self.variables,
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        assert process.stdout.readline() == "true\n", "it holds nothing"
        return process

    def is_ready(self) -> bool:
        """Whether it says so to the other machines."""
        ask = "import sys, urllib.request as r; r.urlopen(sys.argv[1] + '/readyz', timeout=5)"
        command = [*self.network.within(HUB), sys.executable, "-c", ask, self.server.url]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.fixture
def machines(network: Network, storage: Home) -> Iterator[tuple[Machine, Machine]]:
    first = Machine(network, "first", storage)
    first.server.ready()  # one after the other: they bring the database up to date
    second = Machine(network, "second", storage)
    second.server.ready()
    yield first, second
    network.heal("first")
    for machine in (first, second):
        machine.server.process.terminate()
    for machine in (first, second):
        machine.server.process.wait(90)
        remove(machine.home)


def connections_from(storage: Home, machine: Machine) -> int:
    """How many the database believes to have; asked by its unix socket."""
    with psycopg.connect(storage.database_url) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE client_addr = %s", [machine.address]
        ).fetchone()
    assert row
    return int(row[0])


def mail_went_out_since(storage: Home, since: datetime) -> bool:
    """Somebody else sends mail, though the one who held its lock never let go of it."""
    with psycopg.connect(storage.database_url) as connection:
        row = connection.execute(
            "SELECT EXISTS (SELECT FROM notifications_attempt WHERE outcome = 'sent' AND at > %s)",
            [since],
        ).fetchone()
    return row == (True,)


def soon(condition: Callable[[], bool], seconds: float) -> float:
    """Waits for something; how many seconds it took."""
    began = time.monotonic()
    assert eventually(condition, seconds), f"not within {seconds} seconds"
    return time.monotonic() - began


def test_one_machine_is_cut_off_and_comes_back(
    network: Network, storage: Home, machines: tuple[Machine, Machine]
) -> None:
    seed = int(os.environ.get("FAULTS_SEED", secrets.randbelow(10**9)))
    print(f"FAULTS_SEED={seed}")
    rng = random.Random(seed)
    first, second = machines
    network.add("players")
    service = {**environment_without_servers(), "BOARDGAMES_HOME": str(storage.folder)}
    people = iter(python("tests.faults.people", str(sum(TABLES)), env=service))
    addresses = [first.server.url, second.server.url]
    load = Load(
        {
            "seed": seed,
            "types": ["imhotep", "bali"],
            "tables": [
                [
                    {**next(people), "addresses": addresses[:: rng.choice((1, -1))]}
                    for _person in range(size)
                ]
                for size in TABLES
            ],
        },
        within=network.within("players"),
    )
    try:
        soon(lambda: load.answered >= 50, 60)
        holding = first.hold(int(rng.choice(sorted(load.versions))))
        network.cut("first")
        cut_at = datetime.now(UTC)
        versions = dict(load.versions)
        went_on = soon(lambda: load.went_on_since(versions, 5), 60)
        released = soon(lambda: connections_from(storage, first) == 0, RELEASED)
        soon(lambda: mail_went_out_since(storage, cut_at), 30)
        versions = dict(load.versions)
        soon(lambda: load.went_on_since(versions, 5), 60)

        network.heal("first")
        holding.kill()
        holding.wait()
        back = soon(first.is_ready, 60)
        second.server.end()
        versions = dict(load.versions)
        alone = soon(lambda: load.went_on_since(versions, 5), 60)
        journal = load.end()
    finally:
        load.kill()
    print(
        f"went on after {went_on:.0f} s, all released after {released:.0f} s, back after "
        f"{back:.0f} s, alone after {alone:.0f} s, moves {len(journal['moved'])}, "
        f"troubles {journal['troubles']}, missed {journal['missed']}"
    )
    told = eventually(lambda: not left_to_tell(storage.database_url), 90)
    assert told, (left_to_tell(storage.database_url), first.server.lines[-40:])
    assert python("tests.faults.audit", env=service, text=json.dumps(journal)) == []
    assert journal["wrong"] == []
    assert not [trouble for trouble in journal["troubles"] if trouble.startswith("500")]
