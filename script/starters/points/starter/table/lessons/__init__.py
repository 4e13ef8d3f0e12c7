"""The lessons of Starter, each in a file beside this one."""

from pathlib import Path

from games.rules.engine.lesson_files import read_lessons

from ...rules import SET_POINTS, TILES, points

#: What the sentences of lessons may name.
FIGURES = {"SET_POINTS": SET_POINTS, "POINTS": [points(tile) for tile in range(TILES)]}

LESSONS = read_lessons(Path(__file__).parent, "first", figures=FIGURES)
