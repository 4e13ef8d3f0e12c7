"""A clock for times that machines compare with each other: Valkey's.

A machine's own clock may be wrong by seconds. The expiry of a message that one machine queues and
another reads must not depend on that.
"""

import time

import structlog

from boardgames.redis import best_effort

log = structlog.get_logger(__name__)

#: Seconds between two comparisons of the clocks.
LOOK_EVERY = 30.0
#: A comparison that took longer (in seconds) is discarded.
SURE = 0.5
#: A clock that differs by more seconds is logged.
WRONG = 2.0

_next_look, _ahead = 0.0, 0.0


def _machine() -> float:
    return time.time()


def now() -> float:
    """Seconds since 1970 by the shared clock; by our own as long as Redis has not answered."""
    return _machine() - ahead()


def ahead() -> float:
    """By how many seconds this machine's clock is ahead of the shared one, as last compared."""
    global _next_look, _ahead
    if time.monotonic() >= _next_look:
        _next_look = time.monotonic() + LOOK_EVERY
        before = _machine()
        theirs = best_effort.clock()
        after = _machine()
        # otherwise the answer may have waited here for long
        if theirs is not None and after - before < SURE:
            _ahead = (before + after) / 2 - theirs
            if abs(_ahead) > WRONG:
                log.warning("this machine's clock is wrong", ahead=round(_ahead, 1))
    return _ahead
