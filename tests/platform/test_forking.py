"""What a worker's processes share, and what it costs to have them wait."""

from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import User
from boardgames.supervisor.parts import TASK_WORKERS
from games.lobby import open_games
from notifications.models import Delivery, Notification
from tests.games.hurried_celery import app
from tests.workers import BEAT, QUEUES, celery, until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WHOLE_WORKER = ("worker", "--queues", QUEUES, "--concurrency", str(TASK_WORKERS))
OURS = ("accounts", "boardgames", "community", "games", "notifications", "django", "PIL", "celery")


def told(folder: Path) -> dict[str, set[str]]:
    """The modules that were there after a task and not before the fork, by task."""
    found: dict[str, set[str]] = {}
    for file in folder.iterdir():
        for line in file.read_text().splitlines():
            task, *modules = line.split()
            found.setdefault(task, set()).update(modules)
    return found


def test_what_tasks_need_is_loaded_before_the_fork(anna: User, ben: User, tmp_path: Path) -> None:
    """Tables, addresses, what draws and what sends; and no page's address of the API."""
    open_games.join(open_games.create(anna.pk, "imhotep", 2).game.pk, ben.pk)
    Notification.objects.update(due_at=timezone.now())
    ticks = app.conf.beat_schedule.values()
    ours = {tick["task"] for tick in ticks if tick["options"]["queue"] != "thinking"}
    telling = {"application": "tests.platform.telling_celery", "TOLD": str(tmp_path)}
    with celery(*WHOLE_WORKER, **telling), celery(*BEAT):
        until(lambda: ours <= told(tmp_path).keys(), 90)
        until(Delivery.objects.filter(channel="mail", state="sent").exists, 60)
    late = {name for modules in told(tmp_path).values() for name in modules}
    assert {name for name in late if name.split(".")[0] in OURS} == set()
