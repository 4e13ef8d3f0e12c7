"""`script/upgrade` while people play: to an image that fails, then to one that is well.

The containers are those of compose.yaml, by podman. Prints figures as JSON, and ends with 1 if an
answered move is not in its log once, a server or the proxy was started again, or the wrong release
serves.
"""

import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from psycopg.conninfo import make_conninfo

from boardgames.supervisor.console import print_line
from boardgames.supervisor.home import CHECKOUT, Home
from script.drills import podman
from script.image import build
from tests.faults.load import Load, python
from tests.faults.telling import left_to_tell

#: People at each table; one alone plays against a bot.
TABLES = (2, 2, 3, 1)
URL = "https://localhost:8171"
DATABASE = "postgresql://boardgames@127.0.0.1:8172/boardgames"
#: As the machine is not one of its own: other ports, a folder for mails, and some patience.
OURS = """
services:
  proxy: {{ ports: !override ["127.0.0.1:8171:8171"] }}
  postgres:
    image: docker.io/library/postgres:18
    build: !reset null
    command: !override ["postgres"]
    ports: !override ["127.0.0.1:8172:5432"]
  backup: {{ profiles: [never] }}
  prepare: {{ environment: {{ EMAIL_URL_FILE: "", EMAIL_URL: "smtp://127.0.0.1:1" }} }}
  web: &ours
    environment: {{ EMAIL_URL_FILE: "" }}
    volumes: ["{mail}:/srv/boardgames/var/mail"]
    healthcheck: {{ start_period: 80s, timeout: 30s }}
  worker: *ours
  thinking: *ours
  beat: *ours
"""
ENV = f"SITE_URL={URL}\nCONTACT=help@example.org\nCOMPOSE_PROJECT_NAME=boardgames-drill\nVERSION="
#: Podman's cache takes no notice of arguments, so each release has a line of its own first.
DOCKERFILE = f"FROM {build.OURS}\nLABEL release=%s\nARG VERSION\nENV BOARDGAMES_VERSION=$VERSION\n"
NEVER_SERVES = 'CMD ["sleep", "100000"]\n'
#: What an upgrade leaves alone.
KEPT = ("proxy", "postgres", "valkey")
OTHERS = ("worker", "thinking", "beat")
#: Moves before, between and after.
MOVES = 50


class Site:
    """A checkout with three releases of one image, the one that does not serve among them."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self.home = folder / "checkout", Home(folder / "home")
        self.home.create()
        self.home.mail.mkdir(exist_ok=True)
        self.home.mail.chmod(0o777)  # for who the service is in its containers
        git(folder, "clone", "--quiet", "--local", str(CHECKOUT), str(self.checkout))
        self._secrets = self.checkout / "secrets"
        self._secrets.mkdir(mode=0o700)
        for name, size in (
            ("secret_key", 48),
            ("vapid_private_key", 32),
            ("database_password", 32),
            ("backup_key", 32),
        ):
            (self._secrets / name).write_text(secrets.token_urlsafe(size))
        (self._secrets / "email_url").touch()  # which compose.yaml wants, and nothing reads here
        notices = self.checkout / "notices"
        notices.mkdir()
        for name in ("imprint", "privacy"):
            (notices / f"{name}.en.txt").write_text("What only the operator can say.")
        (self.checkout / "compose.override.yaml").write_text(OURS.format(mail=self.home.mail))
        self.first = self._release(DOCKERFILE % "first")
        self.broken = self._release(DOCKERFILE % "broken" + NEVER_SERVES)
        self.good = self._release(DOCKERFILE % "good")
        git(self.checkout, "checkout", "--quiet", self.first)
        (self.checkout / ".env").write_text(f"{ENV}{self.first}\n")

    def _release(self, dockerfile: str) -> str:
        (self.checkout / "Dockerfile").write_text(dockerfile)
        who = ("-c", "user.name=drill", "-c", "user.email=drill@example.org")
        git(self.checkout, *who, "commit", "--quiet", "--all", "--message", dockerfile)
        return git(self.checkout, "rev-parse", "--short=12", "HEAD")

    @property
    def env(self) -> dict[str, str]:
        """By which programs on this machine find database, secrets and mails."""
        return {
            **{name: value for name, value in os.environ.items() if name != "REDIS_URL"},
            "BOARDGAMES_HOME": str(self.home.folder),
            "DATABASE_URL": DATABASE,
            "DATABASE_PASSWORD_FILE": str(self._secrets / "database_password"),
            "SECRET_KEY_FILE": str(self._secrets / "secret_key"),
            "VAPID_PRIVATE_KEY_FILE": str(self._secrets / "vapid_private_key"),
        }

    @property
    def database_url(self) -> str:
        return make_conninfo(DATABASE, password=(self._secrets / "database_password").read_text())

    def compose(self, *words: str) -> str:
        done = subprocess.run(
            ["docker", "compose", *words], cwd=self.checkout, text=True, stdout=subprocess.PIPE
        )
        if done.returncode:
            raise SystemExit(f"`docker compose {' '.join(words)}` failed.")
        return done.stdout

    @contextmanager
    def running(self) -> Iterator[float]:
        """Gives the seconds after which compose says that all are well."""
        began = time.monotonic()
        try:
            self.compose("build", "web")
            self.compose("up", "--detach", "--wait")
            yield time.monotonic() - began
        finally:
            self.compose("down", "--volumes", "--timeout", "5")

    def upgrade(self, release: str) -> int:
        command = [sys.executable, "-m", "boardgames.supervisor.upgrade", release]
        return subprocess.run(command, cwd=self.checkout, env=self.env).returncode

    def containers(self, *parts: str) -> set[str]:
        """Their ids and when they were started."""
        ids = self.compose("ps", "--quiet", *parts).split()
        words = ["docker", "inspect", "--format", "{{.Id}} {{.State.StartedAt}}", *ids]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        return set(done.stdout.splitlines())

    def trust(self, folder: Path) -> None:
        """The proxy's certificate is one of its own authority."""
        root = folder / "root.crt"
        self.compose("cp", "proxy:/data/caddy/pki/authorities/local/root.crt", str(root))
        os.environ["SSL_CERT_FILE"] = str(root)


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip()


def plan(people: list[dict[str, str]], url: str) -> dict[str, Any]:
    seats = iter({**person, "addresses": [url]} for person in people)
    types = ["imhotep", "bali"]
    tables = [[next(seats) for _ in range(size)] for size in TABLES]
    return {"tables": tables, "types": types, "seed": random.randrange(1000)}


class Pages:
    """Somebody who asks for a page again and again."""

    def __init__(self) -> None:
        self._answers: Counter[str] = Counter()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()

    def _ask(self) -> None:
        while not self._over.wait(0.3):
            try:
                with urllib.request.urlopen(URL, timeout=60) as answer:
                    self._answers[str(answer.status)] += 1
            except urllib.error.HTTPError as error:
                self._answers[str(error.code)] += 1
            except OSError as error:
                self._answers[type(error).__name__] += 1

    def since(self) -> dict[str, int]:
        """The answers since this was asked before, by their kind."""
        answers, self._answers = self._answers, Counter()
        return dict(answers)

    def end(self) -> None:
        self._over.set()
        self._thread.join()


def run() -> None:
    podman.refuse_without()
    podman.make_images()
    with tempfile.TemporaryDirectory(prefix="boardgames-drill-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        site = Site(folder)
        with podman.serving(folder), site.running() as seconds:
            site.trust(folder)
            told = {"seconds to start": round(seconds, 1), **upgraded(site)}
    print(json.dumps(told, indent=1))
    if told["wrong"]:
        sys.exit(1)


def upgraded(site: Site) -> dict[str, Any]:
    people = python("tests.faults.people", str(sum(TABLES)), env=site.env)
    load, pages = Load(plan(people, URL)), Pages()
    wrong: list[str] = []
    try:
        wait_for(load, MOVES)
        web, others = site.containers("web"), site.containers(*OTHERS)
        broken = attempt(site, site.broken, site.first, load, pages)
        if web != site.containers("web") or others != site.containers(*OTHERS):
            wrong.append("parts of before were touched by the upgrade that failed")
        wait_for(load, MOVES)
        good = attempt(site, site.good, site.good, load, pages)
        wait_for(load, MOVES)
        journal = load.end()
    finally:
        pages.end()
        load.kill()
    until = time.monotonic() + 60
    while left_to_tell(site.database_url) and time.monotonic() < until:
        time.sleep(0.5)
    wrong += [*broken.pop("wrong"), *good.pop("wrong"), *journal["wrong"]]
    wrong += python("tests.faults.audit", env=site.env, text=json.dumps(journal))
    told = {"moves": len(journal["moved"]), "games": len(journal["games"])}
    repeated = {"repeated": journal["troubles"], "news missed": journal["missed"]}
    return {"broken": broken, "good": good, **told, **repeated, "wrong": wrong}


def attempt(site: Site, to: str, serves: str, load: Load, pages: Pages) -> dict[str, Any]:
    """An upgrade, after which this release should serve, by servers that were left alone."""
    kept, moves, began = site.containers(*KEPT), load.answered, time.monotonic()
    pages.since()
    ended = site.upgrade(to)
    told = {
        "seconds": round(time.monotonic() - began, 1),
        "moves": load.answered - moves,
        "pages": pages.since(),
    }
    print_line(f"{to}: {told}")
    wrong = []
    if bool(ended) != (to != serves):
        wrong.append(f"the upgrade to {to} ended with {ended}")
    if kept != site.containers(*KEPT):
        wrong.append(f"a server or the proxy was started again by the upgrade to {to}")
    with urllib.request.urlopen(f"{URL}/readyz") as answer:
        version = json.load(answer)["version"]
    if version != serves:
        wrong.append(f"{version} serves after the upgrade to {to}")
    return {**told, "wrong": wrong}


def wait_for(load: Load, moves: int) -> None:
    until = load.answered + moves
    while load.answered < until:
        if load.process.poll() is not None:
            raise SystemExit("nobody plays any more")
        time.sleep(0.2)
