"""Names as wide as names can be, wherever names stand, in German, on a phone, a tablet and a desk.

A name may be cut off where a style says how it ends, but it never makes a page scroll sideways, and
never lies over something that can be pressed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from accounts import names
from accounts.models import User
from community.clubs import founding, joining, talk
from community.clubs.founding import Words
from games.archive import transfer
from games.clubs import events
from games.live import chat
from games.lobby import open_games
from games.models import Game, Report, Standing
from games.moderation import reports
from games.rules import registry
from games.rules.records import dataset
from games.tournaments import entering, opening
from games.tournaments.ladder import challenging
from games.tournaments.plan import Plan
from games.tournaments.running import running
from tests.browser import People, picture
from tests.games import playing
from tests.moderation.conftest import in_group
from tests.pages.reading import mover
from tests.pages.test_accessible import OWN, PAGES, addresses
from tests.people import person

__all__ = ["addresses"]

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WIDTHS = (390, 820, 1440)
#: Of a tournament and of a club, in which nothing can be broken.
TITLE, CLUB = "W" * 60, "W" * 40

# Names in sight that lie over what can be pressed, or of which a part is missing without a sign.
FOUND = """() => {
  const name = /[WM]{30,}/;
  const within = (box, element) => {
    const cut = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
    for (let up = element; up; up = up.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(up);
      if (display === "inline" || (overflowX === "visible" && overflowY === "visible")) continue;
      const edge = up.getBoundingClientRect();
      cut.left = Math.max(cut.left, edge.left);
      cut.right = Math.min(cut.right, edge.right);
      cut.top = Math.max(cut.top, edge.top);
      cut.bottom = Math.min(cut.bottom, edge.bottom);
    }
    return cut;
  };
  const isSeen = (element) => !element.closest(".visually-hidden")
    && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const over = (element) => {
    for (let up = element; up; up = up.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(up).position)) return up;
    }
    return null;
  };
  const pressed = [...document.querySelectorAll(
    "a[href], button, select, textarea, summary, input:not([type=hidden])")]
    .filter(isSeen)
    .map((control) => ({ control, over: over(control),
      boxes: [...control.getClientRects()].map((box) => within(box, control.parentElement)) }));
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, parent = text.parentElement;
    if (!name.test(text.textContent) || parent.closest("script, style, option")) continue;
    if (!isSeen(parent)) continue;
    const where = `${parent.closest("[class]")?.getAttribute("class")}: `
      + text.textContent.trim().slice(0, 50);
    const range = document.createRange();
    range.selectNodeContents(text);
    const whole = [...range.getClientRects()];
    const boxes = whole.map((box) => within(box, parent));
    for (let up = parent; up; up = up.parentElement) {
      const { overflowX, textOverflow, display } = getComputedStyle(up);
      if (display !== "inline" && overflowX === "hidden" && textOverflow === "clip"
          && whole.some((box) => box.right > up.getBoundingClientRect().right + 1)
          && !up.closest("svg")) {
        said.push(`cut off without a sign: ${where}`);
      }
      if (overflowX !== "visible") break;
    }
    for (const { control, boxes: others, over: layer } of pressed) {
      if (control.contains(parent) || parent.contains(control) || layer !== over(parent)) continue;
      const lies = boxes.some((box) => others.some((other) =>
        Math.min(box.right, other.right) - Math.max(box.left, other.left) > 2
        && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 4));
      if (lies) {
        const what = control.getAttribute("aria-label") ?? control.textContent.trim();
        said.push(`over ${control.tagName} ${control.getAttribute("class")} `
          + `${what.slice(0, 40)}: ${where}`);
      }
    }
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) {
    const beyond = (each) => within(each.getBoundingClientRect(), each.parentElement).right
      > innerWidth + 1;
    const last = [...document.querySelectorAll("main *")].filter((each) => isSeen(each)
      && beyond(each) && ![...each.children].some(beyond));
    const who = last.slice(0, 4).map((each) =>
      `${each.closest("[class]")?.getAttribute("class")} ${each.textContent.trim().slice(0, 40)}`);
    said.push(`the page is ${wide} px too wide: ${who.join("; ")}`);
  }
  return said;
}"""
# What is folded and pushes the page down when it unfolds, not what opens over it.
UNFOLD = """() => document.querySelectorAll("main details:not([open])").forEach((each) => {
  each.open = true;
  const inside = [...each.children].find((child) => child.tagName !== "SUMMARY");
  if (!inside || /absolute|fixed/.test(getComputedStyle(inside).position)) each.open = false;
})"""


def widest(number: int) -> str:
    """A name of the greatest length, of the widest letters, and unlike that of other numbers."""
    ending = format(number, "04b").replace("0", "W").replace("1", "M")
    return ending.rjust(names.MAX_LENGTH, "W")


@pytest.fixture
def anna(db: None) -> User:
    return person(widest(0), language="de")


@pytest.fixture
def ben(db: None) -> User:
    return person(widest(1), language="de", confirm_turns=False)


@pytest.fixture
def eight(anna: User, ben: User) -> list[User]:
    return [anna, ben, *(person(widest(number), language="de") for number in range(2, 8))]


def table_of_four(slug: str, four: list[User]) -> int:
    """A table at which a little was played and said."""
    game = open_games.create(four[0].pk, slug, 4, name="W" * 40).game.pk
    for user in four[1:]:
        open_games.join_game(game, user.pk)
    for _move in range(8):
        playing.answer(game, playing.asked(game)[0], random.Random(3).choice)
    for user in four:
        chat.post(game, user.pk, f"Gut gemacht, {four[0]}!")
    return game


def over(slug: str, players: list[User]) -> int:
    """A game of random play that is over."""
    rules, rng = registry.get(slug), random.Random(5)
    document = dataset.play(rules, rng)
    while document["players"] != len(players):
        document = dataset.play(rules, rng)
    for place, user in zip(document["seats"], players, strict=True):
        place["name"], place["bot"] = user.username, None
    document["finished_at"] = timezone.now().isoformat()
    return transfer.import_game(document).pk


def tournament(people: list[User], **changed: Any) -> int:
    plan = Plan(
        TITLE, "robin", "bali", clock={"kind": "per_turn", "days": 2}, most=len(people), days=60
    )
    here = opening.open_(people[0].pk, replace(plan, **changed)).pk
    for user in people:
        entering.join_tournament(here, user.pk)
    running.tick()
    return here


def club(people: list[User]) -> str:
    here = founding.found(people[1].pk, Words(CLUB, languages=("de",)))
    for user in (people[0], *people[2:]):
        joining.invite_member(here.pk, people[1].pk, user.username)
        joining.join_club(here.pk, user.pk)
    talk.write_message(here.pk, people[2].pk, "Hallo")
    clock, at = {"kind": "per_turn", "days": 1}, timezone.now() + timedelta(days=3)
    event = events.plan(here.pk, people[1].pk, events.Plan(TITLE, at, "bali", 4, clock))
    for user in people[2:]:
        events.answer_event(here.pk, event.pk, user.pk, comes=True)
    return f"/clubs/{here.pk}/"


@pytest.fixture
def places(eight: list[User]) -> list[str]:
    """Where names of four and eight people stand."""
    four = eight[:4]
    for slug in registry.OWN:
        for number, user in enumerate(eight):
            for season in (0, 20264):
                Standing.objects.create(
                    type=slug,
                    season=season,
                    user=user,
                    mu=30 - number,
                    sigma=1,
                    games=40,
                    listed=True,
                )
    open_games.create(
        eight[2].pk, "bali", 4, name="W" * 40, invite=[eight[0].username, eight[3].username]
    )
    tables = [table_of_four(slug, four) for slug in registry.OWN]
    ended = [over(slug, people) for slug in registry.OWN for people in (four, eight[:2])]
    rungs = tournament(eight, kind="ladder", most=8)
    challenging.challenge(rungs, eight[4].pk, eight[0].username)
    cups = [
        tournament(eight),
        tournament(eight[1:] + eight[:1], kind="elimination", days=10),
        tournament(eight[2:] + eight[:2], kind="swiss", rounds=3, days=10),
        rungs,
    ]
    own = club(eight)
    return [
        own,
        *(f"/games/{number}/" for number in (*tables, *ended)),
        *(f"/games/{number}/log/" for number in (*tables[:1], *ended[:1])),
        *(f"/games/types/{slug}/leaderboard/" for slug in registry.OWN[:1]),
        *(f"/tournaments/{number}/" for number in cups),
        f"/tournaments/{cups[0]}/log/",
        f"/tournaments/{cups[0]}/run/",
        *(f"{own}{part}/" for part in ("members", "talk", "games")),
    ]


def looked_at(page: Page, name: str) -> list[str]:
    """What is wrong with the open page in each width, with all that is folded unfolded."""
    found = []
    page.evaluate(UNFOLD)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        tabs = page.locator("[data-tab]:visible")
        for number in range(tabs.count() or 1):
            if tabs.count():
                tabs.nth(number).evaluate("tab => tab.click()")
            picture(page, f"widest-{name}-{width}-{number}")
            found += [f"{width}, tab {number}: {one}" for one in page.evaluate(FOUND)]
    return found


def german(people: People) -> Page:
    page = people.page((WIDTHS[0], 900), language="de")
    page.context.add_cookies([{"name": "django_language", "value": "de", "url": people.url}])
    return page


def walk(page: Page, paths: list[str], named: Callable[[str], str] = str) -> dict[str, list[str]]:
    wrong = {}
    for path in paths:
        response = page.goto(path)
        assert response is not None
        assert response.status == 200, path
        if found := looked_at(page, named(path).strip("/").replace("/", "-").replace("?", "-")):
            wrong[named(path)] = sorted(set(found))
            print(named(path), *wrong[named(path)], sep="\n  ")
    return wrong


def test_the_pages_of_two_people_have_room_for_them(
    people: People, addresses: dict[str, str]
) -> None:
    page = german(people)
    User.objects.update(language="de")
    shown = {addresses.get(address, address): address for address in (*PAGES, *OWN)}
    shown |= {addresses[address]: address for address in ("bali", "bora_bora", "bomarzo")}
    people.sign_in(page, mover(Game.objects.get(pk=int(addresses["TABLE"].split("/")[2]))))
    shown = {
        path: name for path, name in shown.items() if path not in ("/next/", "/lobby/standing/")
    }
    assert walk(page, list(shown), lambda path: shown[path]) == {}


def test_the_pages_of_eight_people_have_room_for_them(
    people: People, eight: list[User], places: list[str]
) -> None:
    page = german(people)
    people.sign_in(page, eight[0])
    assert walk(page, places) == {}


def test_the_moderators_pages_have_room_for_them(people: People, eight: list[User]) -> None:
    game = table_of_four("bali", eight[:4])
    said = chat.post(game, eight[1].pk, "Unsinn!")
    reports.submit_report("message", said.pk, eight[0].pk, "insult", f"{eight[1]} again")
    reports.submit_report("player", eight[1].pk, eight[2].pk, "insult", f"{eight[1]} again")
    page = german(people)
    people.sign_in(page, in_group(widest(9), "Moderators"))
    cases = [f"/admin/games/case/{report.case_id}/" for report in Report.objects.all()]
    paths = ["/admin/games/case/", *cases, f"/admin/games/game/{game}/moderate/"]
    assert walk(page, paths) == {}
