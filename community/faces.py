"""Drawn faces: a piece in a colour, on a patterned background. Nobody uploads pictures."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from community.models import Profile

#: The parts of a face; the names are those in static/kit/faces.svg and static/css/faces.css.
PIECES = ("cube", "boat", "hut", "die", "fish", "mask", "pagoda", "hat", "shell")
COLOURS = ("red", "blue", "yellow", "green", "violet", "orange", "ivory", "slate")
PATTERNS = ("plain", "dots", "stripes", "waves", "checks", "rays")
GROUNDS = ("sand", "sea", "leaf", "rose", "lilac", "night")
_PARTS = (PIECES, COLOURS, PATTERNS, GROUNDS)


class Face(NamedTuple):
    piece: str
    colour: str
    pattern: str
    ground: str


def by_lot(number: int) -> Face:
    """The face of a person who has chosen none, derived from their user id."""
    drawn = sha256(f"face {number}".encode()).digest()
    return Face(*(part[lot % len(part)] for part, lot in zip(_PARTS, drawn, strict=False)))


def read_face(text: str) -> Face | None:
    """The face in its stored form; None if it is invalid."""
    names = text.split()
    known = len(names) == len(_PARTS) and all(
        name in part for name, part in zip(names, _PARTS, strict=True)
    )
    return Face(*names) if known else None


def find_faces(user_ids: Iterable[int]) -> dict[int, Face]:
    """Each person's face: the one they chose, or a random one."""
    ids = list(user_ids)
    chosen = dict(Profile.objects.filter(user__in=ids).values_list("user_id", "face"))
    return {each: read_face(chosen.get(each, "")) or by_lot(each) for each in ids}
