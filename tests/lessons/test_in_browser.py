"""Each lesson is played to its end by the page, wide and on a phone, by mouse, finger, keys and
names, in both languages and without scripts; at each step what it needs can be seen and pressed."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from tests.browser import DESK, PHONE, People
from tests.lessons.pupil import Pupil

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WAYS: list[tuple[str, str, dict[str, Any]]] = [
    ("bali", "plain", {"size": PHONE, "scripts": False}),
    ("bali", "keys", {"size": DESK, "language": "de"}),
    ("imhotep", "names", {"size": DESK}),
    ("imhotep", "tap", {"size": PHONE, "language": "de", "dark": True}),
    ("bora_bora", "tap", {"size": PHONE, "language": "de"}),
    ("bora_bora", "mouse", {"size": DESK}),
    ("bomarzo", "mouse", {"size": DESK, "language": "de"}),
    ("bomarzo", "tap", {"size": PHONE}),
]


@pytest.mark.parametrize(("slug", "way", "page"), WAYS, ids=lambda each: str(each))
def test_a_lesson_is_played_to_its_end_by_the_page(
    people: People, anna: User, slug: str, way: str, page: dict[str, Any]
) -> None:
    User.objects.filter(pk=anna.pk).update(language=page.get("language", "en"))
    pupil = Pupil(people, anna, slug, way, **page)
    found: list[str] = []
    pupil.to_the_end(lambda each: found.extend(each.faults() if each.scripts else ()))
    assert found == []
    pupil.game.refresh_from_db()
    assert pupil.game.lesson == "first"
