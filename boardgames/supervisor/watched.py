"""`python -m boardgames.supervisor.watched beat celery …`: runs a command and ends it when it
hangs.

For containers: their engine restarts a process that has ended, but not one that hangs. If several
instances of a part run, a heartbeat of any of them counts.
"""

import signal
import subprocess
import sys
import time
from types import FrameType

import psycopg

from boardgames.supervisor import alive
from boardgames.supervisor.heartbeat import LONGEST_SILENCE, LONGEST_START

LOOK_EVERY = 15.0


def main(name: str, *command: str) -> int:
    """Run the command to its end, passing our signals on; its exit code, or 1 if it hung."""
    process = subprocess.Popen(command)

    def pass_on(number: int, _frame: FrameType | None) -> None:
        process.send_signal(number)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, pass_on)
    watch = _Watch(name)
    while True:
        try:
            return process.wait(LOOK_EVERY)
        except subprocess.TimeoutExpired:
            if watch.hangs():
                print(f"{name} gives no sign of life, so it is ended.", file=sys.stderr)
                process.kill()
                process.wait()
                return 1


class _Watch:
    """When the part last gave a heartbeat."""

    def __init__(self, name: str) -> None:
        self.lives = alive.PARTS[name]
        self.begun = self.last_sign = time.monotonic()
        self.patience = LONGEST_START

    def hangs(self) -> bool:
        """Whether it has been silent for too long; a start may take longer than a pause.

        A heartbeat at the beginning may come from an earlier process, so it does not count.
        """
        now = time.monotonic()
        if now - self.begun > LONGEST_SILENCE and self._gave_a_sign():
            self.last_sign, self.patience = now, LONGEST_SILENCE
        return now - self.last_sign > self.patience

    def _gave_a_sign(self) -> bool:
        try:
            return self.lives()
        except psycopg.Error:  # nobody can write one while the database is away
            return True
        except OSError:
            return False


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
