"""A site whose process dies, as hard as can be, when it is about to tell of a stored change."""

import os
import signal

from tests.games.lanterns_site import application  # isort: split

from boardgames.redis import best_effort

__all__ = ["application"]


def die(*messages: bytes) -> bool:
    os.kill(os.getpid(), signal.SIGKILL)
    return False


best_effort.publish = die
