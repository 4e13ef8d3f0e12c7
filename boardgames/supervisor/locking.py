"""The lock on the data folder: one process at a time holds it."""

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home


class Holder(NamedTuple):
    """``what``: the service's address, or what else is being done."""

    pid: int
    what: str


def held(home: Home, what: str) -> IO[str]:
    """Hold the lock as long as we live; the kernel releases it when we die."""
    lock = home.lock.open("a+")
    if not _taken(lock):
        who = _holder(lock)
        lock.close()
        known = f"process {who.pid}, {who.what}" if who else "another process"
        raise CannotStart(
            f"The service already runs on {home.folder} ({known}): use that one or end it."
        )
    lock.truncate(0)
    lock.write(f"process {os.getpid()}, {what}")
    lock.flush()
    return lock


@contextmanager
def environment() -> Iterator[None]:
    """Keep `script/install.py` from rebuilding the environment that we run from."""
    if sys.prefix == sys.base_prefix:
        yield
        return
    with (Path(sys.prefix) / "in-use.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield


def _taken(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(lock: IO[str]) -> Holder | None:
    lock.seek(0)
    process, _comma, what = lock.read().partition(", ")
    return Holder(int(process.split()[1]), what) if what else None
