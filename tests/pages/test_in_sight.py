"""On a phone the decision is a sheet over the board's foot: what glows first lies clear of it."""

import random
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.pages.table.view.choosing import FEW
from games.rules import registry
from games.rules.engine import Decision, Part
from games.storage.position import load
from tests.browser import DESK, PHONE, People
from tests.pages.looking import SETTLE, look
from tests.pages.reading import mover
from tests.pages.walking import go_on, walk

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# The middles of what glows, lies whole above the sheet, and can be tapped there as the page is now.
MIDDLES = """() => [...document.querySelectorAll("a.choice:not(.is-chosen)")].flatMap((link) => {
  const box = (link.querySelector(".hit") ?? link).getBoundingClientRect();
  const sheet = document.querySelector(".decision").getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const open = document.elementFromPoint(x, y)?.closest("a.choice") === link;
  return open && box.bottom <= sheet.top ? [[x, y]] : [];
})"""


# Whether a press on its middle, as the page is now, is on it.
IS_ON_TOP = """(thing) => {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return thing.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


# What the page does when news of the game has come.
ASK_ANEW = "async () => (await import('/static/js/table/deciding.js')).show()"


def opened(people: People, game: Game) -> Page:
    page = people.page(PHONE)
    people.sign_in(page, mover(game))
    page.goto(f"/games/{game.pk}/")
    expect(page.locator(".decision-yours")).to_have_count(1)
    page.wait_for_function("() => new Promise(requestAnimationFrame).then(() => true)")
    return page


def tap(page: Page, selector: str) -> None:
    """Where a thing lies, by a finger that scrolls nothing: Playwright's own tap brings it into the
    window's scroll padding first."""
    box = page.locator(selector).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_note_that_would_lie_over_what_glows_is_a_button_which_opens_it(
    people: People, anna: User, ben: User
) -> None:
    page = opened(people, calling(anna, ben))
    note = page.get_by_label("New to you")
    expect(note.get_by_role("button", name="Got it")).to_be_hidden()
    note.get_by_text("New to you").tap()
    note.get_by_role("button", name="Got it").tap()
    expect(note).to_have_count(0)
    assert not people.errors


def test_where_nothing_glows_the_next_note_is_open_though_the_one_before_was_a_button(
    people: People, anna: User, ben: User
) -> None:
    page = opened(people, calling(anna, ben))
    note = page.get_by_label("New to you")
    expect(note.get_by_role("button", name="Got it")).to_be_hidden()
    page.locator('[data-target^="deity-"] > a.choice').first.tap()
    expect(page.locator(".decision-prompt")).to_contain_text("What do you offer")
    expect(note.get_by_role("button", name="Got it")).to_be_visible()
    assert not people.errors


def calling(anna: User, ben: User) -> Game:
    """A game of Bomarzo, always the same, in which a pawn is to be placed."""
    game = open_games.create(anna.pk, "bomarzo", 2).game
    game.seed, game.seed_hash = bytes(range(32)), ""
    game.save()
    open_games.join_game(game.pk, ben.pk)
    while (decision := asked(game, user := mover(game))).kind != "place":
        version = load(game.pk, user.pk).version
        actions.choose(game.pk, user.pk, decision.choices[0], version=version)
    return game


def asked(game: Game, user: User) -> Decision:
    position = load(game.pk, user.pk)
    return next(
        decision
        for decision in position.running().decisions()
        if position.seats[decision.seat].user == user
    )


def test_why_something_is_impossible_is_said_whole_in_the_bar_or_not_at_all(
    people: People, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "bali", 2).game
    game.seed, game.seed_hash = bytes(range(32)), ""
    game.save()
    open_games.join_game(game.pk, ben.pk)
    page = people.page(DESK)
    people.sign_in(page, mover(game))
    for width in range(1280, 1441, 40):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"/games/{game.pk}/")
        expect(page.locator(".decision-refusals .refused")).not_to_have_count(0)
        page.evaluate(SETTLE)
        assert look(page).cut == [], width


def test_what_a_game_lays_over_the_foot_of_its_board_hides_nothing_that_glows(
    people: People, anna: User, ben: User
) -> None:
    """In Bora Bora the cards lie in a strip above the sheet, and rise with it."""
    game = open_games.create(anna.pk, "bora_bora", 2).game
    game.seed, game.seed_hash = bytes(range(32)), ""
    game.save()
    User.objects.update(confirm_turns=False, explain_first=False)
    open_games.join_game(game.pk, ben.pk)
    rng = random.Random(37)
    for _choice in range(7):  # until a god tile is all that can be given beside a die of 3
        user = mover(game)
        choice = rng.choice(asked(game, user).choices)
        actions.choose(game.pk, user.pk, choice, version=load(game.pk, user.pk).version)
    page = opened(people, game)
    for target in ("die-3", "card-helper"):
        tap(page, f'[data-target="{target}"] > a.choice')
    lit = page.locator("a.choice:not(.is-chosen)")
    expect(lit).to_have_count(1)
    expect(page.locator('[data-target="god-tiles"] > a.choice')).to_have_count(1)
    page.get_by_role("link", name="Mine").tap()
    page.wait_for_function(f"() => ({MIDDLES})().length > 0")
    assert page.evaluate("scrollY") == 0, "the bar moves no board"
    assert not people.errors


def test_a_board_on_which_something_moves_covers_nothing_and_reaches_nowhere_else(
    people: People, anna: User, ben: User
) -> None:
    """In Bora Bora the dice and the cards lie upon the map and the market."""
    game = open_games.create(anna.pk, "bora_bora", 2).game
    open_games.join_game(game.pk, ben.pk)
    while (decision := asked(game, user := mover(game))).kind != "place_die":
        version = load(game.pk, user.pk).version
        actions.choose(game.pk, user.pk, decision.choices[0], version=version)
    page = people.page(DESK)
    people.sign_in(page, mover(game))
    page.goto(f"/games/{game.pk}/")
    expect(page.locator('[data-target^="die-"] > a.choice')).not_to_have_count(0)
    box = page.locator(".bora-sea").bounding_box()
    assert box
    x, y = box["x"], box["y"] + box["height"] + 4
    before = page.screenshot(clip={"x": x, "y": y, "width": 200, "height": 24})
    for board in (".bora-sea", ".bora-market"):
        page.locator(board).evaluate("board => board.classList.add('is-moving')")
    page.evaluate(SETTLE)
    assert [each.name for each in look(page).glowing if not each.own] == []
    after = page.screenshot(clip={"x": x, "y": y, "width": 200, "height": 24})
    assert after == before, "the water stays in its map"
    assert not people.errors


def test_what_leads_out_of_sight_is_said_in_the_bar_and_brings_it_into_sight(
    people: People, anna: User, ben: User
) -> None:
    """In Imhotep the expansions lie below the harbour and its sites, which fill the window."""
    game = open_games.create(anna.pk, "imhotep", 2, options={"preset": "everything"}).game
    game.seed, game.seed_hash = bytes(range(32)), ""
    game.save()
    User.objects.update(confirm_turns=False, explain_first=False)
    open_games.join_game(game.pk, ben.pk)
    assert go_on(game, random.Random(1), lambda decision: ("wager", "tomb", 0) in decision.choices)
    page = opened(people, game)
    wagers = [each for each in look(page).glowing if each.name.startswith("wager-")]
    assert wagers
    assert not any(each.is_in_window() for each in wagers)
    words = page.locator(".decision-choices > .button:visible")
    assert "Load a stone" not in words.all_inner_texts(), "the boats are in sight"
    words.get_by_text("Place a wager", exact=True).tap()
    expect(page.locator(".decision-prompt h2")).to_have_text("Which site do you wager on?")
    page.evaluate(SETTLE)
    asked = look(page).glowing
    assert {each.name for each in asked} == {each.name for each in wagers}
    assert all(each.is_in_window() for each in asked)
    assert not people.errors


def test_a_pane_stays_in_front_while_the_bar_says_all_that_is_asked_further(
    people: People, anna: User, ben: User
) -> None:
    """In Bora Bora the gods lie in another pane than the islands."""
    game = open_games.create(anna.pk, "bora_bora", 2).game
    game.seed, game.seed_hash = bytes(range(32)), ""
    game.save()
    User.objects.update(confirm_turns=False, explain_first=False)
    open_games.join_game(game.pk, ben.pk)
    decision = go_on(game, random.Random(1), lambda decision: with_or_without(decision) is not None)
    pair = with_or_without(decision) if decision else None
    assert pair
    page = opened(people, game)
    front = page.locator("[data-pane].is-forward")
    expect(front).to_have_id("pane-islands")
    for name, part in zip(("die", "card"), pair, strict=True):
        page.locator(f'[data-target="{name}-{part}"] > a.choice').tap()
    expect(page.locator(".decision-prompt h2")).to_have_text("With a god?")
    page.evaluate(SETTLE)
    expect(front).to_have_id("pane-islands")
    gods = page.locator(":is([data-target^=hand-], [data-target=god-tiles]) > a.choice")
    says = page.locator(".decision-choices > .button:not(.button-plain):visible")
    assert says.count() > gods.count() > 0
    assert not people.errors


def with_or_without(decision: Decision) -> tuple[Part, Part] | None:
    """A die and a card that may go together without a god and, in a few ways, with one."""
    if decision.kind != "place_die":
        return None
    ways = Counter((choice[0], choice[1]) for choice in decision.choices)
    plain = [(choice[0], choice[1]) for choice in decision.choices if choice[2] == "plain"]
    return next((pair for pair in plain if 1 < ways[pair] <= FEW), None)


def test_where_nothing_that_glows_is_in_a_wide_window_the_bar_says_the_answers(
    people: People, anna: User, ben: User
) -> None:
    """In Bora Bora the tasks lie below the window of a tablet when one is to be settled."""
    User.objects.update(confirm_turns=False, explain_first=False)
    settling = (
        walk([anna, ben], "bora_bora", {}, seed, only=lambda asked: asked.kind == "settle_task")
        for seed in range(9)
    )
    way = next(way for way in settling if way.stops)
    next(way.on_the_way())
    page = people.page((820, 1180))
    people.sign_in(page, way.holder)
    page.goto(f"/games/{way.game.pk}/")
    expect(page.locator(".decision-yours")).to_have_count(1)
    page.evaluate(SETTLE)
    assert not any(each.is_in_window() for each in look(page).glowing)
    answers = page.locator(".decision-choices > .button")
    said = [answer for answer in answers.all() if answer.evaluate(IS_ON_TOP)]
    assert len(said) == answers.count() <= FEW


def test_the_bar_of_a_wide_window_lies_over_nothing_that_came_into_it_since(
    people: People, anna: User, ben: User
) -> None:
    """In Imhotep the boats lie at the head of the board."""
    User.objects.update(confirm_turns=False, explain_first=False)
    everything = {option.name: option.values[-1] for option in registry.get("imhotep").options}
    way = walk([anna, ben], "imhotep", everything, 13, only=lambda asked: asked.kind == "load_more")
    next(way.on_the_way())
    page = people.page((1440, 500))
    people.sign_in(page, way.holder)
    page.goto(f"/games/{way.game.pk}/")
    expect(page.locator(".decision-yours")).to_have_count(1)
    page.evaluate("scrollTo(0, 500)")
    page.evaluate(ASK_ANEW)
    page.evaluate(SETTLE)
    assert not any(each.is_in_window() for each in look(page).glowing)
    answers = page.locator(".decision-choices > .button")
    assert all(answer.evaluate(IS_ON_TOP) for answer in answers.all())
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(SETTLE)
    assert all(each.is_in_window() for each in look(page).glowing)
    glowing = page.locator("a.choice:not(.is-chosen)")
    assert all(thing.evaluate(IS_ON_TOP) for thing in glowing.all())
