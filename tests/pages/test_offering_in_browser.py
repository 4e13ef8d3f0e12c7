"""The form for an offering at a real table of Bomarzo: while it is filled in the page says what the
offering would do, and what the next call would take then."""

import random

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.live import chat
from games.lobby import open_games
from games.models import Game, Move
from games.moves import actions
from games.pages.choices import encoded
from games.rules.bomarzo import rules
from games.rules.bomarzo.offering import need
from games.rules.engine import Amounts, Choice, Decision
from games.rules.engine.decision import has_amounts
from games.rules.engine.play import ask_bot
from games.storage.position import newest
from tests.browser import PHONE, People, picture
from tests.pages.walking import walk

# Whether a press on its middle, as the page is now, is on it.
IS_ON_TOP = """(thing) => {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return thing.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def called(deity: str, *users: User) -> tuple[int, User]:
    """A game whose first player has just put a pawn there, and that player."""
    game = open_games.create(users[0].pk, "bomarzo", len(users)).game
    for user in users[1:]:
        open_games.join_game(game.pk, user.pk)
    rng = random.Random(1)
    while True:
        position = newest(game.pk)
        assert position
        assert position.rules
        decision = position.rules.decisions()[0]
        choice: Choice = ("call", deity)
        if decision.kind != "place":
            choice = ask_bot(rules.bots["gardener"], position.rules, decision, rng)
        asked = position.seats[decision.seat].user
        assert asked
        actions.choose(game.pk, asked.pk, choice, version=position.version)
        if decision.kind == "place":
            return game.pk, asked


def opened(people: People, game_id: int, user: User) -> Page:
    page = people.page(PHONE)
    people.sign_in(page, user)
    page.goto(f"/games/{game_id}/")
    return page


@pytest.fixture
def asked(people: People, anna: User, ben: User) -> Page:
    """The page of the player asked for an offering; it notes when it is loaded anew."""
    User.objects.update(confirm_turns=False)
    page = opened(people, *called("drago", anna, ben))
    page.evaluate("window.sameAsBefore = true")
    return page


def is_still_the_same(page: Page) -> bool:
    same: bool = page.evaluate("window.sameAsBefore === true")
    return same


def test_the_plain_way_is_one_press(asked: Page) -> None:
    plain = asked.locator(".decision-choices > .button").first
    expect(plain).to_have_text("Give 1 food The next call costs 1 food, 1 good of any kind")
    expect(plain.locator("small")).to_have_text("The next call costs 1 food, 1 good of any kind")
    assert is_a_third(asked)
    plain.tap()
    expect(asked.locator(".log")).to_contain_text("calls Drago with 1 food")
    assert is_still_the_same(asked)


def free(*users: User) -> tuple[int, User, str]:
    """A game in which somebody may call a deity that asks for nothing: they, and the deity."""
    game = open_games.create(users[0].pk, "bomarzo", len(users)).game
    for user in users[1:]:
        open_games.join_game(game.pk, user.pk)
    rng = random.Random(1)
    while True:
        position = newest(game.pk)
        assert position
        running = position.running()
        decision = running.decisions()[0]
        asked = position.seats[decision.seat].user
        assert asked
        park = running.state.park
        called = [str(choice[1]) for choice in decision.choices if choice[0] == "call"]
        if nothing := [name for name in called if not need(name, park[name]).total]:
            return game.pk, asked, nothing[0]
        choice = ask_bot(rules.bots["gardener"], running, decision, rng)
        actions.choose(game.pk, asked.pk, choice, version=position.version)


def test_a_deity_that_asks_for_nothing_is_called_by_one_press_and_undo_asks_how_much(
    people: People, anna: User, ben: User
) -> None:
    User.objects.update(confirm_turns=True)
    game_id, mover, deity = free(anna, ben)
    page = opened(people, game_id, mover)
    page.locator(f'[data-target="deity-{deity}"] > a.choice').tap()
    made = Move.objects.filter(game=game_id, user=mover, undone_by=None).order_by("-version")
    expect(page.locator(".decision-yours[aria-busy=false]")).to_have_count(1)
    assert [move.choice for move in made[:2]] == [["just", {}], ["call", deity]]


def is_a_third(page: Page) -> bool:
    """Whether the sheet covers a third of the phone at most."""
    box = page.locator(".decision").bounding_box()
    assert box
    return box["height"] <= PHONE[1] / 3


def test_steps_stop_at_their_limits(asked: Page) -> None:
    asked.get_by_text("Other goods …").tap()
    form = asked.locator(".decision-giving")
    less = form.get_by_role("button", name="coin: one less")
    more = form.get_by_role("button", name="coin: one more")
    expect(less).to_have_attribute("aria-disabled", "true")
    more.tap()
    expect(less).to_have_attribute("aria-disabled", "false")
    expect(more).to_have_attribute("aria-disabled", "true")  # there is no second one
    assert is_a_third(asked)


#: So many answers at least have more than one good in steps.
STEPS = 5


def asks_for_more(decision: Decision) -> bool:
    amounts = [choice[1] for choice in decision.choices if choice[0] == "more"]
    return any(isinstance(more, Amounts) and more.count > STEPS for more in amounts)


def test_the_button_that_gives_lies_above_the_tabs_however_long_the_form_is(
    people: People, anna: User, ben: User
) -> None:
    """Each good that may vary has its step, and no rule has to be read."""
    User.objects.update(confirm_turns=False, explain_first=False)
    way = next(
        way
        for seed in range(100)
        if (way := walk([anna, ben], "bomarzo", {}, seed, only=asks_for_more)).stops
    )
    next(way.on_the_way())
    page = opened(people, way.game.pk, way.holder)
    page.get_by_text("Give more …").tap()
    give = page.get_by_role("button", name="Give this")
    expect(give).to_be_visible()
    picture(page, "bomarzo-more-phone", whole=False)
    form = page.locator(".decision-giving")
    assert form.locator("legend").evaluate("legend => legend.offsetHeight") <= 1
    assert page.locator(".decision-how-much > .decision-choices").count() == 0
    form.locator('[data-step="1"]:not([aria-disabled="true"])').first.tap()
    expect(form.locator("output")).to_have_text("")
    expect(form.locator("[data-said]")).to_contain_text("The next call costs")
    assert give.evaluate(IS_ON_TOP)
    assert is_a_third(page)
    last = page.locator(".decision-giving .stepper").last.get_by_role("button", name="one more")
    last.scroll_into_view_if_needed()
    assert last.evaluate(IS_ON_TOP), "what is given last can be brought out from under it"


def test_how_much_is_asked_without_loading_the_page(asked: Page) -> None:
    offers = asked.locator(".decision-choices:not([hidden]) > .button")
    first = offers.all_inner_texts()
    asked.get_by_text("Other goods …").click()
    expect(asked.get_by_role("button", name="Give this")).to_be_visible()
    picture(asked, "bomarzo-how-much-phone")
    asked.get_by_role("button", name="← Back").click()
    expect(asked.get_by_role("button", name="Give this")).to_have_count(0)
    expect(asked.get_by_text("Other goods …")).to_be_visible()
    assert offers.all_inner_texts() == first
    asked.get_by_text("Other goods …").click()
    asked.get_by_role("button", name="Give this").click()
    expect(asked.locator(".log")).to_contain_text("calls Drago with 1 food")
    assert is_still_the_same(asked)


def test_what_is_filled_in_stays_when_others_talk(asked: Page, ben: User, anna: User) -> None:
    asked.get_by_text("Other goods …").click()
    form = asked.locator(".decision-giving")
    form.get_by_role("button", name="coin: one more").click()
    expect(form.get_by_label("coin", exact=True)).to_have_value("1")
    game = Game.objects.get()
    for user in (anna, ben):
        chat.post(game.pk, user.pk, f"{user.username} says hello")
        expect(asked.locator("#chat")).to_contain_text(f"{user.username} says hello")
    expect(form.get_by_label("coin", exact=True)).to_have_value("1")
    assert is_still_the_same(asked)


def test_somebody_who_has_unfolded_the_choices_keeps_them_unfolded_when_others_talk(
    people: People, anna: User, ben: User
) -> None:
    User.objects.update(confirm_turns=False)
    game_id, _mover = called("drago", anna, ben)
    # Back to where there is much that glows: the sheet of a phone is folded then.
    position = newest(game_id)
    assert position
    assert position.rules
    asked = position.seats[position.rules.decisions()[0].seat].user
    assert asked
    actions.undo(game_id, asked.pk, version=position.version)
    page = opened(people, game_id, asked)
    page.locator(".decision-fold").tap()
    expect(page.locator(".decision.is-open")).to_have_count(1)
    chat.post(game_id, ben.pk, "Take your time")
    expect(page.locator("#chat")).to_contain_text("Take your time")
    expect(page.locator(".decision.is-open")).to_have_count(1)


def test_a_link_to_how_much_shows_the_form_at_once_and_the_way_back(asked: Page) -> None:
    href = asked.get_by_text("Other goods …").get_attribute("href")
    asked.goto(href or "")
    expect(asked.get_by_role("button", name="Give this")).to_be_visible()
    asked.get_by_role("button", name="← Back").click()
    expect(asked.get_by_role("button", name="Give this")).to_have_count(0)
    expect(asked.get_by_role("button", name="Other goods …")).to_be_visible()


def test_where_the_form_does_not_come_the_page_brings_it(asked: Page) -> None:
    asked.route("**/giving/form/**", lambda route: route.abort())
    asked.get_by_text("Other goods …").click()
    expect(asked.get_by_role("button", name="Give this")).to_be_visible()
    assert not is_still_the_same(asked)


def test_the_form_is_for_somebody_who_is_asked_and_for_what_can_be_chosen(
    anna: User, ben: User, client: Client
) -> None:
    game_id, mover = called("drago", anna, ben)
    position = newest(game_id)
    assert position
    assert position.rules
    choice = next(iter(filter(has_amounts, position.rules.decisions()[0].choices)))
    address = f"/games/{game_id}/giving/form/"
    right, wrong = {"prefix": encoded(choice)}, {"prefix": "[{}]"}
    assert client.get(address, right).status_code == 204  # nobody
    client.force_login(ben if mover == anna else anna)
    assert client.get(address, right).status_code == 204
    client.force_login(mover)
    assert "Give this" in client.get(address, right).content.decode()
    assert client.get(address, wrong).status_code == 204
    assert client.get("/games/999/giving/form/", right).status_code == 404
    assert client.post(address, right).status_code == 405


def test_the_form_says_what_an_offering_does_while_it_is_filled_in(
    people: People, anna: User, ben: User
) -> None:
    User.objects.update(confirm_turns=False)
    game_id, mover = called("drago", anna, ben)
    page = opened(people, game_id, mover)
    page.get_by_text("Other goods …").click()
    form = page.locator(".decision-giving")
    missing, said = form.locator("output"), form.locator("[data-said]")

    expect(said).to_have_text("Give 1 food. The next call costs 1 food, 1 good of any kind")
    form.get_by_role("button", name="food: one less").click()
    expect(missing).to_have_text("still to give: 1")
    expect(said).to_have_text("")
    form.get_by_role("button", name="coin: one more").click()
    expect(missing).to_have_text("")
    expect(said).to_have_text("Give 1 coin. The next call costs 1 coin, 1 good of any kind")
    picture(page, "bomarzo-offering-phone")

    form.get_by_role("button", name="Give this").click()
    expect(page.locator(".log")).to_contain_text(f"{mover.username} calls Drago with 1 coin")
