"""The lessons of a game type, as a page offers them."""

from __future__ import annotations

from typing import Any, TypedDict

from games.rules.engine import Rules
from games.rules.engine.lessons import Lesson
from games.words import table_package, texts


class LessonCard(TypedDict):
    """One lesson of a game type; ``slug`` is that of the type."""

    slug: str
    name: str
    title: str
    minutes: int


def lesson_cards(rules: Rules[Any]) -> list[LessonCard]:
    """The lessons of a game type in order."""
    return [lesson_card(rules, lesson) for lesson in table_package.lessons(rules)]


def lesson_card(rules: Rules[Any], lesson: Lesson) -> LessonCard:
    return {
        "slug": rules.slug,
        "name": lesson.name,
        "title": texts.own(rules, lesson.title),
        "minutes": lesson.minutes,
    }
