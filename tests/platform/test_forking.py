"""What a worker's processes share, and what it costs to have them wait."""

import signal
import time
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest
from django.utils import timezone

from accounts.models import User
from boardgames.celery import app
from boardgames.supervisor import children
from boardgames.supervisor.home import Home
from boardgames.supervisor.parts import TASK_WORKERS
from boardgames.supervisor.valkey import Valkey
from games.lobby import open_games
from notifications.models import Delivery, Notification
from tests.notifications.test_workers import broker  # noqa: F401
from tests.workers import BEAT, WHOLE_WORKER, celery, until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: What a worker that has worked may hold, in MB, as docs/performance.md says.
DECLARED = 400
OURS = ("accounts", "boardgames", "community", "games", "notifications", "django", "PIL", "celery")


def told(folder: Path) -> dict[str, set[str]]:
    """The modules that were there after a task and not before the fork, by task."""
    found: dict[str, set[str]] = {}
    for file in folder.iterdir():
        for line in file.read_text().splitlines():
            task, *modules = line.split()
            found.setdefault(task, set()).update(modules)
    return found


def processes(worker: int) -> list[psutil.Process]:
    """Its own and those that it has forked."""
    return [psutil.Process(worker), *psutil.Process(worker).children()]


def test_what_tasks_need_is_loaded_before_the_fork(anna: User, ben: User, tmp_path: Path) -> None:
    """Tables, addresses, what draws and what sends; and no page's address of the API."""
    open_games.join_game(open_games.create(anna.pk, "imhotep", 2).game.pk, ben.pk)
    Notification.objects.update(due_at=timezone.now())
    ticks = [tick for name, tick in app.conf.beat_schedule.items() if name != "samples"]
    ours = {tick["task"] for tick in ticks if tick["options"]["queue"] != "thinking"}
    telling = {"application": "tests.platform.telling_celery", "TOLD": str(tmp_path)}
    telling["MAILS"] = str(tmp_path.with_name("mails"))
    with celery(*WHOLE_WORKER, **telling) as worker, celery(*BEAT):
        until(lambda: ours <= told(tmp_path).keys(), 90)
        until(Delivery.objects.filter(channel="mail", state="sent").exists, 60)
        assert len(processes(worker.pid)) == 1 + TASK_WORKERS
        held = sum(process.memory_full_info().pss for process in processes(worker.pid))
    assert held < DECLARED * 1_000_000
    late = {name for modules in told(tmp_path).values() for name in modules}
    assert {name for name in late if name.split(".")[0] in OURS} == set()


def test_all_processes_work_at_once_also_when_the_broker_was_away(
    broker: tuple[Home, Valkey],  # noqa: F811
    tmp_path: Path,
) -> None:
    home, valkey = broker
    url = home.redis_url.replace("unix://", "redis+socket://")
    folder = tmp_path / "told"
    folder.mkdir()
    telling = {"application": "tests.platform.telling_celery", "TOLD": str(folder)}

    def lines(word: str) -> int:
        written = [line for file in folder.iterdir() for line in file.read_text().splitlines()]
        return sum(line.split()[0] == word for line in written)

    with ExitStack() as stack:
        log = stack.enter_context((home.folder / "valkey.log").open("wb"))
        process = valkey.start(log)
        stack.callback(lambda: children.end_child(process, signal.SIGKILL, patience=5))
        valkey.wait(process)
        worker = stack.enter_context(celery(*WHOLE_WORKER, **telling, REDIS_URL=home.redis_url))
        for turn in (1, 2):
            end = tmp_path / f"end-{turn}"
            with app.connection_for_write(url) as connection:
                for _process in range(TASK_WORKERS):
                    app.send_task("hang", [str(end)], queue="mail", connection=connection)
            until(lambda: lines("hangs") == turn * TASK_WORKERS, 60)  # noqa: B023  at once
            assert lines("hang") == (turn - 1) * TASK_WORKERS, "none has ended before"
            end.touch()
            until(lambda: lines("hang") == turn * TASK_WORKERS, 60)  # noqa: B023  at once
            children.end_child(process, signal.SIGKILL, patience=5)
            time.sleep(2)
            process = valkey.start(log)
            valkey.wait(process)
        assert worker.poll() is None
