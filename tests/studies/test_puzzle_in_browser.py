"""What programs think and a puzzle in two browsers: one person writes, another reads on a phone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from boardgames.redis import best_effort
from games import tasks
from games.models import Chapter, Judgement, Study
from games.moderation.studies import clear_titles
from games.studies import chapters, judging, locks, making
from tests.browser import DESK, PHONE, People, picture, run_axe
from tests.people import person, sign_in
from tests.studies.conftest import finished, judged
from tests.studies.test_in_browser import address

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def studied(anna: User, ben: User) -> Chapter:
    """A public study of Imhotep, with the choices that were made."""
    study = making.make_study(anna.pk, "Stones")
    chapter = chapters.add_chapter(study.pk, anna.pk, finished(anna, ben, slug="imhotep").pk, 0)
    making.show_to(study.pk, anna.pk, "public")
    return chapter


def opened(people: People, chapter: Chapter, user: User | None = None, **how: Any) -> Page:
    page = people.page(**how)
    if user is not None:
        sign_in(page, user, people.url)
    page.goto(address(chapter, 1))
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    return page


def think_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do the next step of all judgements."""
    sent: list[tuple[str, Any]] = []
    with monkeypatch.context() as patched:
        patched.setattr(
            best_effort, "wake", lambda task, _queue, *args, **_: sent.append((task, args))
        )
        Judgement.objects.update(until=timezone.now())
        judging.send_next_steps()
        tasks.try_further(*sent.pop(0)[1])
        tasks.take_further(*sent.pop(0)[1])


def be_sure(chapter: Chapter, best: Any = None) -> None:
    """As if programs had found out which choice is the best at the node 1; the pages hear of it."""
    Judgement.objects.filter(node=1, puzzle=False).delete()
    known = Judgement.objects.filter(node=1).first() or judged(chapter, 1)
    if best is not None:
        known.best = known.found[0]["choice"] = best
        known.save()
    with locks.locked(chapter.study_id, chapter.by_id or 0) as access:
        locks.changed(access.study)


def looked_at(page: Page, name: str) -> None:
    """Nothing is wrong with it for a screen reader, and nothing is wider than the window."""
    found = [one["id"] for one in run_axe(page).response["violations"]]
    assert found == [], found
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, name)


def choose(page: Page) -> Any:
    """The first thing that glows, by keys, until a choice is complete; which choice was sent."""
    sent: list[str] = []
    page.on(
        "request", lambda one: sent.append(one.post_data or "") if "/choose/" in one.url else None
    )
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    for _step in range(4):
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
        if sent:
            break
    return json.loads(parse_qs(sent[0])["choice"][0])


def test_one_asks_the_programs_and_others_see_what_they_find(
    people: People, studied: Chapter, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hers, phone = opened(people, studied, anna), opened(people, studied, size=PHONE)
    hers.get_by_role("button", name="Compare the choices").click()
    expect(phone.get_by_role("progressbar")).to_have_attribute("value", "0")
    think_once(monkeypatch)
    for page in (hers, phone):
        expect(page.get_by_role("progressbar")).to_have_attribute("value", "1")
        expect(page.get_by_text("expected to finish").first).to_be_visible()
    be_sure(studied)
    for page, name in ((hers, "judgement"), (phone, "judgement-phone")):
        expect(page.get_by_text("Two kinds of programs agree")).to_be_visible()
        looked_at(page, name)


def test_a_puzzle_is_made_solved_saved_and_imported(
    people: People, studied: Chapter, anna: User, tmp_path: Path, capsys: Any
) -> None:
    be_sure(studied)
    hers, phone = opened(people, studied, anna), opened(people, studied, size=PHONE)
    hers.get_by_role("button", name="Make it a puzzle").click()
    expect(hers.get_by_role("button", name="End the puzzle")).to_be_visible()
    question = phone.get_by_role("heading", name="Find the best choice")
    expect(question).to_be_visible()
    expect(phone.locator(f"a[href='{address(studied, 2)}']")).to_have_count(0)
    looked_at(hers, "puzzle-made")
    looked_at(phone, "puzzle-phone")

    be_sure(studied, best=["nothing"])
    chosen = choose(phone)
    expect(phone.locator(".toast, [data-message]").first).to_contain_text("Not this one.")
    be_sure(studied, best=chosen)
    assert choose(phone) == chosen
    expect(phone.locator("strong", has_text="Right! This is the best choice.")).to_be_visible()
    expect(phone.locator(f"a[href='{address(studied, 2)}']").first).to_be_visible()
    phone.reload()
    expect(phone.locator("strong", has_text="Right! This is the best choice.")).to_be_visible()
    looked_at(phone, "puzzle-solved-phone")
    before = Chapter.objects.get(pk=studied.pk)
    assert before.tree == studied.tree

    given_up = opened(people, studied, size=DESK)
    looked_at(given_up, "puzzle")
    given_up.get_by_role("button", name="Show the answer").click()
    expect(given_up.get_by_text("Two kinds of programs agree: the first")).to_be_visible()

    with hers.expect_download() as saved:
        hers.get_by_role("link", name="As a file").click()
    file = tmp_path / "study.json"
    saved.value.save_as(file)
    call_command("import_study", str(file), "--owner", "anna")
    made = Study.objects.get(pk=int(capsys.readouterr().out))
    assert Judgement.objects.get(chapter__study=made).puzzle


def reach(page: Page, name: str) -> None:
    """Go by the tab key to what is called so."""
    for _press in range(150):
        page.keyboard.press("Tab")
        if (
            page.evaluate(
                "(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()"
            )
            == name
        ):
            return
    raise AssertionError(f"{name} is not reached")


def test_all_of_it_is_done_by_keys(people: People, studied: Chapter, anna: User) -> None:
    page = opened(people, studied, anna)
    reach(page, "Your comment")
    page.keyboard.type("Which choice is best?")
    reach(page, "Comment")
    page.keyboard.press("Enter")
    expect(page.locator(".study-text")).to_have_text("Which choice is best?")
    reach(page, "Compare the choices")
    page.keyboard.press("Enter")
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body"), "focus is not lost"
    reach(page, "Mark something")
    page.keyboard.press("Enter")
    reach(page, "Pick on the board")
    page.keyboard.press("Tab")
    page.keyboard.type("Quarry")
    reach(page, "Mark")
    page.keyboard.press("Enter")
    expect(page.locator(".study-marks li")).to_have_text("Ring around Quarry (red, solid)")
    be_sure(studied)
    expect(page.get_by_role("button", name="Make it a puzzle")).to_be_visible()
    reach(page, "Make it a puzzle")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="End the puzzle")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body"), "focus is not lost"
    looked_at(page, "study-by-keys")


def test_a_title_that_moderators_remove_is_gone_from_open_pages_at_once(
    people: People, studied: Chapter
) -> None:
    phone = opened(people, studied, size=PHONE)
    expect(phone.locator("h1")).to_have_text("Stones")
    clear_titles(studied.study_id, person("mod", is_staff=True).pk)
    expect(phone.locator("h1")).to_have_text(f"Study {studied.study_id}")
    expect(phone).to_have_title(re.compile(f"Study {studied.study_id}"))


@pytest.mark.parametrize("language", ["de"])
def test_the_pages_have_room_for_german(
    people: People, studied: Chapter, anna: User, language: str
) -> None:
    be_sure(studied)
    User.objects.filter(pk=anna.pk).update(language=language)
    for size, name in ((DESK, "1440"), (PHONE, "390")):
        hers = opened(people, studied, anna, size=size, language=language)
        looked_at(hers, f"judgement-{name}-de")
    hers.get_by_role("button", name="Ein Rätsel daraus machen").click()
    expect(hers.get_by_role("button", name="Rätsel beenden")).to_be_visible()
    for size, name in ((DESK, "1440"), (PHONE, "390")):
        looked_at(opened(people, studied, size=size, language=language), f"puzzle-{name}-de")
