"""Our hurried Celery, whose processes write into the folder `TOLD` which tasks they have done and
which modules they have loaded since they were forked; with a task that hangs."""

import os
import sys
import time
from pathlib import Path
from typing import Any

from celery.signals import task_postrun, worker_process_init

from tests.games.hurried_celery import app

shared: set[str] = set()


@worker_process_init.connect
def note(**signal: Any) -> None:
    shared.update(sys.modules)


@task_postrun.connect
def tell(task: Any, **signal: Any) -> None:
    own = sorted(set(sys.modules) - shared)
    with Path(os.environ["TOLD"], str(os.getpid())).open("a") as file:
        file.write(f"{' '.join([task.name, *own])}\n")


@app.task(name="hang")
def hang(end: str) -> None:
    """As for a mail server, until there is a file of this name."""
    with Path(os.environ["TOLD"], str(os.getpid())).open("a") as file:
        file.write("hangs\n")
    while not Path(end).exists():
        time.sleep(0.05)


__all__ = ["app"]
