"""A hurried worker whose process dies, as hard as can be, when a plan's answer is written and not
stored; only once, which the file named by `DIED` says."""

import os
import signal
from pathlib import Path
from typing import Any

from celery.signals import worker_process_init

from tests.games.hurried_celery import app

__all__ = ["app"]


@worker_process_init.connect
def die_once(**_signal: object) -> None:
    from games.storage import statements  # the settings must be there

    stored = statements.append
    died = Path(os.environ["DIED"])

    def append(move: Any) -> None:
        stored(move)
        if move.kind == "light_lantern" and not died.exists():
            died.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    vars(statements)["append"] = append
