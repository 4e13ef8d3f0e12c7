"""One line when something goes away and one when it is back, however often it is tried between."""

import time

import structlog

log = structlog.get_logger(__name__)


class Outage:
    """Of one thing, as this process meets it."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._since: float | None = None

    def goes_on(self, error: object) -> None:
        """A try has failed."""
        if self._since is None:
            self._since = time.monotonic()
            log.warning(f"{self._what} away", error=" ".join(str(error).split()))

    def is_over(self) -> None:
        """A try has succeeded."""
        if self._since is not None:
            log.warning(f"{self._what} back", seconds=round(time.monotonic() - self._since, 1))
            self._since = None
