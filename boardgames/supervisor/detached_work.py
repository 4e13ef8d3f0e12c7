"""Work that neither a lost terminal nor the end of whoever asked for it stops half way."""

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

#: For the programs that killed work has started to end by themselves.
PATIENCE = 10.0
#: So often work that was killed is finished by another process.
TRIES = 3
_SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


class Asked(CannotStart):
    """SIGINT or SIGTERM came."""


class Asking:
    """Whether somebody has asked this process to end; raises Asked at once where that is safe. A
    lost terminal is no such wish."""

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
    """Its exit code. The work is done in a process of a session of its own, whose lines go to
    ``log`` and from there to us: when we are killed or lose the terminal it goes on; SIGINT and
    SIGTERM are passed on. When it is killed itself, ``finish`` is done in the same way."""
    log.unlink(missing_ok=True)
    code = _watched(work, log)
    tries = 0
    while code < 0 and tries < TRIES:
        tries += 1
        print_line("This was killed half way. It is being finished now.")
        code = _watched(finish, log)
    return code if code >= 0 else 1


def _watched(work: Callable[[], int], log: Path) -> int:
    """Its exit code, or less than 0 where it was killed."""
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
    """In the child, which never returns."""
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
    """Signals go to those who are put into the list, but for a lost terminal, which they need
    not."""
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
    """What killed work had started: it is asked to end, then killed, so that nobody else is at
    the same things."""
    until = time.monotonic() + PATIENCE
    with suppress(ProcessLookupError):
        os.killpg(session, signal.SIGTERM)
        while time.monotonic() < until:
            os.killpg(session, 0)
            time.sleep(0.1)
        os.killpg(session, signal.SIGKILL)
