"""A site whose process dies, as hard as can be, when a plan's answer is written and not stored."""

import os
import signal
from typing import Any

from tests.games.lanterns_site import application  # isort: split

from games.storage import statements

__all__ = ["application"]

_append = statements.append


def append(move: Any) -> None:
    _append(move)
    if move.action == "choose" and move.kind != "lay_card":  # cards are laid by hand
        os.kill(os.getpid(), signal.SIGKILL)


vars(statements)["append"] = append
