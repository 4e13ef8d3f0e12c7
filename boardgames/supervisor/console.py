"""The children's output, line by line, each with the name of its part in front."""

import os
import selectors
import sys
from collections.abc import Callable

import psycopg
from django.core.exceptions import ImproperlyConfigured

from boardgames.supervisor.errors import CannotStart

WIDTH = 8


class Console:
    """Collects the output of many children in one thread (we fork, so we have no others)."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._rest: dict[int, bytes] = {}

    def open(self, name: str) -> int:
        """A descriptor that a child may write to; the caller closes it after starting the child."""
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        self._selector.register(reading, selectors.EVENT_READ, name)
        self._rest[reading] = b""
        return writing

    def pump(self, seconds: float) -> None:
        """Print what has arrived; wait up to `seconds` for output."""
        for key, _ in self._selector.select(seconds):
            self._read(key.fd, key.data)

    def _read(self, reading: int, name: str) -> None:
        try:
            data = os.read(reading, 65536)
        except BlockingIOError:
            return
        *lines, rest = (self._rest[reading] + data).split(b"\n")
        if not data:
            self._selector.unregister(reading)
            os.close(reading)
            del self._rest[reading]
            lines, rest = [*lines, rest], b""
        else:
            self._rest[reading] = rest
        for line in lines:
            if line.strip():
                print_line(f"{name:<{WIDTH}}| {line.decode(errors='replace')}")


def print_line(line: str) -> None:
    """Print a line at once. If our reader has gone (a closed terminal), nothing happens."""
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except OSError:
        # So that the interpreter does not fail again when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run_command(main: Callable[..., None]) -> int:
    """Run a command; an error that stops it becomes one line and exit 1."""
    try:
        main(*sys.argv[1:])
    except (CannotStart, ImproperlyConfigured, OSError) as error:
        print_line(f"Not done: {error}")
        return 1
    except psycopg.Error as error:
        print_line(f"Not done. The database says: {str(error).strip()}")
        return 1
    return 0
