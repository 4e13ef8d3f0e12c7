"""A core of its own for each web process, on a machine that has as many cores as web processes.

Python lets one thread of a process run at a time. Left to itself the kernel moves the threads of a
process from core to core as they wake each other, and a core is without work for moments though
another one has too much. With two processes, each on one of two cores, pages make a fifth to two
fifths more moves a second. Where there are more cores the kernel has room, and is left alone.
"""

import os
from pathlib import Path

import structlog

log = structlog.get_logger(__name__)

_THREADS = Path("/proc/self/task")


def keep_to_one(number: int, processes: int) -> None:
    """Keep all threads of this process, the first of ``processes`` is 0, to one of the cores that
    it may use. Where there is not one for each, or the kernel cannot, nothing changes."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) != processes:
        return
    try:
        for thread in _THREADS.iterdir():
            os.sched_setaffinity(int(thread.name), {cores[number]})
    except OSError as error:
        log.warning("the process keeps all its cores", error=str(error))
