"""A moderator at work: a report comes in; look, hide, mute, take back, replace; all of it is in the
audit log, and the players see what was done."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Act
from games.live import chat
from games.lobby import open_games
from games.models import ChatMessage, Game
from games.moderation import reasons
from tests.browser import DESK, PHONE, People, picture
from tests.games.playing import answer, asked
from tests.games.tables import seat_of
from tests.moderation.conftest import in_group
from tests.people import PASSWORD, person

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WORDS = "You play like a wet sponge"


def enter(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def looks_right(page: Page, name: str) -> None:
    picture(page, f"moderation-{name}")
    # What a press has led to may be arriving.
    page.wait_for_load_state("load")
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, f"{name} scrolls sideways"


def do(page: Page, act: str, **fields: str) -> None:
    """Choose an act, fill its fields, and do it."""
    page.get_by_role("complementary").get_by_role("link", name=act).click()
    for name, value in fields.items():
        box = page.locator(f"[name={name}]")
        if box.evaluate("box => box.tagName") == "SELECT":
            box.select_option(value)
        elif value == "yes":
            box.check()
        else:
            box.fill(value)
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".messagelist .success")).to_be_visible()


def test_a_moderators_day(people: People) -> None:
    anna, ben, _cleo = person("anna"), person("ben"), person("cleo")
    in_group("mo", "Moderators")
    reasons.install()
    game = open_games.create(anna.pk, "imhotep", 2).game.pk
    open_games.join_game(game, ben.pk)
    for _move in range(5):
        answer(game, asked(game)[0])
    chat.post(game, anna.pk, "Good luck!")
    said = chat.post(game, ben.pk, WORDS).pk

    # Somebody reports a message.
    table = people.page(DESK)
    enter(table, "anna")
    table.goto(f"/games/{game}/")
    message = table.locator(".chat-message").filter(has_text=WORDS)
    message.get_by_role("link", name="Report").click()
    table.get_by_label("insults", exact=True).check()
    table.get_by_label("What should the moderators know?").fill("Again and again")
    looks_right(table, "reporting")
    table.get_by_role("button", name="Send to the moderators").click()
    expect(table.get_by_text("The moderators will look at it")).to_be_visible()

    # The moderator finds it on the first page, looks, and decides by one press.
    desk = people.page(DESK)
    enter(desk, "mo")
    desk.goto("/admin/")
    looks_right(desk, "dashboard")
    desk.get_by_role("link", name="Open cases").click()
    expect(desk.get_by_text(WORDS)).to_be_visible()
    looks_right(desk, "queue")
    desk.get_by_role("link", name="Start with the oldest").click()
    expect(desk.get_by_text("Again and again")).to_be_visible()
    looks_right(desk, "case")
    case_page = desk.url
    desk.get_by_label("mute for 7 days").check()
    expect(desk.locator(".case-will")).to_contain_text("cannot write for 7 days")
    desk.get_by_role("button", name="Hide, mute, close, next").click()
    expect(desk.get_by_text("Nothing needs attention")).to_be_visible()
    looks_right(desk, "nothing-waits")
    desk.goto(case_page)

    # What was played is looked at, taken back, and somebody else plays on.
    desk.get_by_role("link", name="Act at the table").click()
    looks_right(desk, "table")
    desk.get_by_role("link", name="Take the game back").click()
    looks_right(desk, "rollback")
    desk.get_by_role("link", name="Cancel").click()
    do(desk, "Take the game back", number="2", reason="Moves under pressure", sure="yes")
    seat = seat_of(game, ben).index
    do(
        desk,
        "Give a seat to another player",
        seat=str(seat),
        name="cleo",
        reason="Ben has left the table",
        sure="yes",
    )
    desk.goto(case_page)
    desk.get_by_role("link", name="Everything about ben").click()
    looks_right(desk, "person")
    desk.goto("/admin/accounts/act/")
    looks_right(desk, "audit")
    acts = list(Act.objects.order_by("id").values_list("action", flat=True))
    assert acts == ["hide", "mute", "close", "rollback", "replace"]

    # The players see it.
    table.goto(f"/games/{game}/")
    expect(table.get_by_text(WORDS)).to_have_count(0)
    expect(table.get_by_text("A moderator has hidden this message.")).to_be_visible()
    expect(table.get_by_text("Moves under pressure").first).to_be_visible()
    looks_right(table, "afterwards")
    assert ChatMessage.objects.get(pk=said).text == WORDS
    assert Game.objects.get(pk=game).status == "running"

    # On a phone, in the dark.
    small = people.page(PHONE, dark=True)
    enter(small, "mo")
    for path, name in (
        ("/admin/", "dashboard"),
        ("/admin/games/case/?state=decided", "decided"),
        (case_page, "case"),
        (f"/admin/games/game/{game}/moderate/?act=time", "time"),
    ):
        small.goto(path)
        looks_right(small, f"{name}-phone-dark")
