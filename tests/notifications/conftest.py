"""Games of Lanterns in a time that stands still; Ben reads German, in Berlin."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from pytest_django import Settings

from accounts.models import User
from boardgames.settings import _email
from games.storage.position import Position
from tests.elsewhere import Elsewhere, elsewhere
from tests.games.times import Times
from tests.notifications.browsers import Browser
from tests.notifications.smtp_server import (
    PASSWORD,
    USER,
    Connect,
    Running,
    Server,
    certificate,
)
from tests.people import person


@pytest.fixture(autouse=True)
def _with_lanterns(lanterns: None) -> None:
    pass


@pytest.fixture
def ben(db: None) -> User:
    return person("ben", language="de", time_zone="Europe/Berlin")


@pytest.fixture
def duel(times: Times, duel: Position) -> Position:
    return duel


@pytest.fixture
def service() -> Iterator[Elsewhere]:
    """A push service."""
    with elsewhere() as there:
        there.status = 201
        yield there


@pytest.fixture
def phone(service: Elsewhere) -> Browser:
    return Browser(service.url("/send/phone"))


@pytest.fixture(scope="session")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate(tmp_path_factory.mktemp("smtp"))


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def connect(
    server: Server, pem: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Connect]:
    """Start the server and have our mail go there, as `EMAIL_URL` would."""
    started: list[Running] = []
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))

    def start(scheme: str = "smtp", password: str = PASSWORD) -> Running:
        running = Running(server, pem, tls_at_once=scheme == "smtps")
        running.start()
        started.append(running)
        url = f"{scheme}://{USER}:{quote(password, safe='')}@127.0.0.1:{running.port}"
        for name, value in _email(url).items():
            setattr(settings, name, value)
        return running

    yield start
    for running in started:
        running.stop()
