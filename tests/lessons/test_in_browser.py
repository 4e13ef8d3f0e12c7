"""Each lesson is played to its end by the page, wide and on a phone, by mouse, finger, keys and
names, in both languages and without scripts; at each step what it needs can be seen and pressed."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from tests.browser import DESK, PHONE, People
from tests.lessons.pupil import Pupil

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WAYS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("imhotep", "first", "tap", {"size": PHONE, "language": "de", "dark": True}),
    ("bali", "first", "plain", {"size": PHONE, "scripts": False}),
    ("bali", "first", "keys", {"size": PHONE, "language": "de"}),
    ("imhotep", "first", "names", {"size": DESK}),
    ("bora_bora", "first", "tap", {"size": PHONE, "language": "de"}),
    ("bomarzo", "first", "keys", {"size": DESK, "language": "de"}),
    ("bomarzo", "first", "tap", {"size": PHONE}),
    ("imhotep", "second", "mouse", {"size": DESK, "language": "de"}),
    ("bora_bora", "second", "mouse", {"size": DESK}),
    ("bomarzo", "second", "keys", {"size": DESK}),
]


@pytest.mark.parametrize(
    ("slug", "lesson", "way", "page"),
    [pytest.param(*WAYS[0], marks=pytest.mark.smoke), *WAYS[1:]],
    ids=lambda each: str(each),
)
def test_a_lesson_is_played_to_its_end_by_the_page(
    people: People, anna: User, slug: str, lesson: str, way: str, page: dict[str, Any]
) -> None:
    User.objects.filter(pk=anna.pk).update(language=page.get("language", "en"))
    pupil = Pupil(people, anna, slug, way, lesson, **page)
    found: list[str] = []
    pupil.to_the_end(lambda each: found.extend(each.faults() if each.scripts else ()))
    assert found == []
    pupil.game.refresh_from_db()
    assert pupil.game.lesson == lesson
