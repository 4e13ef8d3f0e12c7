"""What a worker loads before it forks, so that its processes share the memory.

Memory stays shared as long as nobody writes to it. What a process loads by itself, at its first
task, it holds alone.
"""

import gc
import os
from contextlib import suppress
from typing import Any

from billiard.util import get_pdeathsig
from celery.signals import worker_init
from django.db import DatabaseError, connection
from django.urls import reverse

from boardgames import preload
from boardgames.celery.beat import waited_for


def connect() -> None:
    """Load before forking; called at the start of each process."""
    worker_init.connect(_load, weak=False)


def _load(sender: Any, **signal: Any) -> None:
    """Load everything before forking, and freeze it: garbage collection writes to all that it
    scans."""
    preload.load()
    # these have no links to pages; loading links reads all addresses
    if not sender.hostname.startswith("thinking@"):
        reverse("start")  # reads all addresses
    with suppress(OSError):
        # each asks for a signal when its parent dies, for which cffi learns to read C
        get_pdeathsig()
    with suppress(DatabaseError):
        waited_for()  # the database's driver, and the code that builds statements
    connection.close()
    gc.collect()
    os.register_at_fork(before=gc.freeze)
