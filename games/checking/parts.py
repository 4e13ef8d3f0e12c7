"""Checks that a release's parts work on a database, by starting them and playing.

It starts web, worker and beat, and plays a move in a game of each type as a program would. It is
for a copy of a service's data, as it changes the games there. No e-mails, push notifications or
webhooks go out, because nothing runs the tasks that send them.
"""

from __future__ import annotations

import json
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from accounts.models import User
from accounts.sessions import tokens
from boardgames.supervisor import children, parts, reaching
from boardgames.supervisor.address import Address
from boardgames.supervisor.heartbeat import Heartbeat
from boardgames.supervisor.home import Home
from boardgames.supervisor.parts import Part
from games.models import Package
from games.models.packages import Stage
from games.rules import registry
from games.rules.engine import Rules

#: Seconds within which each part must give a heartbeat, and a bot must answer.
PATIENCE = 60.0
TASKS = "deadlines,bots"
#: Last lines of each part that are shown if it does not work.
LAST_LINES = 20


class Failing(Exception):
    """What does not work, with the last lines of the parts."""


def try_all() -> Iterator[str]:
    """Print what works, one after the other; raise Failing at the first that does not."""
    with _running() as site:
        yield f"web, worker and beat work, after {site.seconds():.0f} s"
        for rules in registry.all():
            site.play(rules)
            yield f"{rules.slug}: a move, and a bot's"


class Site:
    """The started parts, and how a program plays there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.began = folder, time.monotonic()
        self.port = Address.checked("127.0.0.1", 0).port
        home = Home(folder)
        self.parts = [parts.web("127.0.0.1", self.port, home), parts.worker(TASKS), parts.beat()]
        self.token = tokens.mint(_player(), "try_parts")

    def seconds(self) -> float:
        return time.monotonic() - self.began

    def start(self) -> None:
        for part in self.parts:
            with self.log(part).open("wb") as output:
                part.start(output.fileno())
        url = reaching.running(Home.default())
        for part in self.parts:
            signs = Heartbeat(url, part.name)
            alive = self.answers if part.name == "web" else _sign(signs, part)
            self.wait(f"{part.name} gives no sign of life", alive)

    def end(self) -> None:
        for part in reversed(self.parts):
            if part.process:
                children.end_child(part.process, part.ending, part.patience)

    def log(self, part: Part) -> Path:
        return self.folder / f"{part.name}.log"

    def answers(self) -> bool:
        return bool(self.ask("/readyz")["database"] == "ok")

    def play(self, rules: Rules[Any]) -> None:
        """Play until a bot has answered our move, or the game asks us again."""
        most = min(number for number in rules.players if number > 1)
        asked = {"type": rules.slug, "players": most, "bots": most - 1}
        game = self.ask("/api/v1/games", asked)
        path = f"/api/v1/games/{game['id']}"
        failing = f"{rules.slug}: the bots do not move"
        self.wait(failing, lambda: self.ask(path)["decision"])
        game = self.ask(path)
        row = game["decision"]["choices"][0]
        choice = {"choice": row.get("example") or row["choice"], "version": game["version"]}
        moved = self.ask(f"{path}/moves", choice)

        def answered() -> bool:
            now = self.ask(path)
            return bool(now["decision"] or now["result"] or now["version"] > moved["version"])

        self.wait(failing, answered)

    def wait(self, otherwise: str, true: Callable[[], object]) -> None:
        until = time.monotonic() + PATIENCE
        while not _holds(true):
            for part in self.parts:
                if (code := part.ended()) is not None:
                    raise Failing(f"{part.name} has ended with {code}.\n{self.last_lines()}")
            if time.monotonic() > until:
                raise Failing(f"{otherwise} within {PATIENCE:.0f} s.\n{self.last_lines()}")
            time.sleep(0.2)

    def last_lines(self) -> str:
        return "\n".join(
            f"{part.name:<8}| {line}"
            for part in self.parts
            if self.log(part).exists()
            for line in self.log(part).read_text(errors="replace").splitlines()[-LAST_LINES:]
        )

    def ask(self, path: str, data: object = None) -> dict[str, Any]:
        """Send a request as a TLS proxy would; raise Failing if it is refused."""
        headers = {
            "Host": urlsplit(settings.SITE_URL).netloc,
            "X-Forwarded-For": ", ".join(["192.0.2.1"] * max(1, settings.TRUSTED_PROXIES)),
            "X-Forwarded-Proto": "https",
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
        }
        body = None if data is None else json.dumps(data).encode()
        url = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(url, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
                return dict(json.load(answer))
        except urllib.error.HTTPError as error:
            said = error.read().decode(errors="replace")[:500]
            raise Failing(f"{path}: {error.code}, {said}\n{self.last_lines()}") from error


@contextmanager
def _running() -> Iterator[Site]:
    with tempfile.TemporaryDirectory(prefix="parts-") as folder:
        site = Site(Path(folder))
        try:
            site.start()
            yield site
        finally:
            site.end()


def _player() -> User:
    """Return the account that plays, after opening every game type to it."""
    Package.objects.update(stage=Stage.PUBLISHED)
    name = "upgrade-trial"
    user, _made = User.objects.get_or_create(
        username=name, defaults={"email": f"{name}@example.org"}
    )
    return user


def _sign(signs: Heartbeat, part: Part) -> Callable[[], bool]:
    return lambda: signs.has_come(part.started_at)


def _holds(true: Callable[[], object]) -> bool:
    """Whether it is true; not yet, while nobody answers."""
    try:
        return bool(true())
    except OSError:
        return False
