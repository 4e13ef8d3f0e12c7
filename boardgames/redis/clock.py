"""One clock for what machines compare with each other: Valkey's, by which their messages go.

A machine's own clock may be wrong by seconds; what was queued at one and expires at another must
not depend on that.
"""

import time

import structlog

from boardgames.redis import best_effort

log = structlog.get_logger(__name__)

#: Seconds until the two clocks are compared again.
LOOK_EVERY = 30.0
#: A comparison that took more seconds says nothing.
SURE = 0.5
#: A clock that is wrong by more seconds is named in the log.
WRONG = 2.0

_next_look, _ahead = 0.0, 0.0


def _machine() -> float:
    return time.time()


def now() -> float:
    """Seconds since 1970 by the clock that all share; by our own as long as nobody knows it."""
    return _machine() - ahead()


def ahead() -> float:
    """By how many seconds this machine's clock is ahead of it, as last compared."""
    global _next_look, _ahead
    if time.monotonic() >= _next_look:
        _next_look = time.monotonic() + LOOK_EVERY
        before = _machine()
        theirs = best_effort.clock()
        after = _machine()
        if theirs is not None and after - before < SURE:  # else the answer has lain here for long
            _ahead = (before + after) / 2 - theirs
            if abs(_ahead) > WRONG:
                log.warning("this machine's clock is wrong", ahead=round(_ahead, 1))
    return _ahead
