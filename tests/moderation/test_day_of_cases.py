"""A moderator's whole day in Chromium, counted in clicks: fifty reports of eighteen messages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import Sanction, User
from games.live import chat
from games.lobby import open_games
from games.models import Case, ChatMessage, Report
from games.moderation import reasons, reports
from tests.browser import DESK, PHONE, People, picture
from tests.moderation.conftest import in_group
from tests.moderation.test_day_in_browser import enter
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow]

REPORTS, MESSAGES, MOST_CLICKS = 50, 18, 60


class Hand:
    """Presses, and counts."""

    def __init__(self) -> None:
        self.clicks = 0

    def press(self, what: Locator) -> None:
        what.click()
        self.clicks += 1


def a_days_reports() -> None:
    """Of eighteen messages at one table by five people; the twelfth is a threat."""
    reasons.install()
    anna, ben = person("anna"), person("ben")
    game = open_games.create(anna.pk, "imhotep", 2).game.pk
    open_games.join_game(game, ben.pk)
    said = [
        chat.write_message(game, ben.pk, f"Message number {n + 1}, not a kind one").pk
        for n in range(MESSAGES)
    ]
    writers = [anna, *(person(f"reader{n}") for n in range(4))]
    for n in range(REPORTS):
        message, by = said[n % MESSAGES], writers[n // MESSAGES]
        reason = "threat" if n % MESSAGES == 11 else "insult"
        reports.submit_report("message", message, by.pk, reason, f"Report {n}")


def said_in(page: Page) -> str:
    return page.locator(".case-quote").inner_text()


def test_fifty_reports_of_eighteen_messages_take_at_most_sixty_clicks(people: People) -> None:
    a_days_reports()
    mo = in_group("mo", "Moderators")
    assert (Report.objects.count(), Case.objects.count()) == (REPORTS, MESSAGES)
    desk, hand = people.page(DESK), Hand()
    enter(desk, "mo")
    desk.goto("/lobby/")

    # In by the menu; the list says what was reported, threats before all.
    hand.press(desk.locator("[data-menu] summary"))
    hand.press(desk.get_by_role("link", name="Moderation"))
    expect(desk.get_by_role("heading", name="18 cases, from 50 reports")).to_be_visible()
    rows = desk.locator(".case-queue tbody tr")
    expect(rows).to_have_count(MESSAGES)
    expect(rows.first).to_contain_text("Message number 12")
    expect(rows.nth(1)).to_contain_text("Message number 1,")

    # Three that are harmless at once.
    for n in (15, 16, 17):
        hand.press(rows.nth(n).get_by_role("checkbox"))
    expect(desk.locator("[data-chosen]")).to_have_text("3")
    hand.press(desk.get_by_role("button", name="Apply to the chosen"))
    expect(desk.get_by_text("3 cases are closed.")).to_be_visible()

    # One after another, by one press each; some need two.
    hand.press(desk.get_by_role("link", name="Start with the oldest"))
    assert said_in(desk).startswith("Message number 12,")
    hand.press(desk.get_by_label("Threat or hate"))
    expect(desk.locator(".case-will")).to_contain_text("Threat or hate")
    hand.press(desk.get_by_label("mute for 7 days"))
    hand.press(desk.get_by_role("button", name="Hide, mute, close, next"))
    for n in range(14):
        expect(desk.locator(".case-last")).to_be_visible()
        now = said_in(desk)
        ways = {2: "Hide and close", 5: "Nothing wrong"}
        hand.press(desk.locator(".case-acts").get_by_role(
            "button", name=ways.get(n, "Hide, warn, close, next"), exact=True
        ))  # fmt: skip
        if n < 13:
            expect(desk.locator(".case-quote")).not_to_have_text(now)

    expect(desk.get_by_role("heading", name="Nothing needs attention")).to_be_visible()
    picture(desk, "moderation-day-over")
    assert not Report.objects.filter(state="open").exists()
    assert Case.objects.filter(closed_by=mo).count() == MESSAGES
    assert ChatMessage.objects.exclude(hidden_at=None).count() == 14
    assert (Sanction.objects.filter(kind="warning").count(), Sanction.objects.count()) == (12, 13)
    print(f"clicks: {hand.clicks}")
    assert hand.clicks <= MOST_CLICKS

    # The last press was one too many: back by another.
    hand.press(desk.get_by_role("button", name="Take it back"))
    expect(
        desk.get_by_text("The decision was taken back, and the case is open again.")
    ).to_be_visible()
    assert ChatMessage.objects.exclude(hidden_at=None).count() == 13


def test_by_keys_without_a_single_click(people: People) -> None:
    a_days_reports()
    in_group("mo", "Moderators")
    desk = people.page(DESK)
    enter(desk, "mo")
    desk.goto(f"/admin/games/case/{Case.objects.get(grave=True).pk}/")
    # On past the threat; hidden, then nothing wrong: each time the threat comes first again.
    for key, text in (("n", "1,"), ("1", "12,"), ("2", "2,"), ("3", "3,")):
        desk.keyboard.press(key)
        expect(desk.locator(".case-quote")).to_contain_text(f"Message number {text}")
    decided = Case.objects.exclude(state="open").order_by("closed_at")
    assert [(case.said.split(",")[0][-2:].strip(), case.state) for case in decided] == [
        *(("1", "acted"), ("12", "acted")),
        ("2", "dismissed"),
    ]
    desk.get_by_label("Your own words").fill("123n")
    expect(desk.locator(".case-quote")).to_contain_text("Message number 3,")


def test_on_a_phone_and_without_scripts(people: People) -> None:
    a_days_reports()
    in_group("mo", "Moderators")
    small = people.page(PHONE, scripts=False)
    enter(small, "mo")
    small.goto("/admin/games/case/")
    assert not small.locator("html").evaluate("e => e.scrollWidth > innerWidth")
    small.locator(".case-open").first.click()
    bar = small.locator(".case-bar")
    expect(bar).to_be_visible()
    small.get_by_label("nothing more").check()
    bar.get_by_role("button", name="Hide, next", exact=True).click()
    expect(small.locator(".case-quote")).to_contain_text("Message number 1,")
    assert ChatMessage.objects.exclude(hidden_at=None).count() == 1
    assert User.objects.get(username="ben").sanctions.count() == 0
