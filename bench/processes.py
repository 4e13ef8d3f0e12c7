"""The processes of the service that is measured, any of which may end while somebody looks."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import psutil

T = TypeVar("T")


def below(parent: psutil.Process | None = None) -> list[psutil.Process]:
    """All that a process has started, and what those have; of ours where none is named."""
    try:
        return list((parent or psutil.Process()).children(recursive=True))
    except psutil.NoSuchProcess:
        return []


def seen(
    processes: Iterable[psutil.Process], look: Callable[[psutil.Process], T]
) -> dict[psutil.Process, T]:
    """What a look at each of them shows; without those that have ended."""
    shown = {}
    for process in processes:
        try:
            found = look(process)
            if process.status() != psutil.STATUS_ZOMBIE:  # of which nothing but its number is left
                shown[process] = found
        except psutil.Error:
            continue
    return shown
