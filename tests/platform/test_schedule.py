"""What beat sends: known tasks, into queues that the worker serves, gone before they pile up."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError
from django.db.models import F
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import Letter, User
from boardgames.celery import QUEUES, app
from boardgames.celery.beat import OneBeat, waited_for
from boardgames.celery.broker import Consumer
from boardgames.celery.schedule import ONLY_IF, WAITS
from games.models import Analysis, Game, Seat
from notifications.models import Channel, Delivery, Notification
from tests.games.test_ready_check import full

ENTRIES = app.conf.beat_schedule


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_names_a_task_and_a_queue(name: str) -> None:
    app.loader.import_default_modules()
    entry = ENTRIES[name]
    assert entry["task"] in app.tasks
    assert entry["options"]["queue"] in QUEUES
    assert entry["options"]["expires"] <= max(entry["schedule"], WAITS)


def test_a_worker_serves_every_queue() -> None:
    assert set(app.amqp.queues) == set(QUEUES)


def test_a_lost_task_is_done_again_and_none_runs_for_ever() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_time_limit <= 120
    assert app.conf.accept_content == ["json"]


def test_a_task_of_another_release_is_passed_over_and_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """While one takes the place of another, its beat may ask for what the worker has not."""
    rejected: list[Any] = []
    message = SimpleNamespace(
        headers={"id": "1", "task": "games.tasks.of_another"},
        properties={},
        delivery_info={},
        body=b"",
        content_type="",
        content_encoding="",
        reject_log_error=lambda *given: rejected.append(given),
    )
    worker: Any = SimpleNamespace(app=app, connection_errors=(), event_dispatcher=None)
    Consumer.on_unknown_task(worker, b"", message, KeyError("games.tasks.of_another"))
    assert len(rejected) == 1
    (record,) = caplog.records
    assert "games.tasks.of_another" in record.getMessage()
    assert (record.levelname, record.exc_info) == ("WARNING", None)


class TestTheQuickestTick:
    """It is sent where a live game is due, and now and then all the same."""

    @pytest.fixture
    def sent(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        """By seconds: the first is at 1000."""
        found: list[float] = []
        clock = [1000.0]
        monkeypatch.setattr("boardgames.celery.beat.time.monotonic", lambda: clock[0])
        self.clock = clock
        self.beat = OneBeat(app, lazy=True)
        monkeypatch.setattr(self.beat, "apply_async", lambda *_a, **_k: found.append(clock[0]))
        return found

    def tick(self, seconds: int) -> None:
        entry: Any = SimpleNamespace(name="live games")
        for _second in range(seconds):
            self.beat.apply_entry(entry)
            self.clock[0] += 1

    @pytest.mark.django_db
    def test_while_nothing_is_due_it_goes_out_each_five_seconds(self, sent: list[float]) -> None:
        self.tick(12)
        assert sent == [1000, 1005, 1010]

    @pytest.mark.django_db
    def test_it_goes_out_each_second_while_a_ready_check_or_a_seat_is_due(
        self, sent: list[float], lanterns: None, anna: User, ben: User
    ) -> None:
        game_id = full(anna, ben)
        self.tick(3)
        assert sent == [1000]
        Game.objects.filter(pk=game_id).update(ready_by=timezone.now())
        self.tick(3)
        assert sent == [1000, 1003, 1004, 1005]
        late = timezone.now() - timedelta(seconds=1)
        Game.objects.filter(pk=game_id).update(ready_by=None, status=Game.Status.RUNNING)
        Seat.objects.filter(game=game_id, index=0).update(live=True, to_move=True, deadline=late)
        self.tick(2)
        assert sent[4:] == [1006, 1007]

    @pytest.mark.django_db
    def test_each_row_that_is_due_is_waited_for_by_its_own_tick(
        self, lanterns: None, anna: User, ben: User
    ) -> None:
        game = Game.objects.get(pk=full(anna, ben))
        Notification.objects.update(state=Notification.State.SKIPPED)
        Game.objects.update(published_version=F("version"))
        Delivery.objects.all().delete()
        Letter.objects.all().delete()
        assert waited_for() == set()
        due, later = timezone.now(), timezone.now() + timedelta(hours=1)
        Letter.objects.create(user=ben, address=ben.email, subject="x", text="x", due_at=due)
        assert waited_for() == {"letters"}
        notification = Notification.objects.order_by("pk")[0]
        for channel in Channel.values:
            Delivery.objects.create(
                notification=notification, user=notification.user, channel=channel, due_at=due
            )
        assert waited_for() == {"letters", "mail", "push", "webhooks"}
        Letter.objects.update(due_at=later)
        Delivery.objects.update(due_at=later)
        Notification.objects.filter(pk=notification.pk).update(state="queued", due_at=due)
        assert waited_for() == {"telling"}
        Notification.objects.update(due_at=later)
        Analysis.objects.create(game=game, user=anna, seat=0)
        assert waited_for() == {"analyses"}
        Analysis.objects.update(until=later)
        Game.objects.filter(pk=game.pk).update(
            version=F("version") + 1, status=Game.Status.RUNNING, ready_by=None
        )
        Seat.objects.filter(game=game, index=0).update(bot="random", to_move=True)
        assert waited_for() == {"news", "bots"}

    def test_where_the_database_cannot_be_asked_it_goes_out(
        self, sent: list[float], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail() -> set[str]:
            raise OperationalError("gone")

        monkeypatch.setattr("boardgames.celery.beat.waited_for", fail)
        self.tick(3)
        assert sent == [1000, 1001, 1002]

    def test_only_known_entries_ask(self) -> None:
        assert set(ONLY_IF) <= set(ENTRIES)
        assert all(callable(import_string(rows)) for rows, _longest in ONLY_IF.values())

    @pytest.mark.django_db
    def test_all_that_is_waited_for_is_asked_in_one_statement(
        self, sent: list[float], django_assert_num_queries: Any
    ) -> None:
        self.beat.apply_entry(SimpleNamespace(name="live games"))
        self.clock[0] += 3
        with django_assert_num_queries(1):
            for name in ONLY_IF:
                self.beat.apply_entry(SimpleNamespace(name=name))
        # Each goes out once without being waited for, at the beginning.
        assert sent == [1000, *[1003] * (len(ONLY_IF) - 1)]
        self.clock[0] += 1
        with django_assert_num_queries(1):
            for name in ONLY_IF:
                self.beat.apply_entry(SimpleNamespace(name=name))
        assert len(sent) == len(ONLY_IF)
