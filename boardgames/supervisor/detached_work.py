"""Work that continues when the terminal is lost or the process that started it ends."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO

from boardgames.supervisor.console import print_line
from boardgames.supervisor.errors import CannotStart

#: Seconds for the programs that killed work had started to end by themselves.
PATIENCE = 10.0
#: How often another process resumes work that was killed.
TRIES = 3
_SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


class Asked(CannotStart):
    """SIGINT or SIGTERM came."""


class Asking:
    """Tells whether this process was asked to end; raises Asked at once where that is safe.

    A lost terminal is no such request.
    """

    def __init__(self) -> None:
        self._asked, self._at_once = False, True
        for number in _SIGNALS:
            signal.signal(number, self._note)

    def between_steps(self) -> None:
        """From now on only `look` raises."""
        self._at_once = False
        self.look()

    def look(self) -> None:
        if self._asked:
            raise Asked("somebody stopped it.")

    def ignore(self) -> None:
        self._at_once, self._asked = False, False

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._asked = self._asked or number != signal.SIGHUP
        if self._at_once:
            self.between_steps()


def carry_out(work: Callable[[], int], finish: Callable[[], int], log: Path) -> int:
    """Do the work in a process with a session of its own; return its exit code.

    1. The process writes its lines to ``log``, and we print them. It continues when we are killed
       or lose the terminal.
    2. We pass SIGINT and SIGTERM on.
    3. If it is killed itself, ``finish`` is done in the same way.
    """
    log.unlink(missing_ok=True)
    code = _watched(work, log)
    tries = 0
    while code < 0 and tries < TRIES:
        tries += 1
        print_line("This was killed half way. It is being finished now.")
        code = _watched(finish, log)
    return code if code >= 0 else 1


def _watched(work: Callable[[], int], log: Path) -> int:
    """The exit code of the work, or less than 0 if it was killed."""
    with log.open("ab") as written, log.open("rb") as lines, _passing_on() as passed:
        lines.seek(0, os.SEEK_END)
        child = os.fork()
        if not child:
            _do(work, written)
        passed.append(child)
        ended = status = 0
        while not ended:
            ended, status = os.waitpid(child, os.WNOHANG)
            for line in lines:
                print_line(line.decode(errors="replace").rstrip("\n"))
            time.sleep(0.1)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        _end_session(child)
    return code


def _do(work: Callable[[], int], written: IO[bytes]) -> None:
    """Do the work in the child; never returns."""
    code = 1
    try:
        os.setsid()
        for target in (sys.stdout, sys.stderr):
            os.dup2(written.fileno(), target.fileno())
        code = work()
    finally:
        sys.stdout.flush()
        os._exit(code)


@contextmanager
def _passing_on() -> Iterator[list[int]]:
    """Pass signals on to the processes that are put into the list.

    A lost terminal is not passed on: they do not depend on it.
    """
    children: list[int] = []

    def pass_on(number: int, _frame: FrameType | None) -> None:
        for child in children:
            if number != signal.SIGHUP:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGTERM)

    before = {number: signal.signal(number, pass_on) for number in _SIGNALS}
    try:
        yield children
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end_session(session: int) -> None:
    """Ask the programs that killed work had started to end, then kill them.

    Otherwise two would work on the same things.
    """
    until = time.monotonic() + PATIENCE
    with suppress(ProcessLookupError):
        os.killpg(session, signal.SIGTERM)
        while time.monotonic() < until:
            os.killpg(session, 0)
            time.sleep(0.1)
        os.killpg(session, signal.SIGKILL)
