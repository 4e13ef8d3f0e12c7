"""The lessons of Bomarzo, each in a file beside this one (docs/writing-a-game.md, section 10)."""

from pathlib import Path

from ....engine.lesson_files import read_lessons
from ... import tables
from ...reconstructed import CARDS, VILLAGE
from ..names import card

LESSONS = read_lessons(
    Path(__file__).parent,
    "first",
    "second",
    figures={
        **vars(tables),
        "CARDS": CARDS,
        "VILLAGE": VILLAGE,
        "BELVEDERE": card("B03"),
        "OBSERVATORY": card("B03", 2),
        "WATCHTOWER": card("B02"),
        "FORTRESS": card("B02", 2),
        "LOST": -tables.UNFULFILLED,
    },
)
