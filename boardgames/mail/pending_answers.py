"""Waits for answers of servers in threads, so that a slow server does not hold up the sender."""

import threading
import time
from collections.abc import Callable

import structlog
from django.db import connections

log = structlog.get_logger(__name__)

#: A process waits for at most this many answers at once; each holds a connection.
MOST = 4


class Unanswered(Exception):
    """The message was sent, and the server has not said yet whether it accepts it."""

    def __init__(self, wait: Callable[[], None]) -> None:
        super().__init__("no answer yet")
        self.wait = wait
        """Returns when it is taken; raises what is said against it, or ``NeverAnswered``."""


class NeverAnswered(Exception):
    """It is unknown whether the server has accepted the message."""


class Awaited:
    """The answers that one kind of sender in this process waits for, each in a thread.

    A process that ends stops waiting. So callers first store what to do if no answer ever comes.
    """

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []

    def add(self, settle: Callable[[], None]) -> None:
        """Wait for an answer in a thread: ``settle`` waits and stores it."""

        def answered() -> None:
            try:
                settle()
            except Exception as error:
                log.error("answer not noted", exc_info=error)
            finally:
                connections.close_all()  # this thread's own connection

        thread = threading.Thread(target=answered, name="mail answer", daemon=True)
        self._threads.append(thread)
        thread.start()

    def is_full(self) -> bool:
        """Whether the limit of pending answers is reached."""
        return self._left() >= MOST

    def pause(self, seconds: float = 1.0) -> bool:
        """Wait for one of the answers, at most this many seconds; False if there are none."""
        many, end = self._left(), time.monotonic() + seconds
        while many and self._left() == many and time.monotonic() < end:
            time.sleep(0.02)
        return many > 0

    def _left(self) -> int:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return len(self._threads)
