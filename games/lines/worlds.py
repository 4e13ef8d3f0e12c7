"""The world in which a line is played: never the true one."""

from __future__ import annotations

import random
from typing import Any

from games.rules import engine


def deal_world(base: engine.Game[Any], seat: int | None, seed: bytes) -> engine.Game[Any]:
    """A game that ``seat`` cannot tell from ``base``, dealt by ``seed``.

    Equal seeds give equal bytes for all games that the seat cannot tell apart, so nothing that is
    tried in it tells anything about the true one. A turn that waits to be confirmed is confirmed.

    Without a seat it is the game as it was, with chance of its own: only for games that are over.
    """
    rng = random.Random(seed)  # noqa: S311  the seed is from secrets, and nothing true is in it
    if seat is None:
        world = base.copy()
        world.state.seed = rng.randbytes(32)
    else:
        world = base.resample(seat, rng)
    world.renumber()
    if seat is None:
        world.begin_epoch(1)
    if world.state.held is not None:
        world.confirm(world.state.held)
    return world
