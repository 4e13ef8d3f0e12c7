"""Whole games for two in a browser: lines are tried out, answers are planned from them, and the
plans answer when their questions come; their owner is told so, and the other player is not."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from games.errors import GameError
from games.models import Game, Line, Plan
from games.moves import actions
from games.storage import position
from tests.browser import DESK, PHONE, People, picture
from tests.games.playing import answer, asked, user_of
from tests.lines.test_in_browser import SLUGS, STICKS_OUT, game_of
from tests.people import person
from tests.whole_games.playing import Sitter

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: After so many moves of the game the next line is tried out, and so many choices are made in it.
EVERY, CHOICES = 10, 9


def plan_a_line(page: Page, game: Game, me: int, rng: random.Random, name: str) -> Plan | None:
    """Try a line out until the seat answers a question that is not open yet, and plan it."""
    Line.objects.all().delete()
    page.goto(f"/games/{game.pk}/")
    if page.locator("[data-film]").is_visible():
        page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.wait_for_url("**/lines/*/")
    sitter = Sitter(name, page)
    for _choice in range(CHOICES):
        plain = [
            item
            for item in sitter.items()
            if all(not isinstance(part, dict) for part in item["choice"])
        ]
        if not plain or reaches_ahead(me):
            break
        sitter.make(rng.choice(plain), "board")
    if not reaches_ahead(me):
        return None
    page.locator(".line-plan summary").click()
    for box in ("loosely", "anyway"):
        page.locator(f".line-plan input[name={box}]").check()
    assert page.evaluate(STICKS_OUT) == []
    page.locator(".line-plan button").click()
    page.wait_for_url(f"**/games/{game.pk}/**")
    expect(page.locator(".plans .badge").first).to_be_attached()
    picture(page, name, whole=True)
    return Plan.objects.filter(active=True).latest("pk")


def reaches_ahead(me: int) -> bool:
    """Whether the line has a choice of this seat after another one's."""
    seats = [node["seat"] for node in Line.objects.get().nodes]
    return me in seats and any(seat != me for seat in seats[: len(seats) - seats[::-1].index(me)])


def make_what_is_open(game: Game, me: int, plan: Plan) -> None:
    """The first choices of the line, which are asked already, by hand."""
    for step in plan.steps:
        if step["seat"] != me or me not in asked(game.pk):
            return
        here = position.load(game.pk, user_of(game.pk, me))
        try:
            actions.choose(game.pk, user_of(game.pk, me), step["choice"], version=here.version)
        except GameError:
            return


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "de")], ids=["desk", "phone"])
@pytest.mark.parametrize("slug", SLUGS)
def test_plans_from_lines_answer_through_a_whole_game(
    people: People, slug: str, size: tuple[int, int], language: str
) -> None:
    anna = person("anna", explain_first=False, language=language)
    ben = person("ben", explain_first=False)
    game, rng = game_of(slug, anna, ben, seed=bytes(range(32))), random.Random(slug)
    mine, theirs = people.page(size, language=language), people.page(DESK)
    people.sign_in(mine, anna)
    people.sign_in(theirs, ben)
    me = 0 if user_of(game.pk, 0) == anna.pk else 1
    moves, answered, said = 0, 0, 0
    while asked(game.pk):
        if moves % EVERY == 0:
            name = f"plan-{slug}-{size[0]}-{moves}"
            plan = plan_a_line(mine, game, me, rng, name)
            if plan is not None:
                shown = mine.locator(".player.is-you").inner_text()
                assert {"en": "planned", "de": "geplant"}[language] in shown.lower()
                make_what_is_open(game, me, plan)
                for _move in range(12):
                    plan.refresh_from_db()
                    if plan.answered or not plan.active or not asked(game.pk):
                        break
                    seat = next((each for each in asked(game.pk) if each != me), me)
                    answer(game.pk, seat, rng.choice)
                if plan.answered:
                    answered += 1
                    said += check_what_is_said(game, mine, theirs, plan, language, name)
                Plan.objects.all().delete()
        if asked(game.pk):
            answer(game.pk, asked(game.pk)[0], rng.choice)
        moves += 1
    assert (answered > 1, said > 0) == (True, True)
    assert people.errors == []


def check_what_is_said(
    game: Game, mine: Page, theirs: Page, plan: Plan, language: str, name: str
) -> bool:
    """Whether the log has a line of a planned move (some moves only begin what is told later);
    it says so to the owner, while the other's page says nothing."""
    for page in (mine, theirs):
        page.goto(f"/games/{game.pk}/")
    assert "planned" not in theirs.content()
    picture(mine, f"{name}-answered", whole=True)
    lines = ", ".join(f"[data-region=log] a[href$='at={number}']" for number in plan.answered)
    if not mine.locator(lines).count():
        return False
    assert {"en": "(planned)", "de": "(geplant)"}[language] in mine.content()
    return True
