"""Who keeps the data folder: one process at a time."""

import fcntl
import os
from typing import IO

from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home


def held(home: Home, who: str) -> IO[str]:
    """Held as long as we live, by us alone; the kernel lets go of it when we die."""
    lock = home.lock.open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().strip() or "another process"
        lock.close()
        raise CannotStart(
            f"The service already runs on {home.folder} ({holder}): use that one or end it."
        ) from None
    lock.truncate(0)
    lock.write(f"process {os.getpid()}, {who}")
    lock.flush()
    return lock
