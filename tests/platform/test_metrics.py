"""The metrics for Prometheus, and access to them."""

import asyncio
import json
import math
import re
from datetime import timedelta
from typing import Any

import pytest
import redis
from celery.signals import task_failure, task_postrun, task_prerun
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from boardgames import tasks
from boardgames.http.gauges import SOCKETS, counting
from boardgames.redis import best_effort, figures
from boardgames.tasks import beat
from games.lobby import open_games
from games.models import Game, Seat
from games.notification_events import writing
from games.rules import registry
from games.storage.position import Position
from notifications import delivery, planning
from notifications.models import Channel, Delivery, Notification
from tests.games.tables import play_bots


def test_requests_and_heartbeats_are_counted(client: Client, db: None) -> None:
    beat()
    client.get("/healthz")
    client.get("/accounts/login/")
    text = client.get("/metrics").content.decode()
    assert 'http_request_seconds_count{method="GET",status="200",view="healthz"}' in text
    assert 'view="account_login"' in text
    assert 'heartbeat_timestamp_seconds{name="worker"}' in text


def test_unknown_paths_make_no_figures_of_their_own(client: Client, db: None) -> None:
    client.get("/nowhere/in-particular")
    text = client.get("/metrics").content.decode()
    assert 'status="404",view="none"' in text
    assert "in-particular" not in text


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("203.0.113.7", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.7"}, 404),
        ("203.0.113.7", {"authorization": "Bearer for-prometheus"}, 200),
        ("203.0.113.7", {"authorization": "Bearer wrong"}, 404),
        ("203.0.113.7", {"authorization": "Bearer \xf6"}, 404),
    ],
)
def test_figures_are_not_for_strangers(
    client: Client, db: None, settings: Settings, address: str, headers: dict[str, str], status: int
) -> None:
    settings.METRICS_TOKEN = "for-prometheus"
    answer = client.get("/metrics", headers=headers, REMOTE_ADDR=address)
    assert answer.status_code == status


def test_without_a_token_nobody_elsewhere_has_one(
    client: Client, db: None, settings: Settings
) -> None:
    settings.METRICS_TOKEN = ""
    headers = {"authorization": "Bearer "}
    assert client.get("/metrics", headers=headers, REMOTE_ADDR="::2").status_code == 404


def figure(client: Client, name: str) -> float:
    """What /metrics says of it, labels and all; -1 if nothing."""
    text = client.get("/metrics").content.decode()
    found = [line.split()[-1] for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(found[0]) if found else -1


@pytest.mark.slow
def test_what_waits_and_since_when(client: Client, duel: Position) -> None:
    hour = timedelta(hours=1)
    now = timezone.now()
    assert figure(client, "facts_due") == 0
    assert figure(client, "seats_overdue_oldest_seconds") == 0
    Notification.objects.update(due_at=now - hour)
    Seat.objects.filter(index=0).update(deadline=now - hour)
    Game.objects.filter(pk=duel.game.pk).update(broken_at=None)
    assert figure(client, "facts_due") == Notification.objects.count() > 0
    assert 3600 <= figure(client, "facts_due_oldest_seconds") < 3700
    assert figure(client, "seats_overdue") == 1
    assert 3600 <= figure(client, "seats_overdue_oldest_seconds") < 3700
    planning.plan_due()
    Delivery.objects.update(due_at=now - hour)
    mails = figure(client, 'deliveries_due{channel="mail"}')
    assert mails == Delivery.objects.filter(channel="mail").count() > 0
    assert 3600 <= figure(client, 'deliveries_due_oldest_seconds{channel="mail"}') < 3700
    assert figure(client, 'deliveries_due{channel="push"}') == 0
    Game.objects.update(broken_at=now)
    assert figure(client, "games_broken") == 1
    assert figure(client, "seats_overdue") == 0, "it stands still"


def test_games_that_newer_rules_have_moved_are_counted(client: Client, duel: Position) -> None:
    assert figure(client, "games_newer_than_rules") == 0
    Game.objects.update(rules_version=duel.type.version + 1)
    assert figure(client, "games_newer_than_rules") == 1
    Game.objects.update(status=Game.Status.FINISHED)
    assert figure(client, "games_newer_than_rules") == 0


@pytest.mark.slow
def test_what_all_processes_have_counted(
    client: Client, anna: User, django_capture_on_commit_callbacks: Any
) -> None:
    redis.Redis.from_url(settings.REDIS_URL).delete(figures.HASH)
    client.post("/accounts/login/", {"login": "anna", "password": "wrong"})
    assert figure(client, "sign_ins_refused_total") == 1
    task_prerun.send(sender=None, task_id="1", task=tasks.beat)
    task_failure.send(sender=tasks.beat)
    task_postrun.send(sender=None, task_id="1", task=tasks.beat)
    beat = '{task="boardgames.tasks.beat"}'
    assert figure(client, f"tasks_total{beat}") == figure(client, f"task_failures_total{beat}") == 1
    assert 0 < figure(client, f"task_seconds_total{beat}") < 60
    writing.moderated([anna.pk], None, "Be kind.", timezone.now())
    planning.plan_due()
    with django_capture_on_commit_callbacks(execute=True):
        delivery.deliver_due(Channel.MAIL)
    assert figure(client, 'deliveries_total{channel="mail",outcome="sent"}') == 1
    assert figure(client, 'tasks_waiting{queue="mail"}') >= 0
    runs = f'{{rules="{registry.build()}",version="{settings.VERSION}"}}'
    assert figure(client, f"boardgames_info{runs}") == 1


def test_how_long_tasks_wait_in_their_queue(client: Client, db: None) -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.delete("push")
        assert figure(client, 'tasks_waiting_oldest_seconds{queue="push"}') == 0
        assert best_effort.wake("notifications.tasks.deliver", "push", "push", expires=60)
        queued = json.loads(broker.lindex("push", -1))
        queued["headers"]["queued_at"] -= 3600
        broker.lset("push", -1, json.dumps(queued))
        assert best_effort.wake("notifications.tasks.deliver", "push", "push", expires=60)
        assert figure(client, 'tasks_waiting{queue="push"}') == 2
        assert 3600 <= figure(client, 'tasks_waiting_oldest_seconds{queue="push"}') < 3700
        broker.rpush("push", json.dumps({"headers": {}}))  # an older release queued it
        assert figure(client, 'tasks_waiting_oldest_seconds{queue="push"}') == 0
        broker.delete("push")


def test_bots_are_timed(client: Client, lanterns: None, anna: User) -> None:
    redis.Redis.from_url(settings.REDIS_URL).delete(figures.HASH)
    open_games.create(anna.pk, "lanterns", 2, bots=1)
    assert play_bots() == 1
    text = client.get("/metrics").content.decode()
    timed = re.search(r'bot_seconds_total\{bot="\w+",game="lanterns"\} (\S+)', text)
    assert timed
    assert float(timed[1]) > 0  # a quick bot's time reads 9.1e-05


def test_open_sockets_are_counted(client: Client, db: None) -> None:
    seen: list[float] = []

    async def socket(*asked: object) -> None:
        seen.append(SOCKETS._value.get())

    before = SOCKETS._value.get()

    async def opened() -> None:
        await counting(socket)()

    asyncio.run(opened())
    assert seen == [before + 1]
    assert SOCKETS._value.get() == before


def test_figures_are_there_while_database_and_redis_are_away(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr("boardgames.http.metrics.asked", [away])
    monkeypatch.setattr(best_effort, "_shut_until", math.inf)
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert "http_request_seconds_count" in answer.content.decode()
    assert "tasks_total" not in answer.content.decode()
