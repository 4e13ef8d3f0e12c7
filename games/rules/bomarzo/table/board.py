"""What Bomarzo's templates need beyond the view: words, cards, calls, figures."""

from __future__ import annotations

import msgspec

from ...engine import Json
from ..reconstructed import CARDS, SPOTS, TRACKS, VILLAGE, Card
from ..tables import CATEGORIES, DEITIES, HARVEST, PLACES, TEMPLE_POINTS, TRACK_END
from . import names
from .calls import Lot, call, lot


class Words:
    """Names by group, to be translated: one value, as they never change."""

    deities = names.DEITIES
    favours = names.FAVOURS
    categories = names.CATEGORIES
    areas = names.AREAS
    tracks = names.TRACKS
    goods = names.ONE
    workers = names.WORKERS
    symbols = names.SYMBOLS
    temples = names.TEMPLES
    extras = names.EXTRAS
    abilities = names.ABILITIES
    tiles = names.TILES
    tile_texts = names.TILE_TEXTS


class Face(msgspec.Struct, frozen=True, eq=False):
    """A card as it is printed: one value, so that macros keep what they draw of it."""

    id: str
    name: str
    upgraded: str
    symbols: tuple[str, ...]
    temple: str
    worship: int
    extra: str
    #: Its steps on either side, of the tracks on which it has some.
    first: Lot
    second: Lot


def _face(card: Card) -> Face:
    printed = card._asdict()
    first = lot(dict(zip(TRACKS, printed.pop("first_steps"), strict=True)))
    second = lot(dict(zip(TRACKS, printed.pop("second_steps"), strict=True)))
    return Face(**printed, first=first, second=second)


FACES = {card.id: _face(card) for card in CARDS.values()}


def board(view: Json) -> Json:
    """``words``: names by group, to be translated; ``cards``: {id: face}; ``calls``: what calling
    each deity takes and leaves, for the viewer; ``first``: the seat whose village lies on the
    board, the viewer's own or the start player's; printed figures."""
    return {
        "words": Words,
        "cards": FACES,
        "calls": {name: call(view, name, view["me"]) for name in DEITIES},
        "first": view["start"] if view["me"] is None else view["me"],
        "categories": CATEGORIES,
        "harvest": HARVEST,
        "places": PLACES,
        "spots": SPOTS,
        "tracks": TRACKS,
        "track_end": TRACK_END,
        "temple_points": TEMPLE_POINTS,
        "village": VILLAGE,
    }
