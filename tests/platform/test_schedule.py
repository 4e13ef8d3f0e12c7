"""What beat sends: known tasks, into queues that the worker serves, gone before they pile up."""

import pytest

from boardgames.celery import QUEUES, app

ENTRIES = app.conf.beat_schedule


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_names_a_task_and_a_queue(name: str) -> None:
    app.loader.import_default_modules()
    entry = ENTRIES[name]
    assert entry["task"] in app.tasks
    assert entry["options"]["queue"] in QUEUES
    assert entry["options"]["expires"] <= entry["schedule"]


def test_a_worker_serves_every_queue() -> None:
    assert set(app.amqp.queues) == set(QUEUES)


def test_a_lost_task_is_done_again_and_none_runs_for_ever() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_time_limit <= 120
    assert app.conf.accept_content == ["json"]
