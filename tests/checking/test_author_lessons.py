"""The author's page of lessons: every step in words, beside the board that it is said of."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from games.lessons.script import Script
from games.rules.bali import table
from games.rules.bali.table.lessons import LESSONS

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.checking.author_urls")]
[FIRST] = LESSONS
FRAMES = len(Script(FIRST).frames)


def listed(query: str = "") -> str:
    answer = Client().get(f"/author/bali/lessons/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_each_step_is_listed_in_either_language_with_its_board() -> None:
    page = listed("?language=de")
    assert page.count("<iframe") == page.count('class="speech"') == FRAMES
    assert "Was auf dem Altar liegt" in page
    assert "What lies on the altar decides" in listed("?width=390")
    assert "author-390" in listed("?width=390")
    assert "{" not in page.split("author-steps")[1], "numbers and names are filled in"


def test_the_board_is_that_of_the_step_and_lights_what_it_speaks_of() -> None:
    first, last = (f"/author/bali/lessons/first/{number}/" for number in (1, FRAMES - 1))
    drawn = Client().get(first + "?language=de")
    assert drawn["X-Frame-Options"] == "SAMEORIGIN"
    assert '<html lang="de"' in drawn.content.decode()
    assert "is-marked" in drawn.content.decode()
    assert drawn.content != Client().get(last).content
    for nowhere in ("first/99", "second/0"):
        assert Client().get(f"/author/bali/lessons/{nowhere}/").status_code == 404
    assert Client().get("/author/nonsense/lessons/").status_code == 404


def test_a_lesson_that_breaks_off_is_shown_until_there(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = list(FIRST.steps)
    steps[1] = replace(steps[1], choice=("play", "shrine"), also=())
    monkeypatch.setattr(table, "LESSONS", (replace(FIRST, steps=tuple(steps)),))
    page = listed()
    assert page.count("<iframe") == 2
    assert "It cannot be played any further" in page
    monkeypatch.setattr(table, "LESSONS", ())
    assert "No LESSONS in its table" in listed()
