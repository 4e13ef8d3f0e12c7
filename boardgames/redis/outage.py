"""Logs one line when something goes away and one when it returns, however many tries fail."""

import time

import structlog

log = structlog.get_logger(__name__)


class Outage:
    """The outage of one thing, as this process experiences it."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._since: float | None = None

    def goes_on(self, error: object) -> None:
        """Record a failed try."""
        if self._since is None:
            self._since = time.monotonic()
            log.warning(f"{self._what} away", error=" ".join(str(error).split()))

    def is_over(self) -> None:
        """Record a successful try."""
        if self._since is not None:
            log.warning(f"{self._what} back", seconds=round(time.monotonic() - self._since, 1))
            self._since = None
