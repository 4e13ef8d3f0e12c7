"""A game type from alpha to published: a fault is reported and mended while a game of it runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from games import tasks
from games.lobby import open_games
from games.models import FaultReport, Game, Package, RatingChange, Trial
from games.moderation import acts
from games.ratings.counting import RATINGS
from games.rules.example import rules as lanterns
from tests.browser import DESK, PHONE, People, picture
from tests.games.playing import to_the_end
from tests.people import person
from tests.sites import running_site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

UPKEEP = "/upkeep/lanterns/"


@contextmanager
def site(chromium: Browser, application: str) -> Iterator[People]:
    with running_site(f"tests.stages.{application}:application") as found:
        people = People(chromium, found.address)
        try:
            yield people
        finally:
            people.close()
        assert people.errors == []


def opened(people: People, user: User, address: str, size: tuple[int, int] = DESK) -> Page:
    page = people.page(size)
    people.sign_in(page, user)
    page.goto(address)
    return page


def looks_right(page: Page, name: str) -> None:
    picture(page, f"stages-{name}")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), name


def lay(people: People, user: User, address: str) -> None:
    page = opened(people, user, address)
    with page.expect_response("**/choose/"):
        page.locator(".decision-choices .button").first.click()


@pytest.fixture
def second_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """What tasks do here is done by the mended rules."""
    monkeypatch.setattr(lanterns, "version", 2)
    monkeypatch.setattr(lanterns.hooks, "migrate", lambda data, _version: data)


@pytest.mark.django_db(transaction=True)
def test_a_type_is_published_after_its_fault_was_mended(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    anna, ben, cleo, maya = (person(name) for name in ("anna", "ben", "cleo", "maya"))
    operator = User.objects.create_superuser("op", "op@example.org", "a-quiet-harbour-7")
    package = Package.objects.create(type="lanterns", stage="alpha")
    package.testers.set([anna, ben])
    package.maintainers.set([maya])
    game = open_games.create(anna.pk, "lanterns", 2, rated=True).game
    open_games.join_game(game.pk, ben.pk)
    address = f"/games/{game.pk}/"
    with site(chromium, "faulty_site") as people:
        expect(opened(people, cleo, "/games/").get_by_text("Lanterns")).to_have_count(0)
        assert people.page().goto(address).status == 404  # type: ignore[union-attr]
        for size in (PHONE, DESK):
            looks_right(opened(people, anna, address, size), f"table-{size[0]}")
        page = opened(people, anna, address, PHONE)
        expect(page.get_by_text("Lay a card face up").first).to_be_visible()
        page.get_by_role("link", name="Report a problem").click()
        looks_right(page, "wrong")
        page.get_by_label("What is wrong").fill("It says face up, and I see no face")
        page.get_by_role("button", name="Send the report").click()
        expect(page.get_by_text("The people who look after the game")).to_be_visible()
        for user in (anna, ben):
            lay(people, user, address)
        assert Game.objects.get(pk=game.pk).broken_at
        page = opened(people, maya, UPKEEP)
        expect(page.get_by_text("It says face up, and I see no face")).to_be_visible()
        expect(page.get_by_text("ZeroDivisionError").first).to_be_visible()
        looks_right(page, "upkeep")
        looks_right(opened(people, maya, UPKEEP, PHONE), "upkeep-phone")
    request.getfixturevalue("second_version")
    with site(chromium, "mended_site") as people:
        page = opened(people, maya, UPKEEP)
        page.get_by_role("button", name="Run the test").click()
        expect(page.get_by_text("The test is running")).to_be_visible()
        tasks.try_stored_games(Trial.objects.get().pk)
        page.reload()
        expect(page.get_by_text("1 game can continue")).to_be_visible()
        acts.mend(game.pk, operator.pk, "Version 2 is here")
        report = page.get_by_role("article").filter(has_text="It says face up")
        report.get_by_role("textbox").fill("It says face down now")
        report.get_by_role("button", name="Mark as done").click()
        page.get_by_role("button", name="Mark as fixed").click()
        expect(page.get_by_text("No errors are recorded")).to_be_visible()
        assert FaultReport.objects.get().answer == "It says face down now"
        playing = opened(people, ben, address)  # the card that Anna has laid still lies there
        expect(playing.get_by_text("Lay a card face down").first).to_be_visible()
        lay(people, ben, address)
        assert Game.objects.get(pk=game.pk).number == 2
        page.get_by_label("New stage").select_option("published")
        page.get_by_role("button", name="Ask the operator").click()
        expect(page.get_by_text("The operator was asked")).to_be_visible()
        desk = opened(people, operator, "/admin/games/releaserequest/")
        desk.get_by_role("link", name="lanterns").click()
        desk.locator("[name=answer]").select_option("granted")
        desk.locator("[name=reply]").fill("Well done")
        picture(desk, "stages-release")
        desk.get_by_role("button", name="Save", exact=True).click()
        expect(desk.locator(".messagelist .success")).to_be_visible()
        page.reload()
        expect(page.get_by_text("Well done")).to_be_visible()
        expect(opened(people, cleo, "/games/").get_by_text("Lanterns").first).to_be_visible()
        assert opened(people, cleo, address).get_by_text("Lanterns").count()
    to_the_end(game.pk)
    RATINGS.tick()
    assert not RatingChange.objects.exists()  # it was begun as an alpha
