"""Rating pools: each type has one for games of days and one for live games.

Ratings store a pool's name as ``type``. A game counts in the pool of the clock that it started
with.
"""

from __future__ import annotations

from games.clocks import kinds
from games.models import Game

#: The suffix after a game type's name.
LIVE = "/live"


def find_pool(game: Game) -> str:
    """The pool in which a game counts, or would."""
    live = kinds.get_clock(game).live if game.started_at is None else game.live_clock is not None
    return pool(game.type, live=live)


def pool(type_: str, *, live: bool) -> str:
    return f"{type_}{LIVE}" if live else type_


def both(type_: str) -> tuple[str, str]:
    """The pool for days, and the pool for live games."""
    return type_, pool(type_, live=True)


def is_live(name: str) -> bool:
    return name.endswith(LIVE)


def type_of(name: str) -> str:
    return name.removesuffix(LIVE)
