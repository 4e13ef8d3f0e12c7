"""Looking back in a real browser: what happened is played, the history gone through."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Move, Seat
from games.moves import actions
from games.rules.engine import Choice
from games.storage.position import load
from tests.browser import DESK, PHONE, People, picture
from tests.games import playing
from tests.games.playing import to_the_end
from tests.pages.reading import mover

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Open = Callable[..., Page]
JSON = {"Accept": "application/json"}


@pytest.fixture
def game(anna: User, ben: User, cleo: User) -> Game:
    """Imhotep, anna to move: the others have moved since, and she has not seen it."""
    User.objects.update(confirm_turns=False)
    game = open_games.create(anna.pk, "imhotep", 3).game
    for user in (ben, cleo):
        open_games.join_game(game.pk, user.pk)
    wishes = ["get"] * 3 + ["place"] * 5
    while wishes or mover(game) != anna:
        position = load(game.pk, mover(game).pk)
        [decision] = position.running().decisions()
        wish = wishes.pop(0) if wishes else "get"
        choice = next((c for c in decision.choices if c[0] == wish), decision.choices[0])
        actions.choose(game.pk, mover(game).pk, choice, version=position.version)
    Seat.objects.update(seen_version=0)
    game.refresh_from_db()
    return game


@pytest.fixture
def open_(people: People, game: Game) -> Open:
    def open_page(user: User, query: str = "", **how: object) -> Page:
        page = people.page(**how)  # type: ignore[arg-type]
        people.sign_in(page, user)
        page.goto(f"/games/{game.pk}/{query}")
        return page

    return open_page


def drawn(page: Page) -> list[str]:
    """Where each piece lies, by the board's own markup; choices and what is marked left out."""
    places: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("[data-target]")].map((thing) =>
          [thing, ...thing.querySelectorAll("[data-piece]")]
            .map((each) => each.dataset.piece ?? each.dataset.target).join(" "))"""
    )
    return places


def test_what_happened_is_played_and_a_choice_ends_it_at_once(
    open_: Open, game: Game, anna: User
) -> None:
    page = open_(anna, motion=True)
    film = page.locator("[data-film]")
    expect(film).to_be_visible()
    told = page.locator(".film-told")
    first = page.locator(".film-number").text_content()
    expect(told).not_to_be_empty()
    picture(page, "recap-desk")
    expect(page.locator(".film-number")).not_to_have_text(first or "")
    page.get_by_role("button", name="Pause").click()
    before = Move.objects.filter(game=game).count()
    page.get_by_role("button", name=re.compile(r"^Take \d")).first.click()
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    expect(film).to_be_hidden()
    assert Move.objects.filter(game=game).count() == before + 1
    page.reload()
    expect(page.locator("[data-table]")).to_be_visible()
    expect(film).to_be_hidden()


def test_the_bar_stays_one_line_while_it_is_played_and_afterwards(open_: Open, anna: User) -> None:
    """Nothing glows on a board of the past, which is no reason to list all of it over the board."""
    page = open_(anna, motion=True, size=(1000, 800))
    bar = page.locator(".decision")
    expect(page.locator("[data-film]")).to_be_visible()
    expect(page.locator(".film-told")).not_to_be_empty()
    expect(page.locator(".decision-fold")).to_be_visible()  # there is more than fits in its line
    assert page.locator("[data-region^=board-] a.choice").count() == 0
    expect(bar).not_to_contain_class("is-open")
    page.set_viewport_size({"width": 1000, "height": 790})
    page.wait_for_function("() => new Promise(requestAnimationFrame).then(() => true)")
    expect(bar).not_to_contain_class("is-open")
    page.keyboard.press("Escape")
    expect(page.locator("[data-region^=board-] a.choice")).not_to_have_count(0)
    page.wait_for_function("() => new Promise(requestAnimationFrame).then(() => true)")
    expect(bar).not_to_contain_class("is-open")


def test_a_click_on_the_board_ends_it_and_chooses_nothing(
    open_: Open, game: Game, anna: User
) -> None:
    """What may be chosen does not glow on a board of the past."""
    page = open_(anna, motion=True, size=PHONE)
    page.get_by_role("button", name="Pause").click()
    told = page.locator(".film-told")
    expect(told).not_to_be_empty()
    picture(page, "recap-phone")
    note = page.locator(".first-time")
    expect(note).to_be_hidden()
    told.evaluate("told => (told.textContent = 'Stones come to the temple. '.repeat(12))")
    folded = told.evaluate("told => told.clientHeight")
    assert folded < told.evaluate("told => told.scrollHeight"), "two lines, for the board below"
    told.click()
    assert told.evaluate("told => told.clientHeight") > folded
    before = Move.objects.filter(game=game).count()
    page.locator('[data-target^="boat-"][data-target*="-field-"]').last.click(force=True)
    expect(page.locator("[data-film]")).to_be_hidden()
    expect(page.locator("[data-region^=board-] a.choice")).not_to_have_count(0)
    expect(page.locator("a.choice.is-chosen")).to_have_count(0)
    expect(note).to_be_visible()  # two boxes would lie over each other
    assert Move.objects.filter(game=game).count() == before


def test_without_motion_it_is_a_list(open_: Open, anna: User) -> None:
    page = open_(anna)
    expect(page.locator(".since")).to_have_attribute("open", "")
    expect(page.locator("[data-film]")).to_be_hidden()
    page.locator("[data-recap]").click()
    expect(page.locator("[data-film]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-film]")).to_be_hidden()


def test_the_history_is_gone_through_on_one_page(open_: Open, game: Game, anna: User) -> None:
    page = open_(anna, size=DESK)
    page.evaluate("window.same = true")
    now, last = drawn(page), game.number
    expect(page.locator("[data-region^=board-] a.choice")).not_to_have_count(0)
    page.locator('.table-history a[rel="prev"]').click()
    expect(page).to_have_url(re.compile(rf"\?at={last - 1}$"))
    head = page.locator(".table-number")
    expect(head).to_have_text(f"Move {last - 1} of {last}")
    expect(page.locator('.table-history a[rel="prev"]')).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"\?at={last - 3}$"))
    expect(head).to_have_text(f"Move {last - 3} of {last}")
    expect(page.locator(".film-told")).not_to_be_empty()
    expect(page.locator("[data-region^=board-] .is-marked")).not_to_have_count(0)
    expect(page.locator("[data-region^=board-] a.choice")).to_have_count(0)
    there = drawn(page)
    assert there != now
    assert drawn(open_(anna, f"?at={last - 3}", scripts=False)) == there
    picture(page, "history-desk")
    page.locator("[data-film] input").fill("1")
    expect(page).to_have_url(re.compile(r"\?at=1$"))
    page.get_by_role("button", name="Replay").click()
    expect(page).to_have_url(re.compile(r"\?at=2$"))
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"/games/\d+/$"))
    expect(page.locator("[data-region^=board-] a.choice")).not_to_have_count(0)
    assert drawn(page) == now
    expect(head).to_have_text(f"Move {last} of {last}")
    page.locator(".table-history a").first.click()
    expect(head).to_have_text(f"Move 0 of {last}")
    page.locator(".table-history a").last.click()  # to the game as it is now
    expect(head).to_have_text(f"Move {last} of {last}")
    expect(page.locator("[data-film]")).to_be_hidden()
    assert page.evaluate("window.same")
    # A page of the past goes on in the same way, all of it.
    page = open_(anna, "?at=4")
    page.evaluate("window.same = true")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?at=5$"))
    expect(page.locator(".table-number")).to_contain_text("5")
    assert page.evaluate("window.same")
    page.get_by_role("button", name="Latest").click()
    expect(page.locator(".decision-yours")).to_be_visible()


def test_a_move_that_one_looks_at_is_mentioned_and_followed_on_the_same_page(
    open_: Open, game: Game, anna: User, ben: User
) -> None:
    page = open_(ben, size=PHONE)
    page.locator("#chat > summary").click()
    field = page.get_by_label("Your message")
    field.fill("See ")
    page.locator(".log-number a").first.click()
    number = page.locator(".film-number").text_content()
    page.get_by_role("button", name="Mention this move in the chat").click()
    expect(field).to_be_focused()
    expect(field).to_have_value(f"See #{number} ")
    page.keyboard.type("again")
    picture(page, "mention-phone")
    page.keyboard.press("Enter")
    link = page.locator(".chat-text a")
    expect(link).to_have_text(f"#{number}")
    page.evaluate("window.same = true")
    link.click()
    expect(page).to_have_url(re.compile(rf"\?at={number}$"))
    expect(page.locator("[data-film]")).to_be_visible()
    assert page.evaluate("window.same")
    assert "Mention this move" not in open_(ben, scripts=False).locator("body").inner_text()


def test_a_boat_sails_with_its_stones_which_come_off_one_by_one(
    open_: Open, game: Game, anna: User, ben: User
) -> None:
    Seat.objects.update(seen_version=game.version)
    page = open_(ben, motion=True)
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    page.evaluate(
        """() => {
          window.ways = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            const end = (timing.delay ?? 0) + timing.duration;
            const piece = this.dataset.piece;
            if (piece) window.ways.push({piece, end, frames: frames.length});
            return animate.call(this, frames, timing);
          };
        }"""
    )
    position = load(game.pk, anna.pk)
    [decision] = position.running().decisions()
    choice = next(c for c in decision.choices if c[0] == "sail" and c[2] == "tomb")
    actions.choose(game.pk, anna.pk, choice, version=position.version)
    events = Move.objects.filter(game=game).latest("version").events
    stones = [f"stone-{each['data']['stone']}" for each in events if "stone" in each["data"]]
    expect(page.locator("svg.is-moving")).not_to_have_count(0)
    ways = {way["piece"]: way for way in page.evaluate("window.ways")}
    assert ways[f"boat-{choice[1]}"]["end"] == 900
    ends = [ways[stone]["end"] for stone in stones]
    assert len(ends) > 1
    assert ends == sorted(set(ends))
    assert ends[0] > 900
    assert {ways[stone]["frames"] for stone in stones} == {7}, "they ride on the boat, and drop"
    expect(page.locator("svg.is-moving")).to_have_count(0)


def test_one_plays_on_from_every_position_that_one_looks_back_at(
    open_: Open, game: Game, anna: User
) -> None:
    """However one came there, and not where the game goes on or nothing is left to choose."""
    page = open_(anna, size=PHONE)
    page.keyboard.press("Escape")
    page.locator('.table-history a[rel="prev"]').click()
    expect(page.locator(".film-told")).not_to_be_empty()
    way = page.get_by_role("link", name="Play on from here")
    expect(way).to_have_count(0)
    last = to_the_end(game.pk, random.Random(3)).number

    page.goto(f"/games/{game.pk}/")
    page.evaluate("window.same = true")
    page.locator('.table-history a[rel="prev"]').click()
    expect(way).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(way).to_have_attribute("href", f"/games/{game.pk}/play-on/?at={last - 2}")
    page.keyboard.press("Home")
    expect(page.locator(".table-number")).to_have_text(f"Move 0 of {last}")
    page.keyboard.press("End")
    expect(page.locator("[data-film]")).to_be_hidden()
    page.locator("h1").click()
    page.keyboard.press("Home")  # leads to the page's head, as elsewhere
    expect(page.locator("[data-film]")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-film]")).to_be_visible()
    page.locator("[data-film] input").fill("3")
    expect(way).to_have_attribute("href", f"/games/{game.pk}/play-on/?at=3")
    picture(page, "play-on-phone")
    page.locator("[data-film] input").fill(str(last))
    expect(way).to_have_count(0)
    page.locator("[data-watch]").click()
    expect(way).to_have_attribute("href", f"/games/{game.pk}/play-on/?at=1")
    assert page.evaluate("window.same")
    way.click()
    expect(page).to_have_url(re.compile(r"/play-on/\?at=\d+$"))


def test_passes_are_left_out_by_shift_and_by_two_buttons(
    people: People, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "bomarzo", 2).game
    open_games.join_game(game.pk, ben.pk)
    rng = random.Random(2)

    def pick(found: list[Choice]) -> Choice:
        return ("pass",) if ("pass",) in found and rng.random() < 0.4 else rng.choice(found)

    for _move in range(24):
        playing.answer(game.pk, playing.asked(game.pk)[0], pick)
    reader = people.page((1600, 900))  # where there is room for the buttons
    people.sign_in(reader, anna)
    passed = [
        reader.request.get(f"/games/{game.pk}/news/?at={number}", headers=JSON).json()["passed"]
        for number in range(Game.objects.get(pk=game.pk).number)
    ]
    before = next(n for n in range(1, len(passed)) if not passed[n - 1] and passed[n]) - 1
    after = next(n for n in range(before + 1, len(passed)) if not passed[n])
    reader.goto(f"/games/{game.pk}/")
    reader.keyboard.press("Escape")
    reader.locator('.table-history a[rel="prev"]').click()
    reader.locator("[data-film] input").fill(str(before))
    place = reader.locator(".film-number")
    expect(place).to_have_text(str(before))
    reader.locator("[data-film-play]").focus()  # the slider keeps the keys for itself
    reader.keyboard.press("Shift+ArrowRight")
    expect(place).to_have_text(str(after))
    reader.keyboard.press("Shift+ArrowLeft")
    expect(place).to_have_text(str(before))
    reader.get_by_label("Next move that was no pass").click()
    expect(place).to_have_text(str(after))
    reader.get_by_label("Previous move that was no pass").click()
    expect(place).to_have_text(str(before))
