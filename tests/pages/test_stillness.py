"""The board keeps still, and is seen: whatever is asked, chosen, confirmed or refused, no region of
it moves, and on a desk all of it lies in the first window."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.company import relationships
from accounts.models import User
from games.live import chat
from games.lobby import open_games
from games.models import Game
from games.moderation import hiding
from games.moves import actions
from games.storage.position import load, locked
from tests.browser import DESK, PHONE, People, picture
from tests.pages.hearing import heard as hear
from tests.pages.hearing import listen
from tests.pages.reading import mover
from tests.people import person
from tests.whole_games.playing import Sitter

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

SIZES = [(390, 844), (768, 1024), (1366, 650), (1366, 768), (1440, 900)]
WHOLE = [(1366, 768), (1440, 900)]
SITES = ("market", "temple", "tomb", "pyramid", "obelisks")
ABOVE_THE_SHEET = {
    "imhotep": ["board-harbour", *(f"board-{site}" for site in SITES)],
    "bali": ["board-village", "board-hand"],
    "bomarzo": ["board-grove_1", "board-stores"],
    "bora_bora": ["board-islands", "board-goals"],
}

# Where the regions of the board are in a window of this size, once it has settled: on a phone those
# of the pane in front, and what is always in sight.
BOXES = """async ([width, height]) => {
  const frame = () => new Promise(requestAnimationFrame);
  const behind = (region) => region.closest("[data-pane]:not(.is-forward)")
    && document.querySelector("[data-tab]").getClientRects().length;
  const boxOf = (region) => { // a region that is no box has the one around all that is in it
    const range = document.createRange();
    range.selectNodeContents(region);
    return (region.checkVisibility() ? region : range).getBoundingClientRect();
  };
  const look = () => [...document.querySelectorAll("[data-region^=board-]")].flatMap((region) => {
    const box = boxOf(region);
    const isSeen = box.width && box.height && !behind(region);
    const place = [box.x + scrollX, box.y + scrollY, box.width, box.height];
    return isSeen ? [[region.dataset.region, place]] : [];
  });
  let places = null;
  for (let still = 0; still < 8; still += 1) {
    await frame();
    const now = look();
    const settled = innerWidth === width && innerHeight === height;
    if (!settled || JSON.stringify(now) !== JSON.stringify(places)) still = 0;
    places = now;
  }
  return Object.fromEntries(places);
}"""

#: The place of everything that can be clicked.
PLACES = """() => [...document.querySelectorAll(
  "[data-region^=board-], .decision, .decision-ways, .decision-tools, .decision-fold"
)].map((part) => Object.values(part.getBoundingClientRect().toJSON()))"""

Boxes = dict[tuple[int, int], dict[str, list[float]]]


def begun(slug: str, kind: str, users: list[User], moves: int) -> Game:
    """A game after so many moves and more, at a turn in which this can be chosen."""
    game = open_games.create(users[0].pk, slug, len(users)).game
    game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
    game.save()
    for user in users[1:]:
        open_games.join_game(game.pk, user.pk)
    rng = random.Random(8)
    while True:
        user = mover(game)
        position = load(game.pk, user.pk)
        seats = {seat.index for seat in position.seats if seat.user == user}
        decision = next(each for each in position.running().decisions() if each.seat in seats)
        kinds = {decision.kind, *(str(choice[0]) for choice in decision.choices)}
        moves -= 1
        if moves < 0 and kind in kinds and len(decision.choices) > 2:
            return game
        choice = decision.example(rng.choice(decision.choices))
        actions.choose(game.pk, user.pk, choice, version=position.version)


def opened(people: People, game: Game, user: User) -> Page:
    page = people.page(SIZES[-1])
    people.sign_in(page, user)
    page.goto(f"/games/{game.pk}/")
    return page


def boxes(page: Page) -> Boxes:
    """Where the regions of the board are in windows of each size."""
    found: Boxes = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate(BOXES, [width, height])
    return found


def moved(before: Boxes, after: Boxes) -> dict[str, float]:
    """The regions that are elsewhere or of another size, and by how much. What lies behind a tab
    then is nowhere."""
    return {
        f"{size[0]}x{size[1]} {name}": worst
        for size, regions in before.items()
        for name, box in regions.items()
        if name in after[size]
        if (worst := max(abs(a - b) for a, b in zip(box, after[size][name], strict=True))) > 2
    }


def check_seen(slug: str, places: Boxes) -> None:
    """On a desk the whole board lies in the first window; on a phone two thirds of it are board,
    and what belongs together lies above the sheet."""
    for width, height in WHOLE:
        ends = {name: y + tall for name, (_x, y, _w, tall) in places[width, height].items()}
        assert max(ends.values()) <= height, ends
    width, height = SIZES[0]
    sheet = height - 60 - 56  # above the navigation
    phone = places[width, height]
    top = min(y for _x, y, _w, _h in phone.values())
    assert sheet - top >= height * 2 / 3
    for name in ABOVE_THE_SHEET[slug]:
        assert phone[name][1] + phone[name][3] <= sheet, name


def refuse(page: Page, version: int) -> None:
    """The next choice is refused, as if a rule forbade it."""
    answer: dict[str, Any] = {"version": version, "regions": {}, "title": "", "waiting": 0}
    answer |= {"stamp": "", "said": "", "message": "You cannot do this now, and here is why."}
    page.route(
        "**/choose/",
        lambda route: route.fulfill(
            status=422, content_type="application/json", body=json.dumps(answer)
        ),
        times=1,
    )


# The notes of the bar of which not all is seen, and not nothing.
CUT_NOTES = """() => [...document.querySelectorAll(".decision-note")]
  .filter((note) => note.checkVisibility())
  .filter((note) => {
    const own = note.getBoundingClientRect();
    const bar = note.closest(".decision").getBoundingClientRect();
    return own.bottom > bar.bottom || own.top < bar.top || note.scrollWidth > note.clientWidth + 1;
  }).map((note) => note.textContent)"""


@pytest.mark.parametrize(
    ("slug", "kind", "players"),
    [
        ("imhotep", "place", 4),
        ("bali", "play", 4),
        ("bomarzo", "place", 4),
        ("bora_bora", "place_die", 4),
    ],
    ids=str,
)
def test_no_region_of_the_board_moves_through_a_turn(
    people: People, slug: str, kind: str, players: int
) -> None:
    names = ("anna", "ben", "cleo", "dora")[:players]
    users = [User.objects.create_user(name, confirm_turns=False) for name in names]
    game = begun(slug, kind, users, 30)
    user = mover(game)
    User.objects.filter(pk=user.pk).update(confirm_turns=True)
    page = opened(people, game, user)
    sitter = Sitter(user.username, page)
    items = sitter.items()
    item = next((item for item in items if item["choice"][0] == kind), items[0])
    choosing = boxes(page)
    check_seen(slug, choosing)
    states: dict[str, Boxes] = {}
    page.locator("a.choice").first.focus()
    page.locator(".decision-choices :is(button, a):visible").first.focus()
    states["a choice in focus"] = boxes(page)
    refuse(page, sitter.version)
    page.evaluate(
        "choice => document.querySelector('[data-table]')"
        ".dispatchEvent(new CustomEvent('chosen', { detail: choice }))",
        item["choice"],
    )
    expect(page.locator("[data-message]")).to_contain_text("here is why")
    states["refused"] = boxes(page)
    sitter.make(item, "board")
    expect(sitter.button("undo")).to_have_count(1)
    states["chosen on the board"] = boxes(page)
    sitter.undo()
    states["taken back"] = boxes(page)
    sitter.make(item, "bar")
    while sitter.items():
        sitter.make(sitter.items()[0], "bar")
        states["the turn goes on"] = boxes(page)
    states["to be confirmed"] = boxes(page)
    for language in ("en", "de"):
        User.objects.filter(pk=user.pk).update(language=language)
        page.reload()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("new Promise(requestAnimationFrame)")
            assert page.evaluate(CUT_NOTES) == []
    User.objects.filter(pk=user.pk).update(language="en")
    page.reload()
    sitter.confirm()
    expect(page.locator(".decision-yours")).to_have_count(0)
    states["waiting"] = boxes(page)
    assert {state: moved(choosing, after) for state, after in states.items()} == {
        state: {} for state in states
    }


@pytest.mark.parametrize("size", [DESK, (1366, 768), PHONE], ids=str)
def test_what_somebody_says_is_seen_in_the_bar_and_moves_nothing(
    people: People, size: tuple[int, int]
) -> None:
    users = [User.objects.create_user(name, confirm_turns=False) for name in ("anna", "ben")]
    game = begun("imhotep", "place", users, 30)
    user = mover(game)
    writer = next(each for each in users if each != user)
    page = opened(people, game, user)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    listen(page)
    before = page.evaluate(PLACES)
    heard = page.locator(".decision-heard")
    chat.post(game.pk, user.pk, "My own words")
    expect(page.locator(".chat")).to_contain_text("My own words")
    expect(heard).to_have_count(0)
    chat.post(game.pk, writer.pk, "A fine move, and a long sentence about it that has no end")
    expect(heard).to_be_in_viewport()
    expect(heard).to_contain_text(f"{writer.username}: A fine move")
    picture(page, f"heard-{size[0]}", whole=False)
    assert page.evaluate(PLACES) == before
    assert page.evaluate("scrollY") == 0
    (spoken,) = hear(page)
    assert "A fine move" in spoken
    heard.click()
    expect(page.locator(".chat-message").last).to_be_in_viewport()
    expect(heard).to_have_count(0)


def test_what_is_hidden_or_said_by_somebody_blocked_is_not_in_the_bar(people: People) -> None:
    users = [
        User.objects.create_user(name, confirm_turns=False) for name in ("anna", "ben", "cleo")
    ]
    game = begun("imhotep", "place", users, 30)
    user = mover(game)
    blocked, other = (each for each in users if each != user)
    relationships.block(user, blocked)
    page = opened(people, game, user)
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    heard = page.locator(".decision-heard")
    chat.post(game.pk, other.pk, "For all")
    expect(heard).to_contain_text("For all")
    chat.post(game.pk, blocked.pk, "Not for you")
    said = chat.post(game.pk, other.pk, "To be hidden")
    expect(heard).to_contain_text("To be hidden")
    with locked(game.pk) as position:
        hiding.hide(position, said, person("mo").pk, "Not for a table")
    expect(heard).to_have_count(0)
