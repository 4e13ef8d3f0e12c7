"""What a worker loads before it forks its processes, which share it as long as nobody writes there.

Whatever one of them loads by itself, at its first task, it has for itself.
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
    """At the start of each process."""
    worker_init.connect(_load, weak=False)


def _load(sender: Any, **signal: Any) -> None:
    """Load everything before forking, and freeze it: garbage collection writes to what it scans."""
    preload.load()
    if not sender.hostname.startswith("thinking@"):  # these link to nothing
        reverse("start")  # reads all addresses
    with suppress(OSError):
        get_pdeathsig()  # each asks for a signal when we die, for which cffi learns to read C
    with suppress(DatabaseError):
        waited_for()  # the database's driver, and what makes statements
    connection.close()
    gc.collect()
    os.register_at_fork(before=gc.freeze)
