"""A club from its founding to its first event, as its people press and read it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from community.models import Club
from games.models import ClubEvent
from tests.browser import PHONE, People, picture
from tests.clubs.founding import club_of
from tests.people import sign_in


@pytest.mark.browser
def test_what_is_said_to_a_club_is_read_without_loading_the_page_again(
    people: People, anna: User, ben: User, cleo: User
) -> None:
    club = club_of(anna, ben, cleo)
    anne, bens, cleos = (people.page(), people.page(PHONE), people.page())
    for page, user in ((anne, anna), (bens, ben), (cleos, cleo)):
        sign_in(page, user, people.url)
    anne.goto(f"/clubs/{club.pk}/")
    bens.goto(f"/clubs/{club.pk}/talk/")
    cleos.goto(f"/clubs/{club.pk}/talk/")
    draft = bens.get_by_role("textbox", name="Message to the club")
    draft.fill("I was about to")

    talk = anne.get_by_role("textbox", name="Message to the club")
    talk.fill("Who comes on Thursday?")
    talk.press("Enter")
    for page in (bens, cleos):
        expect(page.locator("[data-talk]")).to_contain_text("Who comes on Thursday?")
    assert draft.input_value() == "I was about to", "what is being written stays"
    draft.press("Enter")
    expect(anne.locator("[data-talk]")).to_contain_text("I was about to")
    bens.get_by_role("button", name="Hide").first.click()
    expect(cleos.locator("[data-talk]")).not_to_contain_text("I was about to")


@pytest.mark.browser
def test_a_club_is_founded_joined_and_meets(people: People, anna: User, ben: User) -> None:
    hers, his = people.page(), people.page(PHONE, language="de")
    User.objects.filter(pk=ben.pk).update(language="de")
    sign_in(hers, anna, people.url)
    sign_in(his, ben, people.url)
    hers.goto("/clubs/")
    hers.get_by_role("link", name="Start a club").click()
    hers.get_by_label("Name").first.fill("Tuesday Table")
    hers.get_by_role("button", name="Start the club").click()
    hers.wait_for_url(re.compile(r"/clubs/\d+/$"))
    club = Club.objects.get()
    picture(hers, "club-young")

    his.goto("/clubs/")
    his.get_by_role("link", name="Tuesday Table").first.click()
    his.get_by_role("button", name="Um Aufnahme bitten").click()
    hers.reload()
    hers.get_by_role("link", name="1 person wants to join.").click()
    hers.get_by_role("button", name="Approve").click()
    hers.goto(f"/clubs/{club.pk}/")
    his.reload()
    expect(his.locator("[data-talk]")).to_be_visible()

    planned(hers, club)
    his.reload()
    his.get_by_role("button", name="Ich komme").click()
    expect(his.get_by_text("Du kommst")).to_be_visible()
    picture(his, "club-event-de-phone")
    hers.reload()
    expect(hers.get_by_role("region", name="Rice evening")).to_contain_text("2 people are coming")
    picture(hers, "club-event")


def planned(page: Page, club: Club) -> None:
    """By the menu of the club's page; but for title and date as the form proposes it."""
    page.get_by_text("Plan an event").click()
    page.get_by_role("link", name="Bali").last.click()
    page.get_by_label("Title").fill("Rice evening")
    at = timezone.localtime() + timedelta(days=3)
    page.get_by_label("Date").fill(at.strftime("%Y-%m-%dT%H:%M"))
    page.get_by_role("button", name="Plan the event").click()
    page.wait_for_url(re.compile(rf"/clubs/{club.pk}/$"))
    assert ClubEvent.objects.filter(club=club).exists()
