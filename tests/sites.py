"""Our site in a process of its own, on the test's database."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass
class Site:
    address: str
    process: "subprocess.Popen[bytes]"


def variables() -> dict[str, str]:
    """The environment of a process that is to see what the test writes."""
    from django.conf import settings
    from django.db import connection

    url = urlsplit(settings.DATABASE_URL)._replace(path=f"/{connection.settings_dict['NAME']}")
    return {**os.environ, "DATABASE_URL": url.geturl()}


@contextmanager
def running_site(application: str = "boardgames.asgi:application", **more: str) -> Iterator[Site]:
    """uvicorn, ended with the block; ``more`` are further environment variables."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "uvicorn", application),
            *("--http", "boardgames.http.affinity:Protocol"),
            *("--port", str(port), "--log-level", "warning", "--no-access-log"),
        ],
        env={**variables(), "SITE_URL": address, **more},
    )
    try:
        until = time.monotonic() + 120  # a machine that runs tests may be busy
        while True:
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, "the site ended at its start"
                assert time.monotonic() < until, "the site does not answer"
                time.sleep(0.05)
        yield Site(address, process)
    finally:
        process.terminate()
        process.wait(10)
