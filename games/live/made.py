"""Positions that moves in this process have just led to: whoever is to be shown one of them need
not read it again.

A position is as it was read under the game's lock. What has changed since without a new version,
such as a pause, is told by itself: a socket that has heard of something else at the table since
then has the game read.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from games.storage.position import Position

#: For so many seconds, and of so many games.
LASTS, MOST = 2.0, 100

_made: OrderedDict[int, Position] = OrderedDict()
_alone = threading.Lock()


def keep(position: Position) -> None:
    """The newest position of its game, after the commit."""
    too_old = time.monotonic() - LASTS
    with _alone:
        _made[position.game.pk] = position
        _made.move_to_end(position.game.pk)
        while _made and (len(_made) > MOST or next(iter(_made.values())).asked_at < too_old):
            _made.popitem(last=False)


def made(game_id: int, version: int, since: float) -> Position | None:
    """The position of this version, if all of it was read after ``since`` (``time.monotonic()``)
    and not long ago."""
    position = _made.get(game_id)
    if position is None or position.version != version:
        return None
    return position if position.asked_at > max(since, time.monotonic() - LASTS) else None
