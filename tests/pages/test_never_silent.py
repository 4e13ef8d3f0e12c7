"""Pages in a real browser where something goes wrong: they say it, and come right by themselves."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from accounts.models import User
from games.models import ChatMessage, Game, Move
from notifications import bell
from tests.browser import People, without_sockets
from tests.games.sockets import Follower
from tests.notifications.test_socket import told
from tests.pages.reading import mover, other
from tests.pages.test_in_browser import Open, game, open_, path, take_stones  # noqa: F401
from tests.sites import running_site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AGAIN = "2"
CROWDED = "tests.games.crowded_site:application"


@pytest.fixture(autouse=True)
def whole_turns(anna: User, ben: User) -> None:
    User.objects.update(confirm_turns=False)


def poll_soon(page: Page) -> None:
    """The page asks each 0.3 s where it would each 15."""

    def sooner(route: Route) -> None:
        body = route.fetch().text().replace("const POLL = 15000", "const POLL = 300")
        route.fulfill(body=body, content_type="text/javascript")

    page.route("**/js/live.js", sooner)


def version(page: Page) -> int:
    return int(page.locator("[data-table]").get_attribute("data-version") or -1)


def choose(page: Page) -> None:
    page.locator(".decision-choices button").first.dispatch_event("click")


GARBLED: dict[str, str | bytes] = {
    "no JSON": "not { JSON",
    "nothing": "null",
    "what cannot be unpacked": b"\x78\x9c nonsense",
    "a game without a version": '{"type": "game"}',
    "a page without regions": '{"type": "page", "version": 9, "have": "", "release": ""}',
    "a region without a drawing": (
        '{"type": "page", "version": 0, "have": "", "title": "", "stamp": "",'
        ' "regions": {"log": {"hash": "x", "html": null}}}'
    ),
}


@pytest.mark.parametrize("what", GARBLED)
def test_a_message_that_fails_does_not_end_the_hearing(
    game: Game,  # noqa: F811
    open_: Open,  # noqa: F811
    what: str,
) -> None:
    page = open_(other(game), "/games/")
    opened: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        opened.append(socket)

    page.route_web_socket(re.compile("/ws/games/"), between)
    page.goto(path(game))
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.wait_for_load_state("networkidle", timeout=60_000)
    with page.expect_response(re.compile("/news/")):  # it asks whether it has missed something
        opened[0].send(GARBLED[what])
    take_stones(game)
    expect(page.locator(".decision")).to_have_class(re.compile("decision-yours"))
    assert version(page) == Game.objects.get().version


def test_a_region_that_cannot_be_put_in_is_asked_for_anew(
    game: Game,  # noqa: F811
    open_: Open,  # noqa: F811
) -> None:
    page = open_(other(game), path(game))
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.evaluate(
        """() => {
          const part = document.querySelector("#region-log");
          Object.defineProperty(part, "innerHTML", { configurable: true, set() {
            delete part.innerHTML;
            throw new Error("not this time");
          } });
        }"""
    )
    take_stones(game)
    expect(page.locator(".decision")).to_have_class(re.compile("decision-yours"))
    expect(page.locator("#region-log .log-entry")).not_to_have_count(0)
    take_stones(game)
    expect(page.locator(".decision")).to_contain_text("Waiting for")


def test_news_that_could_not_be_fetched_are_asked_for_again_also_with_a_socket(
    game: Game,  # noqa: F811
    open_: Open,  # noqa: F811
) -> None:
    page = open_(other(game), "/games/")
    page.add_init_script("delete window.DecompressionStream")  # it is told the version alone
    poll_soon(page)
    page.goto(path(game))
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.wait_for_load_state("networkidle", timeout=60_000)
    asked: list[str] = []

    def fail_at_first(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 2:
            route.continue_()
        else:
            route.fulfill(body="<h1>Sign in to this network</h1>", content_type="text/html")

    page.route("**/news/*", fail_at_first)
    take_stones(game)
    expect(page.locator(".decision")).to_have_class(re.compile("decision-yours"))


def test_the_bell_goes_on_counting_after_an_answer_that_is_no_json(
    anna: User,
    open_: Open,  # noqa: F811
) -> None:
    page = open_(anna, "/games/")
    without_sockets(page)
    poll_soon(page)
    asked: list[str] = []

    def garble_the_first(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(body="<h1>Sign in to this network</h1>", content_type="text/html")

    page.route("**/notifications/count/", garble_the_first)
    with page.expect_request("**/notifications/count/"):
        page.goto("/games/")
    told(anna)
    expect(page.locator("[data-bell] .count")).to_contain_text("1")
    assert bell.entries(anna.pk).count() == 1


def test_a_page_that_is_asked_for_a_rest_takes_it(
    anna: User,
    open_: Open,  # noqa: F811
) -> None:
    """Over a limit it asks again when it may, and not before."""
    page = open_(anna, "/games/")
    without_sockets(page)
    poll_soon(page)
    asked: list[float] = []

    def refuse_the_first(route: Route) -> None:
        asked.append(time.monotonic())
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=429, headers={"Retry-After": AGAIN}, body="{}")

    page.route("**/notifications/count/", refuse_the_first)
    page.goto("/games/")
    told(anna)
    expect(page.locator("[data-bell] .count")).to_contain_text("1")
    assert asked[1] - asked[0] >= float(AGAIN)


class Choices:
    """Stands before the place where choices are sent to; ``away`` is when it answers 503."""

    def __init__(self, page: Page, again: str = "0") -> None:
        self.away, self.again = True, again
        self.at: list[float] = []
        page.route("**/choose/", self.answer)

    def answer(self, route: Route) -> None:
        self.at.append(time.monotonic())
        if self.away:
            route.fulfill(status=503, headers={"Retry-After": self.again}, body="{}")
        else:
            route.continue_()


def test_a_service_that_is_busy_is_tried_again_when_it_says(
    game: Game,  # noqa: F811
    open_: Open,  # noqa: F811
) -> None:
    page = open_(mover(game), path(game))
    before = Move.objects.count()
    choices = Choices(page, "3")
    choose(page)
    expect(page.locator("[data-message]")).to_contain_text("The service is busy")
    choices.away = False
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    expect(page.locator("[data-message]")).to_be_empty()
    assert len(choices.at) == 2
    assert choices.at[1] - choices.at[0] >= 3
    assert Move.objects.count() == before + 1


@pytest.mark.parametrize(
    ("language", "told", "button", "done"),
    [
        ("en", "not answered for a minute", "Try again now", "Waiting for"),
        (
            "de",
            "Seit einer Minute kommt keine Antwort",
            "Jetzt noch einmal versuchen",
            "Warten auf",
        ),
    ],
)
def test_after_a_minute_the_reader_is_told_what_to_do(
    game: Game,  # noqa: F811
    open_: Open,  # noqa: F811
    language: str,
    told: str,
    button: str,
    done: str,
) -> None:
    User.objects.update(language=language)
    page = open_(mover(game), "/games/")
    page.clock.install()
    page.goto(path(game))
    before, choices = Move.objects.count(), Choices(page, "3600")
    choose(page)
    expect(page.locator("[data-message] .notice")).to_be_visible()
    page.clock.fast_forward(61_000)
    notice = page.locator("[data-message] .notice")
    expect(notice).to_contain_text(told)
    choices.away = False
    notice.get_by_role("button", name=button).click()
    expect(page.locator(".decision")).to_contain_text(done)
    expect(page.locator("[data-message]")).to_be_empty()
    assert Move.objects.count() == before + 1


def test_what_is_said_while_a_choice_travels_arrives_too(
    game: Game,  # noqa: F811
    open_: Open,  # noqa: F811
) -> None:
    page = open_(mover(game), path(game))
    before = Move.objects.count()
    choices = Choices(page)
    page.locator("#chat > summary").click()
    choose(page)
    expect(page.locator("[data-message]")).not_to_be_empty()
    box = page.get_by_label("Your message")
    for text in ("Good luck", "and have fun"):
        box.fill(text)
        box.press("Enter")
        expect(box).to_have_value("")
        expect(page.locator("[data-waiting]")).to_contain_text(text)
    choices.away = False
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    expect(page.locator(".chat")).to_contain_text("Good luck")
    expect(page.locator(".chat")).to_contain_text("and have fun")
    expect(page.locator("[data-waiting]")).to_be_empty()
    assert Move.objects.count() == before + 1
    assert [said.text for said in ChatMessage.objects.order_by("id")] == [
        "Good luck",
        "and have fun",
    ]


def test_what_is_refused_comes_back_into_its_box(
    game: Game,  # noqa: F811
    open_: Open,  # noqa: F811
) -> None:
    page = open_(mover(game), path(game))
    page.locator("#chat > summary").click()
    page.route("**/chat/", lambda route: route.fulfill(status=500, body="<h1>Oh</h1>"))
    box = page.get_by_label("Your message")
    box.fill("Good luck")
    box.press("Enter")
    expect(page.locator("[data-message]")).to_contain_text("Something went wrong")
    expect(box).to_have_value("Good luck")


def test_being_present_does_not_depend_on_the_name_of_a_panel(
    game: Game,  # noqa: F811
    anna: User,
    ben: User,
    open_: Open,  # noqa: F811
) -> None:
    page = open_(anna, path(game))
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.evaluate(
        """() => {
          for (const panel of document.querySelectorAll(".player"))
            panel.setAttribute("aria-label", "Somebody");
        }"""
    )
    open_(ben, path(game))
    expect(page.locator(".presence-online")).to_have_count(2)


@pytest.fixture
def crowded(transactional_db: None, chromium: Browser) -> Iterator[People]:
    """A site with two places for the sockets of a person."""
    with running_site(CROWDED) as site:
        people = People(chromium, site.address)
        yield people
        people.close()
        assert people.errors == []


def test_a_page_without_a_place_polls_and_comes_back_when_it_was_told_to(
    crowded: People,
    game: Game,  # noqa: F811
) -> None:
    watching = other(game)
    page = crowded.page()
    cookie = {"name": "sessionid", "value": session(watching), "url": crowded.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    poll_soon(page)
    opened: list[float] = []

    def note(socket: object) -> None:
        if "/ws/games/" in socket.url:  # type: ignore[attr-defined]
            opened.append(time.monotonic())

    page.on("websocket", note)
    with ExitStack() as others:
        for _place in range(2):
            others.enter_context(Follower(crowded.url, game.pk, watching)).hears(type="game")
        page.goto(path(game))
        expect(page.locator("html")).to_have_attribute("data-live", "no")
        take_stones(game)
        expect(page.locator(".decision")).to_have_class(re.compile("decision-yours"))
        until = time.monotonic() + 15
        while len(opened) < 3 and time.monotonic() < until:
            page.wait_for_timeout(100)
        assert len(opened) >= 3
        assert all(later - at >= 1.9 for at, later in pairwise(opened))
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    take_stones(game)
    expect(page.locator(".decision")).to_contain_text("Waiting for")


def session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def test_a_connection_that_is_broken_in_silence_is_made_anew(
    game: Game,  # noqa: F811
    open_: Open,  # noqa: F811
) -> None:
    page = open_(other(game), "/games/")

    def sooner(route: Route) -> None:
        body = route.fetch().text().replace("const POLL = 15000", "const POLL = 300")
        body = body.replace("const SILENCE = 40000", "const SILENCE = 3000")
        route.fulfill(body=body, content_type="text/javascript")

    opened: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        opened.append(socket)
        if len(opened) > 1:  # whatever goes into the first one, nothing comes of it
            socket.connect_to_server()

    page.route(re.compile(r"/js/(live|table/hearing)\.js"), sooner)
    page.route_web_socket(re.compile("/ws/games/"), between)
    page.goto(path(game))
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    take_stones(game)
    expect(page.locator(".decision")).to_have_class(re.compile("decision-yours"), timeout=15000)
    assert version(page) == Game.objects.get().version
