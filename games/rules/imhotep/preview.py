"""What a site would score if stones were unloaded there now, as things stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from .sites import Site, board
from .state import Imhotep


class Preview(NamedTuple):
    """By seat: what it scores ``at_once``, least and most, as it may choose where its stones go;
    and by how much changes what the site pays ``later``, when the round or the game ends."""

    at_once: list[tuple[int, int]]
    later: list[int]


def unloading(state: Imhotep, name: str, stones: Sequence[int]) -> Preview:
    """What a site other than the market scores for these stones, which arrive in this order."""
    site = board(state, name)
    ways = [state]
    for stone in stones:
        ways = [_put(site, way, stone, place) for way in ways for place in site.places(way)]
    gained = [
        [now[name] - before[name] for now, before in zip(way.scored, state.scored, strict=True)]
        for way in ways
    ]
    # Owners choose only where everything is scored at once, so each way gives the same result.
    later = zip(site.pending_points(ways[0]), site.pending_points(state), strict=True)
    return Preview(
        [(min(points), max(points)) for points in zip(*gained, strict=True)],
        [after - before for after, before in later],
    )


def _put(site: Site, state: Imhotep, stone: int, place: int) -> Imhotep:
    """The position after a stone has come to a place of a site."""
    after = msgspec.structs.replace(
        state,
        placed={**state.placed, site.name: [*state.placed[site.name]]},
        scored=[{**scored} for scored in state.scored],
        fields=[*state.fields],
    )
    site.put(after, stone, place)
    return after
