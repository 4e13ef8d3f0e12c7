"""The lessons of Opener, each in a file beside this one."""

from pathlib import Path

from games.rules.engine.lesson_files import read_lessons

LESSONS = read_lessons(Path(__file__).parent, "first")
