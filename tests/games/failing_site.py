"""A site in which something of its sockets fails that should never fail; ``FAILS`` names it."""

import os
from collections.abc import Callable
from typing import Any

from boardgames.redis import messages
from tests.games.lanterns_site import application  # isort: split

from accounts.sessions import sockets
from games.live import consumers, presence, watching
from games.messages import counting

__all__ = ["application"]

PLACES = {
    "who may see the game": (watching, "watcher"),
    "who is there": (presence, "enter"),
    "what may be known": (watching.Watcher, "may_know"),
    "what the page says": (consumers, "_said"),
    "hearing": (consumers.GameConsumer, "heard"),
    "reading": (messages, "_readers"),
    "counting": (counting, "message"),
    "whose page it is": (sockets, "user_of"),
}


def fail(*_given: object) -> Any:
    raise ZeroDivisionError


class Failing(dict[bytes, Callable[[bytes], Any]]):
    def __getitem__(self, kind: bytes) -> Any:
        return fail()


what = os.environ["FAILS"]
if what == "reading":
    messages._readers = Failing()
elif what:
    setattr(*PLACES[what], fail)
