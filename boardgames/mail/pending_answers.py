"""Answers that a process waits for beside its work, so that no sender is held up by a server that
is slow to answer."""

import threading
import time
from collections.abc import Callable

import structlog
from django.db import connections

log = structlog.get_logger(__name__)

#: So many answers a process waits for at the same time; each holds a connection to the server.
MOST = 4


class Unanswered(Exception):
    """A message is out, and the other side has not said yet whether it takes it."""

    def __init__(self, wait: Callable[[], None]) -> None:
        super().__init__("no answer yet")
        self.wait = wait
        """Returns when it is taken; raises what is said against it, or ``NeverAnswered``."""


class NeverAnswered(Exception):
    """Nobody knows whether the other side has taken a message."""


class Awaited:
    """The answers that one kind of sender of this process waits for, each in a thread.

    A process that ends waits no longer, so whoever adds an answer has noted before what is to be
    done if it never comes.
    """

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []

    def add(self, settle: Callable[[], None]) -> None:
        """``settle`` waits for an answer and notes it."""

        def answered() -> None:
            try:
                settle()
            except Exception as error:
                log.error("answer not noted", exc_info=error)
            finally:
                connections.close_all()  # this thread's own

        thread = threading.Thread(target=answered, name="mail answer", daemon=True)
        self._threads.append(thread)
        thread.start()

    def is_full(self) -> bool:
        """Whether no further answer may be waited for."""
        return self._left() >= MOST

    def pause(self, seconds: float = 1.0) -> bool:
        """Wait until there is one answer less, or so long; False where none is waited for."""
        many, end = self._left(), time.monotonic() + seconds
        while many and self._left() == many and time.monotonic() < end:
            time.sleep(0.02)
        return many > 0

    def _left(self) -> int:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return len(self._threads)
