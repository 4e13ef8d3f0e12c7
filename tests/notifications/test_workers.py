"""Telling through real processes: killed at every line, with a mail server that hangs, with several
beats, without a broker."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import Letter, User
from boardgames.celery import beat
from boardgames.models import Heartbeat
from boardgames.supervisor import children
from boardgames.supervisor.children import Servant
from boardgames.supervisor.home import Home
from boardgames.supervisor.valkey import Valkey
from games.lobby import open_games
from games.models import Move, Seat
from games.notification_events import writing
from notifications.models import Delivery, Webhook
from tests.sites import variables
from tests.workers import BEAT, WHOLE_WORKER, WORKER, celery, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("mails"),  # the folder for mails is one for all
]


def test_killed_at_any_line_it_is_still_told_once(anna: User) -> None:
    """Or once more, where the mail had gone out and that was not yet noted; never twice more, and
    then under the same name."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.notifications.dying_sender"],
        env=variables(),
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert run.returncode == 0, run.stderr
    deaths = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(deaths) > 60
    again = [death for death in deaths if death["sent_before"] and not death["marked"]]
    for death in deaths:
        assert death["sent"] == (2 if death in again else 1), death
        assert death["names"] == 1, death
        assert death["states"] == ["sent"], death
    # Where the other side has it and we do not know yet.
    places = {death["at"].split(":")[0] for death in again}
    ours = {"_send", "_note", "_note_success"}
    assert ours <= places <= {*ours, "_settle", "<listcomp>"}


@contextmanager
def silent_mail_server() -> Iterator[tuple[str, list[socket.socket]]]:
    """Takes connections and says nothing; its address and the connections."""
    server, came = socket.create_server(("127.0.0.1", 0)), []

    def accept() -> None:
        while True:
            try:
                came.append(server.accept()[0])
            except OSError:
                return

    threading.Thread(target=accept, daemon=True).start()
    yield f"smtp://127.0.0.1:{server.getsockname()[1]}?tls=0", came
    server.close()
    for client in came:
        client.close()


@contextmanager
def listening_site() -> Iterator[tuple[str, list[bytes]]]:
    """A place for webhooks; its address and what came."""
    came: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook", came
    server.shutdown()
    server.server_close()


def test_a_mail_server_that_hangs_holds_up_nothing_else(anna: User, ben: User) -> None:
    """Not the deadlines, nor the bots, nor webhooks; nor does a letter about an account."""
    open_games.join_game(open_games.create(anna.pk, "lanterns", 2).game.pk, ben.pk)
    with silent_mail_server() as (mail, stuck), listening_site() as (hook, came):
        Webhook.objects.create(user=anna, url=hook)
        for name in ("Confirm", "Change"):
            Letter.objects.create(user=ben, address=ben.email, subject=name, text="A link")
        for n in range(20):
            now = timezone.now() + timedelta(microseconds=n)
            writing.moderated([anna.pk], None, f"News {n}", now)
        with celery(*WHOLE_WORKER, EMAIL_URL=mail), celery(*BEAT):
            until(lambda: bool(stuck), 60)
            begun = time.monotonic()
            Seat.objects.filter(index=0).update(deadline=timezone.now() - timedelta(seconds=1))
            until(Move.objects.filter(action="timeout").exists, 60)
            until(lambda: len(came) >= 20, 60)
            writing.moderated([anna.pk], None, "More", timezone.now())
            until(lambda: len(came) >= 21, 60)
            # So many at a time, each for the 20 s that one is waited for.
            turns = (time.monotonic() - begun) // 20 + 2
            assert len(stuck) <= (settings.MAIL_SENDERS + 1) * turns
            until(lambda: Letter.objects.filter(tries__gt=0).exists(), 60)
    assert not Delivery.objects.filter(channel="mail", state="sent").exists()
    assert Letter.objects.count() == 2


def asking() -> int:
    """How many beats have the lock, or have last asked for it in vain."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND (query LIKE 'SELECT pg_try_advisory_lock%%'"
            " OR pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = %s))",
            [beat.LOCK],
        )
        return int(cursor.fetchone()[0])


def test_of_two_beats_one_ticks_and_the_other_takes_over() -> None:
    queues = redis.Redis.from_url(settings.REDIS_URL)

    def tickers(ticks: int) -> set[str]:
        """The senders of the next so many ticks of one kind; no worker takes them out."""
        queues.delete("bots")
        until(lambda: queues.llen("bots") >= ticks, 60)
        sent: list[bytes] = queues.lrange("bots", 0, -1)  # type: ignore[assignment]
        return {json.loads(tick)["headers"]["origin"] for tick in sent}

    with ExitStack() as stack:
        first = stack.enter_context(celery(*BEAT))
        until(lambda: asking() == 1, 60)
        stack.enter_context(celery(*BEAT))
        until(lambda: asking() == 2, 60)
        (one,) = tickers(10)
        os.killpg(first.pid, signal.SIGKILL)
        until(lambda: asking() == 1, 60)
        (other,) = tickers(10)
        assert other != one
    queues.delete("bots")


@pytest.fixture
def broker() -> Iterator[tuple[Home, Valkey]]:
    """A Valkey of our own to kill."""
    with tempfile.TemporaryDirectory(prefix="boardgames-broker-") as folder:
        home = Home(Path(folder))
        home.create()
        valkey = Valkey(home, Servant.needed())
        valkey.prepare()
        yield home, valkey


@pytest.mark.parametrize(
    ("application", "longest_task"), [("hurried_celery", 0), ("brittle_celery", 6)]
)
def test_worker_and_beat_outlive_their_broker(
    application: str, longest_task: float, broker: tuple[Home, Valkey], anna: User
) -> None:
    home, valkey = broker
    with ExitStack() as stack:
        log = stack.enter_context((home.folder / "valkey.log").open("wb"))
        process = valkey.start(log)
        stack.callback(lambda: children.end_child(process, signal.SIGKILL, patience=5))
        valkey.wait(process)
        own = {"application": f"tests.games.{application}", "REDIS_URL": home.redis_url}
        worker = stack.enter_context(celery(*WORKER, **own))
        ticker = stack.enter_context(celery(*BEAT, **own))

        def told() -> int:
            return Delivery.objects.filter(state="sent").count()

        writing.moderated([anna.pk], None, "Before", timezone.now())
        until(lambda: told() == 1, 60)
        for kill in range(2):
            time.sleep(longest_task)  # one is on the way
            children.end_child(process, signal.SIGKILL, patience=5)
            writing.moderated([anna.pk], None, f"Meanwhile {kill}", timezone.now())
            time.sleep(3)
            assert told() == kill + 1
            process = valkey.start(log)
            valkey.wait(process)
            until(lambda: told() == kill + 2, 60)  # noqa: B023
        time.sleep(longest_task)  # those that came by a lost connection are over
        beaten = Heartbeat.objects.get(name="worker").at
        until(lambda: Heartbeat.objects.get(name="worker").at > beaten, 60)
        assert worker.poll() is None
        assert ticker.poll() is None
