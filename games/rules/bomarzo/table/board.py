"""What Bomarzo's templates need beyond the view: words, cards, calls, figures."""

from __future__ import annotations

from typing import Any

from ...engine import Json
from ..reconstructed import CARDS, SPOTS, TRACKS, VILLAGE
from ..tables import CATEGORIES, DEITIES, HARVEST, PLACES, TEMPLE_POINTS, TRACK_END
from . import names
from .calls import call

WORDS: dict[str, dict[str, str]] = {
    "deities": names.DEITIES,
    "favours": names.FAVOURS,
    "categories": names.CATEGORIES,
    "areas": names.AREAS,
    "tracks": names.TRACKS,
    "goods": names.ONE,
    "workers": names.WORKERS,
    "symbols": names.SYMBOLS,
    "temples": names.TEMPLES,
    "extras": names.EXTRAS,
    "abilities": names.ABILITIES,
    "tiles": names.TILES,
    "tile_texts": names.TILE_TEXTS,
}
#: The cards as they are printed, with their steps by track.
FACES: dict[str, dict[str, Any]] = {
    card.id: {
        **card._asdict(),
        "first": dict(zip(TRACKS, card.first_steps, strict=True)),
        "second": dict(zip(TRACKS, card.second_steps, strict=True)),
    }
    for card in CARDS.values()
}


def board(view: Json) -> Json:
    """``words``: names by group, to be translated; ``cards``: {id: its two sides}; ``calls``: the
    offering calculator by deity, for the viewer; ``first``: the seat whose village comes first;
    ``others``: the other seats in turn order; printed figures."""
    seats = len(view["seats"])
    first = view["start"] if view["me"] is None else view["me"]
    return {
        "words": WORDS,
        "cards": FACES,
        "calls": {name: call(view, name, view["me"]) for name in DEITIES},
        "first": first,
        "others": [(first + i) % seats for i in range(1, seats)],
        "categories": CATEGORIES,
        "harvest": HARVEST,
        "places": PLACES,
        "spots": SPOTS,
        "tracks": TRACKS,
        "track_end": TRACK_END,
        "temple_points": TEMPLE_POINTS,
        "village": VILLAGE,
    }
