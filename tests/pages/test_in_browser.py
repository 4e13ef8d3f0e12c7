"""The table in a real browser: choosing, sending, and what comes in by itself."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.live import chat
from games.lobby import open_games
from games.models import Game, Move, Seat
from games.moves import actions
from games.storage.position import load
from tests.browser import DESK, PHONE, People, picture, without_sockets
from tests.games.playing import answer, asked
from tests.pages.reading import mover, other
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Open = Callable[..., Page]


@pytest.fixture
def open_(people: People) -> Open:
    """`open_(anna, path)`: a page of this person."""

    def open_page(user: User | None, path: str, **how: object) -> Page:
        page = people.page(**how)  # type: ignore[arg-type]
        if user is not None:
            people.sign_in(page, user)
        page.goto(path)
        return page

    return open_page


@pytest.fixture
def game(anna: User, ben: User) -> Game:
    """Imhotep of anna (she confirms her turns) and ben (he does not)."""
    game = open_games.create(anna.pk, "imhotep", 2).game
    return open_games.join_game(game.pk, ben.pk).game


def path(game: Game) -> str:
    return f"/games/{game.pk}/"


def take_stones(game: Game) -> None:
    """Whoever is to move takes stones: a whole turn."""
    user = mover(game)
    position = load(game.pk, user.pk)
    actions.choose(game.pk, user.pk, ("get",), version=position.version)


def with_stones(game: Game) -> User:
    """Play on until somebody is to move who has stones to place; returns them."""
    take_stones(game)
    take_stones(game)
    return mover(game)


def lit(page: Page, name: str) -> str:
    return f'[data-target="{name}"] > a.choice'


def test_a_click_on_the_board_narrows_and_moves(game: Game, open_: Open) -> None:
    user = with_stones(game)
    User.objects.update(confirm_turns=False)
    page = open_(user, path(game))
    before = Move.objects.filter(game=game).count()
    field = page.locator(lit(page, "boat-0-field-0"))
    expect(field).to_have_count(1)
    field.click()
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    assert Move.objects.filter(game=game).count() == before + 1
    last = Move.objects.filter(game=game).order_by("version").last()
    assert last is not None
    assert last.choice == ["place", 0, 0]
    assert page.url.endswith(path(game))


def test_keys_narrow_and_escape_goes_back(game: Game, open_: Open) -> None:
    user = with_stones(game)
    User.objects.update(confirm_turns=True)
    page = open_(user, path(game))
    step = page.locator(".decision-choices a[href]").first
    step.focus()
    page.keyboard.press("Enter")
    narrowing = page.locator("[data-narrowing] button")
    expect(narrowing.last).to_contain_text("Back")
    assert narrowing.count() > 2
    page.keyboard.press("Escape")
    expect(page.locator("[data-narrowing] button")).to_have_count(0)
    expect(step).to_be_visible()
    field = page.locator(lit(page, "boat-1-field-0"))
    field.focus()
    page.keyboard.press("Space")
    expect(page.locator(".decision")).to_contain_text("Your turn is ready")


@pytest.mark.smoke
def test_a_turn_can_be_taken_back_until_it_is_confirmed(
    game: Game, anna: User, ben: User, open_: Open
) -> None:
    if mover(game) != anna:
        take_stones(game)
    page, watching = open_(anna, path(game)), open_(ben, path(game))
    seen = watching.locator("[data-table]").get_attribute("data-version")
    page.get_by_role("button", name=re.compile("stones", re.I)).first.click()
    expect(page.locator(".decision")).to_contain_text("Your turn is ready")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Confirm turn")).to_have_count(0)
    expect(page.locator(".board-regions a.choice")).not_to_have_count(0)
    assert watching.locator("[data-table]").get_attribute("data-version") == seen
    page.get_by_role("button", name=re.compile("stones", re.I)).first.click()
    page.get_by_role("button", name="Confirm turn").click()
    expect(page.locator(".decision")).to_contain_text("Waiting for ben")
    expect(watching.locator(".decision")).to_have_class(re.compile("decision-yours"))
    expect(watching.locator("[data-announcer]")).not_to_be_empty()
    expect(watching).to_have_title(re.compile(r"^\(1\) ●"))


@pytest.mark.smoke
def test_the_other_page_changes_by_itself(game: Game, open_: Open) -> None:
    watching = open_(other(game), path(game))
    expect(watching.locator("html")).to_have_attribute("data-live", "yes")
    take_stones(game)
    expect(watching.locator(".decision")).to_have_class(re.compile("decision-yours"))
    expect(watching.locator(".log-entry.is-new")).not_to_have_count(0)


#: Notes what is rung and shaken, from now on.
CALLS = """() => {
  window.called = [];
  const begin = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    window.called.push("sound");
    return begin.apply(this, when);
  };
  navigator.vibrate = () => window.called.push("vibration");
}"""


def test_my_turn_rings_and_shakes_only_where_that_was_chosen(game: Game, open_: Open) -> None:
    User.objects.update(confirm_turns=False)
    page = open_(other(game), path(game))
    # The head of the page hears of it by a way of its own, and rings.
    heard = page.locator('.site-nav a[href="/my/"] .count')
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.evaluate(CALLS)
    answer(game.pk, asked(game.pk)[0])
    expect(heard).to_have_text(re.compile("^1"))
    assert page.evaluate("called") == []
    page.locator("[data-menu] > summary").click()
    for name in ("Sound on my turn", "Vibration on my turn"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    page.evaluate("called.length = 0")  # as it will be
    answer(game.pk, asked(game.pk)[0])
    expect(heard).to_be_hidden()
    assert page.evaluate("called") == []
    answer(game.pk, asked(game.pk)[0])
    expect(heard).to_have_text(re.compile("^1"))
    assert {*page.evaluate("called")} == {"sound", "vibration"}


def test_presence_and_talk_are_live(game: Game, anna: User, ben: User, open_: Open) -> None:
    one, two = open_(anna, path(game)), open_(ben, path(game))
    expect(one.locator('.player[aria-label="ben"] .presence-online')).to_have_count(1)
    for page in (one, two):
        page.locator("#chat > summary").click()
    two.get_by_label("Your message").fill("Hello <b>there</b>")
    two.get_by_label("Your message").press("Enter")
    expect(one.locator(".chat")).to_contain_text("Hello <b>there</b>")
    expect(two.get_by_label("Your message")).to_have_value("")


def test_a_reaction_is_one_press_and_makes_no_noise(
    game: Game, anna: User, ben: User, open_: Open
) -> None:
    said = chat.post(game.pk, anna.pk, "A stone too many")
    one, two = open_(anna, path(game)), open_(ben, path(game), size=PHONE)
    expect(one.locator("html")).to_have_attribute("data-live", "yes")
    one.locator("#chat > summary").click()  # it is closed now
    heard = one.locator(f"#reaction-{said.pk}-laughing")
    opener = two.locator(".react > summary")
    opener.focus()
    two.keyboard.press("Enter")
    two.get_by_role("button", name="funny", exact=True).press("Enter")
    mine = two.get_by_role("button", name="funny: ben")
    expect(mine).to_have_attribute("aria-pressed", "true")
    expect(opener).to_be_focused()
    expect(one.locator(".chat .reaction")).to_have_attribute("aria-label", "funny: ben")
    expect(heard).to_have_count(0)  # to own words nobody reacts
    expect(one.locator("#chat.has-news, .decision-heard")).to_have_count(0)
    mine.hover()
    expect(two.locator(".tip-text-shared")).to_have_text("funny: ben")
    mine.click()
    expect(mine).to_have_count(0)
    expect(one.locator(".chat .reaction")).to_have_count(0)


def test_onlookers_talk_beside_the_players(game: Game, anna: User, cleo: User, open_: Open) -> None:
    players, mine = open_(anna, path(game)), open_(cleo, path(game))
    others = open_(person("dora"), path(game))
    for page in (players, mine, others):
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
    mine.locator("#chat > summary").click()
    mine.get_by_label("Your message").fill("See #1")
    mine.get_by_label("Your message").press("Enter")
    said = mine.locator("[data-region=onlookers] .chat-message")
    expect(said).to_contain_text("See #1")
    expect(said.locator(".react")).to_have_count(0)  # these are own words
    expect(others.locator(".decision-heard")).to_contain_text("See #1")
    others.locator(".decision-heard").click()
    others.locator(".react > summary").click()
    others.get_by_role("button", name="thanks").click()
    expect(said.get_by_role("button", name="thanks: dora")).to_be_visible()
    actions.resign(game.pk, anna.pk)
    expect(players.locator("[data-region=onlookers]")).to_contain_text("See #1")
    expect(players.locator("[data-region=onlookers]")).to_contain_text("The spectators' chat")


def test_without_a_socket_the_page_polls(game: Game, people: People, open_: Open) -> None:
    page = open_(None, "/games/")
    without_sockets(page)

    def soon(route: Route) -> None:
        body = route.fetch().text().replace("const POLL = 15000", "const POLL = 300")
        route.fulfill(body=body, content_type="text/javascript")

    page.route("**/js/live.js", soon)
    page.goto(path(game))
    expect(page.locator("html")).to_have_attribute("data-live", "no")
    version = page.locator("[data-table]").get_attribute("data-version")
    take_stones(game)
    expect(page.locator("[data-table]")).not_to_have_attribute("data-version", version or "")


def test_a_stale_page_shows_the_new_position_and_says_so(game: Game, open_: Open) -> None:
    user = mover(game)
    page = open_(user, "/games/")
    without_sockets(page)
    page.goto(path(game))
    take_stones(game)
    take_stones(game)
    page.get_by_role("button", name=re.compile("stones", re.I)).first.click()
    expect(page.locator("[data-message]")).to_contain_text("moved on")
    expect(page.locator(".decision")).to_have_class(re.compile("decision-yours"))


def test_a_choice_made_without_connection_is_sent_later_and_once(game: Game, open_: Open) -> None:
    User.objects.update(confirm_turns=False)
    page = open_(mover(game), path(game))
    before = Move.objects.filter(game=game).count()
    page.context.set_offline(True)
    page.get_by_role("button", name=re.compile("stones", re.I)).first.click()
    expect(page.locator("[data-message]")).to_contain_text("No connection")
    page.context.set_offline(False)
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    expect(page.locator("[data-message]")).to_be_empty()
    assert Move.objects.filter(game=game).count() == before + 1


def test_while_a_choice_is_on_its_way_the_bar_sends_no_other_one(game: Game, open_: Open) -> None:
    user = with_stones(game)
    User.objects.update(confirm_turns=True)
    page = open_(user, path(game))
    sent: list[str | None] = []
    page.on("request", lambda ask: sent.append(ask.post_data) if "/choose/" in ask.url else None)
    page.locator(".decision-choices a[href]").first.click()
    ways = page.locator("[data-narrowing] button:not(.button-plain)")
    page.context.set_offline(True)
    ways.nth(0).click()
    expect(page.locator("[data-message]")).to_contain_text("No connection")
    ways.nth(1).click()
    assert len(set(sent)) == 1  # it may have been tried again
    page.context.set_offline(False)
    expect(page.locator(".decision")).to_contain_text("Your turn is ready")
    expect(page.locator("[data-message]")).to_be_empty()


def test_pieces_glide_unless_motion_is_unwanted(game: Game, open_: Open) -> None:
    User.objects.update(confirm_turns=False)
    with_stones(game)
    Seat.objects.update(seen_version=game.version + 10)  # nothing that happened is played first
    for motion in (True, False):
        page = open_(mover(game), path(game), motion=motion)
        page.evaluate(
            """() => {
              window.moves = 0;
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (...args) {
                if (this.matches("[data-piece]")) window.moves += 1;
                return animate.apply(this, args);
              };
            }"""
        )
        page.locator("[data-target^='boat-'] > a.choice").first.click()
        expect(page.locator(".decision")).to_contain_text("Waiting for")
        moves = page.evaluate("window.moves")
        assert moves == (1 if motion else 0), "one stone is loaded, the others stay"


def loaded(game: Game) -> tuple[User, tuple[str | int, ...]]:
    """Play on until somebody may sail the first boat to the temple; gives them and the choice."""
    for _move in range(40):
        user = mover(game)
        position = load(game.pk, user.pk)
        [decision] = position.running().decisions()
        sailing = [choice for choice in decision.choices if choice == ("sail", 0, "temple")]
        placing = [choice for choice in decision.choices if choice[:2] == ("place", 0)]
        if sailing:
            return user, sailing[0]
        choice = placing[0] if placing else ("get",)
        actions.choose(game.pk, user.pk, choice, version=position.version)
    raise AssertionError("no boat can sail")


@pytest.mark.parametrize("moment", [450, 890])
def test_a_boat_sails_and_turns_with_its_stones_in_it(game: Game, open_: Open, moment: int) -> None:
    User.objects.update(confirm_turns=False)
    sailor, choice = loaded(game)
    Seat.objects.update(seen_version=game.version + 100)  # nothing that happened is played first
    page = open_(other(game), path(game), motion=True)
    page.evaluate(
        """(moment) => {
          const aboard = "[data-target^='boat-0'] [data-piece^='stone-']";
          const stones = document.querySelectorAll(aboard);
          window.aboard = [...stones].map((stone) => stone.dataset.piece);
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...args) {
            const made = animate.apply(this, args);
            made.pause();
            made.currentTime = moment;
            return made;
          };
        }""",
        moment,
    )
    assert page.evaluate("window.aboard.length") > 0
    version = load(game.pk, sailor.pk).version
    actions.choose(game.pk, sailor.pk, choice, version=version)
    expect(page.locator("[data-piece='boat-0'][data-heading]")).to_have_count(1)
    boat, stones = page.evaluate(
        """() => {
          const box = (name) => {
            const piece = document.querySelector(`[data-piece="${name}"]`);
            const { left, right, top, bottom } = piece.getBoundingClientRect();
            return { left, right, top, bottom };
          };
          return [box("boat-0"), window.aboard.map(box)];
        }"""
    )
    for stone in stones:
        assert boat["left"] < (stone["left"] + stone["right"]) / 2 < boat["right"]
        assert boat["top"] < (stone["top"] + stone["bottom"]) / 2 < boat["bottom"]
    above = page.evaluate(
        """() => window.aboard.map((name) => {
          for (const each of document.querySelectorAll(".board *"))
            each.style.setProperty("pointer-events", "auto", "important");
          const box = document.querySelector(`[data-piece="${name}"]`).getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          return document.elementFromPoint(x, y).matches(".piece");
        })"""
    )
    assert all(above), "the hull lies below its stones"


@pytest.mark.parametrize("dark", [pytest.param(False, marks=pytest.mark.smoke), True])
def test_a_phone_needs_no_sideways_scrolling(game: Game, open_: Open, dark: bool) -> None:
    page = open_(with_stones(game), path(game), size=PHONE, dark=dark)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0]


@pytest.mark.smoke
def test_without_scripts_a_game_is_found_and_played(anna: User, ben: User, open_: Open) -> None:
    page = open_(anna, "/games/types/imhotep/new/", scripts=False)
    page.get_by_role("button", name="Create the game").click()
    expect(page.get_by_text("The game begins when one more player joins.")).to_be_visible()
    joining = open_(ben, "/lobby/", scripts=False)
    joining.get_by_role("button", name="Join").click()
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    pages = {anna: page, ben: joining}
    for _turn in range(2):
        at_table = pages[mover(game)]
        at_table.goto(path(game))
        at_table.get_by_role("button", name=re.compile("stones", re.I)).first.click()
        decision = at_table.locator(".decision")
        expect(decision).to_contain_text(re.compile("Waiting for|Your turn is ready"))
        confirm = at_table.get_by_role("button", name="Confirm turn")
        if confirm.count():
            confirm.click()
        expect(decision).to_contain_text("Waiting for")
    at_table = pages[mover(game)]
    at_table.goto(path(game))
    before = Move.objects.filter(game=game).count()
    at_table.locator(lit(at_table, "boat-0-field-0")).click()
    at_table.locator(".decision-choices button").click()
    assert Move.objects.filter(game=game).count() == before + 1


def test_choices_breathe_a_few_times_and_then_rest(
    open_: Open, game: Game, anna: User, ben: User
) -> None:
    """A table lies open for hours: nothing on it may move for ever, which takes half a core."""
    page = open_(mover(game), path(game), motion=True)
    expect(page.locator(".choice .hit").first).to_be_visible()
    ends = page.evaluate(
        "document.getAnimations().map((each) => Number(each.effect.getComputedTiming().endTime))"
    )
    assert ends
    assert max(ends) < 10_000


#: By frame since the result is there: how far the board has gone from where it was in the window.
FOLLOWED = """() => {
  const top = () => document.querySelector(".tabletop-board").getBoundingClientRect().top;
  const [was, gone] = [top(), []];
  let began = 0;
  const look = (now) => {
    if (document.querySelector(".result")) began ||= now;
    if (began) gone.push([now - began, Math.round(top() - was)]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  window.gone = gone;
}"""


@pytest.mark.parametrize("motion", [True, False])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_last_scoring_is_seen_on_the_board_before_the_result(
    game: Game, anna: User, ben: User, open_: Open, size: tuple[int, int], motion: bool
) -> None:
    page = open_(anna, path(game), size=size, motion=motion)
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    page.locator(".tabletop-board").evaluate("board => board.scrollIntoView()")
    page.evaluate(FOLLOWED)
    actions.resign(game.pk, ben.pk)
    expect(page.locator(".result.is-new" if motion else ".result h2")).to_be_in_viewport()
    gone = page.evaluate("window.gone")
    assert {by for since, by in gone if since < 3500} <= {-1, 0, 1}


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_said_of_a_turn_to_be_confirmed_is_short_on_a_phone(
    open_: Open, game: Game, anna: User, language: str
) -> None:
    User.objects.update(language=language)
    while mover(game) != anna:
        take_stones(game)
    here = load(game.pk, anna.pk)
    actions.choose(game.pk, anna.pk, ("get",), version=here.version, hold=True)
    page = open_(anna, path(game), language=language)
    for width in (320, 330, 360, 390):
        page.set_viewport_size({"width": width, "height": 700})
        note = page.locator(".decision-note:not([data-path])").bounding_box()
        assert note, width
        assert 0 < note["height"] <= 3 * 16, width
        picture(page, f"confirming-{language}-{width}", whole=False)
