"""The service that is judged: of its own, with the demo's people and games, gone afterwards."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import requests

ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = Path(__file__).resolve().parent / "node_modules"
PERSON, PASSWORD = "anna", "demo-password"


class Absent(Exception):
    """What a judge needs and this machine has not."""


class Verdict(NamedTuple):
    """What a judge has looked at, and what he does not like."""

    looked: str
    found: list[str]


@dataclass(frozen=True, eq=False)
class Service:
    address: str
    folder: Path
    variables: Mapping[str, str]
    """What programs need that are to know it."""

    def manage(self, *words: str, said: bytes = b"") -> str:
        """What a command of ours says, to whom something may be ``said``."""
        return self.python("manage.py", *words, said=said)

    def python(self, *words: str, said: bytes = b"") -> str:
        """What a program of ours says that knows this service."""
        return run([sys.executable, *words], said, **self.variables)

    def letters(self) -> list[Path]:
        """The newest e-mail of each kind and a digest, as pages."""
        folder = self.folder / "letters"
        self.manage("mail_preview", str(folder))
        return sorted(folder.glob("*.html"))

    def browser(self, language: str = "en") -> requests.Session:
        """A browser of a stranger."""
        session = requests.Session()
        session.headers["Accept-Language"] = language
        return session

    def signed_in(self, language: str = "en") -> requests.Session:
        """The browser of somebody who plays."""
        session = self.browser(language)
        session.cookies.set("sessionid", _signed_in(self))
        return session


@cache
def _signed_in(service: Service) -> str:
    """The cookie of whoever has signed in: once, as the service counts them."""
    browser = service.browser()
    page = browser.get(f"{service.address}/accounts/login/", timeout=60).text
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token, "a form has its token"
    sent = {"login": PERSON, "password": PASSWORD, "csrfmiddlewaretoken": token[1]}
    browser.post(f"{service.address}/accounts/login/", sent, timeout=60).raise_for_status()
    return str(browser.cookies["sessionid"])


@contextmanager
def running(
    variables: Mapping[str, str] | None = None, restored: Path | None = None
) -> Iterator[Service]:
    """Of a database of its own, or of one that is ``restored`` from this backup."""
    folder = Path(tempfile.mkdtemp(prefix="judged-"))
    folder.chmod(0o755)  # whoever runs the database for root must come in
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "log"
    variables = {**(variables or {}), "BOARDGAMES_HOME": str(folder / "home")}
    if restored is not None:
        run([sys.executable, "-m", "boardgames.supervisor.restore", str(restored)], **variables)
    # A file, not a pipe: a full pipe that nobody empties stops whoever logs.
    with log.open("w") as lines:
        process = subprocess.Popen(
            [sys.executable, "-m", "boardgames.supervisor", "--demo", "--port", str(port)],
            cwd=ROOT,
            env={**os.environ, **variables},
            stdout=lines,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Service(_ready(process, log), folder, variables)
    finally:
        process.terminate()
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


def _ready(process: subprocess.Popen[bytes], log: Path) -> str:
    """The address at which the service answers, as soon as it says so."""
    while process.poll() is None:
        if said := re.search(r"^Ready: (\S+)$", log.read_text(), re.MULTILINE):
            return said[1]
        time.sleep(0.2)
    raise RuntimeError(f"The service did not start: {log.read_text()[-2000:]}")


def run(command: list[str], said: bytes = b"", /, **variables: str) -> str:
    """What a tool writes, however it ends; it may be ``said`` something."""
    made = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **variables}, input=said, capture_output=True
    )
    if made.returncode and not made.stdout:
        raise RuntimeError(f"{command[0]} failed: {made.stderr.decode()[-2000:]}")
    return made.stdout.decode()


def first_json(text: str) -> object:
    """The JSON with which a tool begins, whatever it says after it."""
    start = min(at for at in (text.find("["), text.find("{")) if at >= 0)
    return json.JSONDecoder().raw_decode(text[start:])[0]
