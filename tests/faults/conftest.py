"""One whole service for all that kills parts of it and finds it going on."""

from collections.abc import Iterator

import pytest

from tests.platform.server import Server, remove, used_home


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    home = used_home()
    server = Server(home).ready()
    yield server
    if server.process.poll() is None:
        server.end()
    remove(home)
