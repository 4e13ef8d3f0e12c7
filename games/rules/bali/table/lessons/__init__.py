"""The lessons of Bali, each in a file of this folder (docs/writing-a-game.md, section 10)."""

from pathlib import Path

from ....engine.lesson_files import read_lessons
from ... import tables

LESSONS = read_lessons(Path(__file__).parent, "first", figures=vars(tables))
