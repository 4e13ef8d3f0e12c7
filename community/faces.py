"""Drawn faces: a piece in a colour, on a patterned ground. Nothing is uploaded."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

#: Of what a face is made; the names are those in static/kit/faces.svg and static/css/faces.css.
PIECES = ("cube", "boat", "hut", "die", "fish", "mask", "pagoda", "hat", "shell")
COLOURS = ("red", "blue", "yellow", "green", "violet", "orange", "ivory", "slate")
PATTERNS = ("plain", "dots", "stripes", "waves", "checks", "rays")
GROUNDS = ("sand", "sea", "leaf", "rose", "lilac", "night")


class Face(NamedTuple):
    piece: str
    colour: str
    pattern: str
    ground: str


def by_lot(number: int) -> Face:
    """The face of who has chosen none, by their number."""
    drawn = sha256(f"face {number}".encode()).digest()
    parts = (PIECES, COLOURS, PATTERNS, GROUNDS)
    return Face(*(part[lot % len(part)] for part, lot in zip(parts, drawn, strict=False)))
