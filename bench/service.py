"""A whole service of its own to measure, in a temporary folder."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from boardgames.supervisor.home import CHECKOUT


class Layout(StrEnum):
    """The processes that answer HTTP: those that hold the WebSockets, or others by WSGI alone."""

    SERVER = "script/server"
    PRODUCTION = "production"


@contextmanager
def running() -> Iterator[str]:
    """Starts the service; gives its address. This process may use Django on the same data."""
    folder = Path(tempfile.mkdtemp(prefix="boardgames-bench-"))
    for theirs in ("DATABASE_URL", "REDIS_URL"):  # what is measured fills its own database only
        os.environ.pop(theirs, None)
    os.environ["BOARDGAMES_HOME"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
    process = subprocess.Popen(
        [sys.executable, "-m", "boardgames.supervisor", "--port", "0"],
        cwd=CHECKOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout  # it is a pipe
        for line in process.stdout:
            sys.stderr.write(line)
            if line.startswith("Ready: "):
                break
        else:
            sys.exit("The service did not start.")
        threading.Thread(target=_pass_on, args=[process.stdout], daemon=True).start()
        yield line.removeprefix("Ready: ").strip()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def http(layout: Layout, url: str) -> Iterator[str]:
    """Where HTTP is answered in this layout of the service that runs at ``url``, which keeps the
    WebSockets."""
    if layout is Layout.SERVER:
        yield url
        return
    with _granian() as address:
        yield address


@contextmanager
def _granian() -> Iterator[str]:
    """Its WSGI server on the same data; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--port", str(port)),
        *("--workers", "2", "--blocking-threads", "4", "--no-log", "--no-ws"),
        "boardgames.wsgi:application",
    ]
    process = subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 30
        while not _answers(url):
            if process.poll() is not None or time.monotonic() > until:
                sys.exit("granian did not start.")
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(30)


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(f"{url}/healthz", timeout=1).close()  # noqa: S310  our own
    except OSError:
        return False
    return True


def _pass_on(lines: Iterator[str]) -> None:
    for line in lines:
        sys.stderr.write(line)
