"""`python -m script.image.trial IMAGE ROOT TYPE`: web, worker and beat of an image, and a game.

To be run in a network namespace of its own, where all ports are free.
"""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from script.image.running import Containers, servers

HOST = "games.example.org"
SITE = "http://127.0.0.1:8000"
PARTS = {
    "web": ((), {}),
    "worker": (
        (
            *("celery", "--quiet", "-A", "boardgames", "worker"),
            *("--queues", "deadlines,mail,push,bots", "--concurrency", "6"),
        ),
        {"DATABASE_CONNECTIONS": "keep"},
    ),
    "thinking": (
        (
            *("nice", "-n", "15", "celery", "--quiet", "-A", "boardgames", "worker"),
            *("--hostname", "thinking@%h", "--queues", "thinking", "--concurrency", "1"),
            *("--max-memory-per-child", "500000"),
        ),
        {},
    ),
    "beat": (
        (
            "celery",
            "--quiet",
            "-A",
            "boardgames",
            "beat",
            "--scheduler",
            "boardgames.celery.beat:OneBeat",
        ),
        {"DATABASE_CONNECTIONS": "fresh"},
    ),
}
#: The processes of the parts, by their names.
Parts = dict[str, "subprocess.Popen[bytes]"]
MAKE_ANNA = "from accounts.models import User; User.objects.create_user('anna', 'anna@example.org')"
#: With what only an operator can say.
CHECK = """
for name in imprint privacy; do echo "What only the operator can say." > /tmp/$name.en.txt; done
NOTICES=/tmp exec python manage.py check --deploy --fail-level WARNING
"""
MOVES = 3
METRICS_TOKEN = secrets.token_urlsafe(24)
ALIVE = ("python", "-m", "boardgames.supervisor.alive", *PARTS)


def main(image: str, root: str, game: str) -> None:
    with tempfile.TemporaryDirectory() as name, servers(Path(name)) as urls:
        containers = Containers(
            image,
            Path(root),
            SITE_URL=f"https://{HOST}/",
            SECRET_KEY=secrets.token_urlsafe(48),
            VAPID_PRIVATE_KEY=secrets.token_urlsafe(32),
            EMAIL_URL="smtp://127.0.0.1:1",
            METRICS_TOKEN=METRICS_TOKEN,
            **urls,
        )
        nothing_can_be_written(containers)
        fresh = {"DATABASE_CONNECTIONS": "fresh"}
        containers.run("python", "manage.py", "prepare", "--database", **fresh)
        containers.run("sh", "-c", CHECK, CONTACT="help@example.org")
        containers.run("python", "manage.py", "shell", "--command", MAKE_ANNA, **fresh)
        token = containers.run("python", "manage.py", "token", "anna", **fresh).split()[-1]
        print_lines("prepared; nothing but /tmp can be written")
        with running(containers, Path(name)) as parts:
            try:
                look(token, game, parts)
                eventually("a part", lambda: containers.succeeds(*ALIVE), parts)
            except BaseException:
                logs = [Path(name) / f"{part}.log" for part in parts]
                print_lines(*(f"--- {log.stem}\n{log.read_text()[-3000:]}" for log in logs))
                raise


def nothing_can_be_written(containers: Containers) -> None:
    tries = "id -u; touch /x /srv/boardgames/app/x /srv/boardgames/var/x 2>/dev/null || true"
    assert containers.run("sh", "-c", tries).split() == ["10001"]
    found = containers.run("sh", "-c", "find / -xdev -writable ! -type l 2>/dev/null || true")
    assert found.split() == ["/tmp"], found  # noqa: S108  the container's


@contextmanager
def running(containers: Containers, folder: Path) -> Iterator[Parts]:
    """All parts; each has to end at once when told to, and without being killed."""
    processes: Parts = {}
    try:
        for name, (words, variables) in PARTS.items():
            with (folder / f"{name}.log").open("wb") as output:
                processes[name] = containers.start(*words, output=output, **variables)
        yield processes
        for process in processes.values():
            os.kill(_inside(process), signal.SIGTERM)
        took = {name: _seconds_to_end(process) for name, process in processes.items()}
        print_lines(
            f"ended: {', '.join(f'{name} in {seconds:.1f} s' for name, seconds in took.items())}"
        )
    finally:
        for process in processes.values():
            process.kill()


def _inside(process: "subprocess.Popen[bytes]") -> int:
    """The first process in the container: `unshare`, its parent, hears no signals."""
    return int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text())


def _seconds_to_end(process: "subprocess.Popen[bytes]") -> float:
    started = time.monotonic()
    process.wait(20)
    return time.monotonic() - started


def look(token: str, type_: str, parts: Parts) -> None:
    """Health, pages, static files, and moves that a bot answers."""
    eventually("the site", lambda: ask("/healthz", host="127.0.0.1:8000")[0] == 200, parts)
    ready = json.loads(ask("/readyz", host=HOST)[1])
    assert ready["database"] == ready["redis"] == "ok", ready
    print_lines(f"/readyz: {ready}")
    status, page = ask("/")
    assert status == 200, page[:2000]
    files = sorted(set(re.findall(rb'"(/static/[^"]+)"', page)))
    for file in files:
        assert ask(file.decode())[0] == 200, file
    assert ask("/static/css/page.css")[0] == 404  # only under the name with its hash
    status, german = ask("/", headers={"Accept-Language": "de"})
    assert status == 200
    assert b'lang="de"' in german
    assert ask("/metrics")[0] == 404  # closed to strangers
    figures = ask("/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"})[1]
    assert b"http_request_seconds_count" in figures
    print_lines(f"pages in two languages, {len(files)} static files, figures")
    play(token, type_, parts)


def play(token: str, type_: str, parts: Parts) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    game = call("/games", headers, {"type": type_, "players": 2, "bots": 1})

    def now() -> dict[str, Any]:
        return call(f"/games/{game['id']}", headers)

    for _ in range(MOVES):
        eventually("the bot", lambda: now()["decision"], parts)
        game = now()
        row = game["decision"]["choices"][0]
        data = {"choice": row.get("example") or row["choice"], "version": game["version"]}
        call(f"/games/{game['id']}/moves", headers, data)
    eventually("the bot", lambda: now()["decision"], parts)
    print_lines(f"{MOVES} moves, each answered by a bot; version {now()['version']}")


def call(path: str, headers: dict[str, str], data: object = None) -> dict[str, Any]:
    body = None if data is None else json.dumps(data).encode()
    headers = {**headers, "Content-Type": "application/json"}
    status, content = ask(f"/api/v1{path}", headers=headers, body=body)
    assert status in (200, 201), (path, status, content[:2000])
    return dict(json.loads(content))


def ask(
    path: str, *, host: str = HOST, headers: dict[str, str] | None = None, body: bytes | None = None
) -> tuple[int, bytes]:
    """As a proxy asks that does TLS."""
    proxied = {"Host": host, "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"}
    request = urllib.request.Request(SITE + path, body, {**proxied, **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def eventually(what: str, condition: Callable[[], object], parts: Parts) -> None:
    """However slow the machine is: it waits as long as all parts live."""
    while True:
        ended = [name for name, process in parts.items() if process.poll() is not None]
        try:
            if condition():
                return
        except OSError:
            pass
        if ended:
            raise SystemExit(f"{what} does not answer, and {', '.join(ended)} has ended")
        time.sleep(0.2)


def print_lines(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
