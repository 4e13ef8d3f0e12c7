"""How many processes a worker has: few while they do, more as soon as tasks wait.

Each that has worked holds some 20 to 60 MB of its own.
"""

import time
from typing import Any

from celery.worker import autoscale

#: Seconds between two looks: so long at most a task waits until there is a process for it.
LOOK_EVERY = 1.0
#: Seconds for which those stay that were started last.
STAY = 30.0


class Autoscaler(autoscale.Autoscaler):
    """Celery's own, which looks now and then, and not at each task: a dozen ticks that come at once
    are done sooner than processes are started for them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "keepalive": LOOK_EVERY})
        self.grown = time.monotonic()

    def maybe_scale(self, req: Any = None) -> None:
        """``req`` is a task that has come."""
        if req is None:
            super().maybe_scale()

    def scale_up(self, n: int) -> None:
        self.grown = time.monotonic()
        super().scale_up(n)

    def scale_down(self, n: int) -> None:
        """Only while no task is anywhere in this worker: none is then cut off."""
        if not self.qty and time.monotonic() > self.grown + STAY:
            super().scale_down(n)
