"""A process that ends our children when we die, for systems whose kernel does not (macOS).

Its standard input says which processes to end, and how. The end of that input tells it that we
died, however that happened.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import IO

PATIENCE = 15.0


class Watcher:
    """Our side of it: started when first needed."""

    def __init__(self) -> None:
        self._input: IO[str] | None = None

    def add(self, pid: int, ending: signal.Signals) -> None:
        self._tell(f"{pid} {int(ending)}")

    def remove(self, pid: int) -> None:
        self._tell(f"{pid} 0")

    def _tell(self, line: str) -> None:
        if self._input is None:
            self._input = subprocess.Popen(
                [sys.executable, "-m", "boardgames.supervisor.watcher"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                text=True,
            ).stdin
        if self._input:
            self._input.write(f"{line}\n")
            self._input.flush()


def watch() -> None:
    """The watching process: read until the input ends, then end the remaining processes."""
    endings: dict[int, int] = {}
    for line in sys.stdin:
        pid, ending = map(int, line.split())
        if ending:
            endings[pid] = ending
        else:
            endings.pop(pid, None)
    for pid, ending in endings.items():
        with suppress(
            ProcessLookupError, PermissionError
        ):  # it has ended, and another process has its number
            os.kill(pid, ending)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and any(map(_lives, endings)):
        time.sleep(0.1)
    for pid in endings:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


if __name__ == "__main__":
    watch()
