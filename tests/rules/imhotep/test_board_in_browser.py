"""Imhotep's board on the real page: legible, reachable, and worth looking at."""

import random
from typing import Literal

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.rules.engine import Json
from games.rules.imhotep.tables import SITES
from games.storage.position import load
from tests.browser import DESK, PHONE, People, picture, run_axe
from tests.rules.imhotep.test_phone_window import ROOM
from tests.rules.imhotep.whole_games import FLAGS as FLAG_NAMES

SEED = bytes(range(32))

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]


FLAGS = {name: True for name in FLAG_NAMES if name != "unlimited_stones"}
FORMS: dict[str, Json] = {
    "B": {"preset": "all_b"} | FLAGS,
    "C": {f"{site}_side": "C" for site in SITES} | FLAGS,
    "D": {f"{site}_side": "D" for site in SITES} | FLAGS | {"hidden_cards": False},
}


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    """A game of four, somebody to act: in its fourth round, with more in it in the last one."""
    form = getattr(request, "param", "base")
    names = ("anna", "ben", "cleo", "dora")
    people = [User.objects.create_user(name, f"{name}@example.org", "secret") for name in names]
    game = open_games.create(people[0].pk, "imhotep", 4, options=FORMS.get(form, {})).game
    game.seed, game.seed_hash = SEED, ""  # the same game each time
    game.save()
    for person in people[1:]:
        open_games.join_game(game.pk, person.pk)
    rng = random.Random(8)
    while True:
        asked = next(seat.user_id for seat in load(game.pk, None).seats if seat.to_move)
        assert asked is not None
        position = load(game.pk, asked)
        seat = position.seat_of(asked)
        assert seat is not None
        decision = position.running().decision(seat.index)
        assert decision is not None
        view = position.running().view(seat.index)
        kinds = {choice[0] for choice in decision.choices}
        last = 4 if form == "base" else 6
        if view["round"] >= last and {"get", "place", "sail"} <= kinds:
            return game
        actions.choose(game.pk, asked, rng.choice(decision.choices), version=position.version)


@pytest.fixture
def mover(game: Game) -> User:
    user = next(seat.user for seat in load(game.pk, None).seats if seat.to_move)
    assert user is not None
    return user


def opened(people: People, game: Game, user: User, size: tuple[int, int] = DESK) -> Page:
    page = people.page(size)
    people.sign_in(page, user)
    page.goto(f"/games/{game.pk}/")
    return page


HITS = ".board-regions a.choice .hit"
LOOKS: tuple[tuple[tuple[int, int], Literal["light", "dark"]], ...] = (
    (PHONE, "dark"), ((820, 1180), "light"), (DESK, "dark"),
)  # fmt: skip


def test_the_board_is_legible_and_accessible_by_day_and_by_night(
    people: People, game: Game, mover: User
) -> None:
    page = opened(people, game, mover, size=PHONE)
    for size, theme in LOOKS:
        show(page, size, theme)
        picture(page, f"imhotep-{size[0]}-{theme}")
        check_legible(page)
    show(page, PHONE)
    assert page.locator(HITS).count() >= 3
    assert not small_targets(page)


@pytest.mark.parametrize("game", FORMS, indirect=True)
def test_the_fullest_board_is_legible_and_accessible(
    people: People, game: Game, mover: User
) -> None:
    page = opened(people, game, mover, size=PHONE)
    sides = "".join(
        sorted({str(value) for value in game.options.values() if value in ("B", "C", "D")})
    )
    for size in (PHONE, DESK):
        show(page, size)
        picture(page, f"imhotep-{sides}-{size[0]}")
        check_legible(page)
        assert size != PHONE or not small_targets(page)
    check_one_glance(page)


def show(page: Page, size: tuple[int, int], theme: Literal["light", "dark"] = "light") -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=theme)


def small_targets(page: Page) -> list[str]:
    """What can be chosen but is too small for a finger."""
    found: list[str] = page.evaluate(
        """hits => [...document.querySelectorAll(hits)]
            .filter(hit => hit.getBoundingClientRect().height < 44
                        || hit.getBoundingClientRect().width < 44)
            .map(hit => hit.closest('[data-target]').dataset.target)""",
        HITS,
    )
    return found


def check_one_glance(page: Page) -> None:
    """All of the board and the expansions lies in the first window of a desk."""
    for width, height in (DESK, (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        bottom = """() => Math.max(...[...document.querySelectorAll('[data-region^=board-]')]
            .map(region => region.getBoundingClientRect().bottom + scrollY))"""
        assert page.evaluate(bottom) <= height


def check_legible(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    smallest = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('.board-regions text, .player text')]
            .filter(text => text.getClientRects().length)
            .map(text => [text.getScreenCTM(), parseFloat(getComputedStyle(text).fontSize)])
            .map(([{ c, d }, size]) => size * Math.hypot(c, d)))"""
    )
    assert smallest >= 10.5
    findings = run_axe(page, ".board-regions")
    assert findings.violations_count == 0, findings.generate_report()


def test_four_waiting_boats_and_all_sites_are_seen_together_on_a_phone(people: People) -> None:
    names = ("anna", "ben", "cleo", "dora")
    users = [User.objects.create_user(name) for name in names]
    game = open_games.create(users[0].pk, "imhotep", 4).game
    for user in users[1:]:
        open_games.join_game(game.pk, user.pk)
    moving = next(seat.user for seat in load(game.pk, None).seats if seat.to_move)
    assert moving is not None
    page = opened(people, game, moving, size=PHONE)
    assert page.locator(".imhotep-boat").count() == 4
    sheet = page.locator(".decision").bounding_box()
    board = page.locator('[data-region="board-harbour"]').bounding_box()
    assert sheet
    assert board
    assert sheet["y"] - board["y"] >= ROOM
    for name in ("harbour", "quarry", *SITES):
        box = page.locator(f'[data-region="board-{name}"]').bounding_box()
        assert box
        assert box["y"] + box["height"] <= sheet["y"], name
    picture(page, "imhotep-together-390")
    check_legible(page)
    assert not small_targets(page)


def test_boat_then_site(people: People, game: Game, mover: User) -> None:
    page = opened(people, game, mover)
    boat = page.locator('[data-target^="boat-"]:not([data-target*="field"]) > a.choice').first
    boat.locator(".hit").click(position={"x": 8, "y": 30})
    target = page.locator('[data-target="site-temple"] > a.choice')
    target.wait_for()
    picture(page, "imhotep-where-to")
    target.locator(".hit").click(position={"x": 60, "y": 60})
    page.get_by_role("button", name="Confirm turn").wait_for()
    assert page.locator('[data-target="site-temple"].is-marked').count() == 1
    assert not people.errors
