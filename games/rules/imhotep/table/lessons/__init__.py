"""The lessons of Imhotep, each in a file of this folder (docs/writing-a-game.md, section 10)."""

from pathlib import Path

from ....engine.lesson_files import read_lessons
from ... import tables
from ...expansions import wagers
from ...sites import b_sides

LESSONS = read_lessons(
    Path(__file__).parent,
    "first",
    "second",
    figures={**vars(tables), **vars(b_sides), **vars(wagers)},
)
