"""A study made by two people at once, one of them on a phone; and by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.company.relationships import befriend
from accounts.models import User
from games.models import Chapter, StudyComment
from games.studies import chapters, making, membership
from tests.browser import PHONE, People, picture
from tests.people import sign_in
from tests.studies.conftest import finished

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def studied(anna: User, ben: User) -> Chapter:
    """A study of Imhotep in which anna and ben write."""
    over = finished(anna, ben, slug="imhotep")
    befriend(anna, ben)
    befriend(ben, anna)
    study = making.make_study(anna.pk, "Stones")
    membership.set_member(study.pk, anna.pk, "ben", writes=True)
    return chapters.add_chapter(study.pk, anna.pk, over.pk, 0)


def address(chapter: Chapter, node: int = 0) -> str:
    return f"/studies/{chapter.study_id}/{chapter.pk}/{node}/"


def opened(people: People, user: User, chapter: Chapter, **how: object) -> Page:
    page = people.page(**how)  # type: ignore[arg-type]
    sign_in(page, user, people.url)
    page.goto(address(chapter))
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    return page


def choose(page: Page) -> None:
    """The first thing that glows, until a choice is complete."""
    before = page.url
    while page.url == before:
        page.locator(".board-regions a.choice:not(.is-chosen)").first.dispatch_event("click")
        page.wait_for_timeout(300)


def test_two_write_at_once_and_each_sees_it_where_they_are(
    people: People, studied: Chapter, anna: User, ben: User
) -> None:
    hers, his = opened(people, anna, studied), opened(people, ben, studied, size=PHONE)
    choices = his.locator(".study-choice")
    before = choices.count()
    his.get_by_role("textbox", name="Your comment").fill("I was about to say")
    choose(hers)
    hers.wait_for_url(re.compile(rf"/{before}/$"))  # a new one: the others are 1 … before - 1
    expect(choices).to_have_count(before + 1)
    expect(his).to_have_url(re.compile(r"/0/$"))

    hers.get_by_role("textbox", name="Your comment").fill("Why not this?")
    hers.get_by_role("button", name="Comment", exact=True).click()
    expect(hers.locator(".study-text")).to_have_text("Why not this?")
    expect(hers.get_by_role("textbox", name="Your comment")).to_have_value("")
    sign = his.locator(f".study-choice[href='{address(studied, before)}'] .study-sign")
    expect(sign).to_contain_text("1 comment")
    expect(his.get_by_role("textbox", name="Your comment")).to_have_value("I was about to say")

    his.locator(f".study-choice[href='{address(studied, before)}']").click()
    expect(his.locator(".study-text")).to_have_text("Why not this?")
    expect(his.get_by_role("textbox", name="Your comment")).to_have_value("")
    his.get_by_text("Mark something").click()
    his.get_by_label("Thing on the board").select_option(label="Quarry")
    his.get_by_role("radio", name="green, dotted").check()
    his.get_by_role("button", name="Mark", exact=True).click()
    for page in (hers, his):
        expect(page.locator(".study-marks li")).to_have_text("Ring around Quarry (green, dotted)")
        expect(page.locator(".marks-layer .mark-green")).to_have_count(1)
    picture(hers, "study")
    picture(his, "study-phone")
    his.get_by_role("link", name="Previous choice").click()
    expect(his).to_have_url(re.compile(r"/0/$"))
    expect(his.get_by_role("textbox", name="Your comment")).to_have_value("I was about to say")
    expect(his.locator(".marks-layer .mark")).to_have_count(0)


def test_what_is_being_written_stays_when_its_place_is_removed(
    people: People, studied: Chapter, anna: User, ben: User
) -> None:
    hers, his = opened(people, anna, studied), opened(people, ben, studied, size=PHONE)
    choose(hers)
    node = int(hers.url.rstrip("/").rpartition("/")[2])
    his.goto(address(studied, node))
    expect(his.locator("html[data-live=yes]")).to_be_attached()
    his.get_by_role("textbox", name="Your comment").fill("A long thought")
    hers.get_by_text("Remove this choice").click()
    hers.get_by_role("button", name="Remove", exact=False).first.click()
    expect(his).to_have_url(re.compile(r"/0/$"))
    expect(his.get_by_role("textbox", name="Your comment")).to_have_value("A long thought")
    expect(his.locator(".toast, [data-message]").first).to_contain_text("removed")
    his.get_by_role("button", name="Comment", exact=True).click()
    expect(his.locator(".study-text")).to_have_text("A long thought")
    assert StudyComment.objects.get().node == 0


def test_a_study_is_read_and_written_by_keys(people: People, studied: Chapter, anna: User) -> None:
    page = opened(people, anna, studied)
    page.locator("h1").click()
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile(r"/1/$"))
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile(r"/0/$"))
    page.keyboard.press("n")
    for _ in range(4):
        if not page.url.endswith("/0/"):
            break
        page.keyboard.press("Enter")
        page.wait_for_timeout(700)
    assert not page.url.endswith("/0/")
    assert page.evaluate("document.activeElement !== document.body")
    page.go_back()
    expect(page).to_have_url(re.compile(r"/0/$"))
    for part in page.locator("main :is(a, button, input, select, textarea):visible").all():
        name = part.evaluate(
            "e => (e.ariaLabel || e.labels?.[0]?.textContent || e.textContent || '').trim()"
        )
        assert name, part.evaluate("e => e.outerHTML")
