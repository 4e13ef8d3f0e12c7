"""By keys alone, whatever is done: what then has the focus has a name and is a thing, never a box
about which nothing is said."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from accounts.models import User
from boardgames.redis import best_effort
from games.lessons import following
from games.lobby import open_games
from games.models import Game, Notebook
from games.moves import actions
from games.storage.position import Position, load
from tests.browser import People
from tests.games import playing
from tests.pages.reading import mover, other
from tests.pages.test_offering_in_browser import called
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BOXES = {"generic", "none", "paragraph", "list", "RootWebArea"}


class Keys:
    """Somebody who has no pointer, and hears what has the focus."""

    def __init__(self, people: People, user: User, address: str) -> None:
        self.page = people.page()
        people.sign_in(self.page, user)
        self.page.goto(address)
        expect(self.page.locator(".board-regions [tabindex='-1']").first).to_be_attached()
        if self.page.locator("[data-socket]").count():  # a lesson has none
            expect(self.page.locator("html")).to_have_attribute("data-live", "yes")
        self._tree = self.page.context.new_cdp_session(self.page)

    def press(self, thing: str | Locator, key: str = "Enter") -> None:
        found = self.page.locator(thing).first if isinstance(thing, str) else thing
        found.focus()
        self.page.keyboard.press(key)

    def here(self) -> tuple[str, str]:
        """Role and name of what has the focus, as the browser tells them to a reader."""
        found = self._tree.send("Runtime.evaluate", {"expression": "document.activeElement"})
        which = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        node = self._tree.send("Accessibility.getPartialAXTree", which)["nodes"][0]
        return tuple(node.get(part, {}).get("value", "") for part in ("role", "name"))

    def hears_what_has_the_focus(self, after: str) -> tuple[str, str]:
        self.page.wait_for_timeout(150)
        role, name = self.here()
        assert role not in BOXES, (after, role, name)
        assert name.strip(), (after, role)
        return role, name


@pytest.fixture
def game(started: Position) -> Game:
    User.objects.update(explain_first=False)
    return started.game


def address(game: Game) -> str:
    return f"/games/{game.pk}/"


def test_a_vote_is_asked_for_answered_and_closed(people: People, game: Game) -> None:
    asking = Keys(people, mover(game), address(game))
    answering = Keys(people, other(game), address(game))
    asking.press("#game-menu > summary")
    asking.press(asking.page.locator("#game-menu summary", has_text="Suggest a pause"))
    asking.press(asking.page.get_by_role("button", name="Ask for a pause"))
    expect(asking.page.locator(".vote")).to_be_visible()
    asking.hears_what_has_the_focus("asking for a vote")
    answering.press(answering.page.get_by_role("button", name="No", exact=True))
    expect(answering.page.locator(".vote")).to_have_count(0)
    answering.hears_what_has_the_focus("the last answer to a vote")
    expect(asking.page.locator(".vote")).to_have_count(0)
    asking.hears_what_has_the_focus("a vote that has been closed by another")


def test_an_answer_to_a_vote_stays_under_the_fingers(
    people: People, anna: User, ben: User, cleo: User
) -> None:
    game = open_games.create(anna.pk, "imhotep", 4).game
    for user in (ben, cleo, person("don")):
        game = open_games.join_game(game.pk, user.pk).game
    asking, answering = (Keys(people, user, address(game)) for user in (anna, ben))
    asking.page.locator("#game-menu > summary").press("Enter")
    asking.page.locator("#game-menu summary", has_text="Suggest a pause").press("Enter")
    asking.page.get_by_role("button", name="Ask for a pause").press("Enter")
    answering.press(answering.page.get_by_role("button", name="Yes", exact=True))
    expect(answering.page.locator(".vote button[aria-pressed=true]")).to_have_text("Yes")
    assert answering.hears_what_has_the_focus("an answer")[1] == "Yes"


def test_a_hint_is_asked_for(people: People, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_effort, "wake", lambda *asked, **how: True)
    monkeypatch.setattr(best_effort, "length", lambda queue: 0)
    game = open_games.create(anna.pk, "imhotep", 2, bots=1, visibility="private", first=True).game
    keys = Keys(people, anna, address(game))
    keys.press(keys.page.get_by_role("button", name="Give me a hint"))
    expect(keys.page.get_by_role("button", name="Give me a hint")).to_have_count(0)
    assert keys.hears_what_has_the_focus("asking for a hint")[1] != ""


def test_a_lesson_goes_on_to_its_next_heading(people: People, anna: User) -> None:
    game = following.begin_lesson(anna.pk, "imhotep").game
    keys = Keys(people, anna, address(game))
    heading = keys.page.locator("[data-speech] h2")
    before = heading.text_content() or ""
    keys.press("[data-speech] a[data-said], [data-speech] .button-turn")
    expect(heading).not_to_have_text(before)
    assert keys.hears_what_has_the_focus("going on") == ("heading", heading.text_content())


def test_one_looks_back_and_comes_to_now_again(people: People, game: Game) -> None:
    for _turn in range(3):
        playing.answer(game.pk, playing.asked(game.pk)[0])
    keys = Keys(people, mover(game), address(game))
    for link in ("Back to the start", "Previous move"):
        keys.press(keys.page.get_by_role("link", name=link, exact=True))
        expect(keys.page.locator("[data-film]")).to_be_visible()
        keys.hears_what_has_the_focus(link)
        keys.page.keyboard.press("Escape")
        expect(keys.page.locator("[data-film]")).to_be_hidden()
        keys.hears_what_has_the_focus(f"{link}, and Escape")
    keys.press(keys.page.get_by_role("link", name="Previous move", exact=True))
    keys.press("[data-film-end]")
    expect(keys.page.locator("[data-film]")).to_be_hidden()
    assert keys.hears_what_has_the_focus("to now")[0] == "region"
    keys.press(keys.page.get_by_role("link", name="Previous move", exact=True))
    keys.press("[data-film-play]")
    expect(keys.page.locator("[data-film]")).to_be_hidden()
    keys.hears_what_has_the_focus("a film that has come to its end")


def test_the_list_of_keys_is_entered_and_left_to_where_one_was(people: People, game: Game) -> None:
    keys = Keys(people, mover(game), address(game))
    choice = keys.page.locator(".decision-ways button:visible").first
    choice.focus()
    was = keys.here()
    for closing in ("?", "Escape"):
        keys.page.keyboard.press("?")
        assert keys.hears_what_has_the_focus("opening the list") == ("heading", "Keys")
        assert keys.page.evaluate("document.activeElement.closest('#keys') !== null")
        keys.page.keyboard.press(closing)
        assert keys.hears_what_has_the_focus(f"closing the list by {closing}") == was
    keys.press(keys.page.get_by_role("button", name="Keys"))
    assert keys.hears_what_has_the_focus("opening the list by its button")[1] == "Keys"
    keys.press(keys.page.locator("#keys").get_by_role("button", name="Close"))
    assert keys.hears_what_has_the_focus("closing the list by its button")[0] == "button"


def test_amounts_are_asked_for_and_come_before_the_way_back(
    people: People, anna: User, ben: User
) -> None:
    User.objects.update(confirm_turns=False, explain_first=False)
    game_id, user = called("drago", anna, ben)
    keys = Keys(people, user, f"/games/{game_id}/")
    was = keys.page.locator(".decision-prompt h2").text_content() or ""
    keys.page.evaluate(
        "window.at = []; document.addEventListener('focusin',"
        " ({ target }) => at.push(target.className))"
    )
    keys.press(".decision-choices > a.button")
    expect(keys.page.locator(".decision-how-much form.decision-giving")).to_be_visible()
    assert keys.hears_what_has_the_focus("asking how much")[1] != "Back"
    assert not any("decision-back" in each for each in keys.page.evaluate("at"))
    keys.page.keyboard.press("Escape")
    expect(keys.page.locator(".decision-how-much")).to_have_count(0)
    assert was in keys.hears_what_has_the_focus("one step back")[1]


def test_a_thing_is_explained_and_its_card_closed(people: People, game: Game) -> None:
    user = mover(game)
    actions.choose(game.pk, user.pk, ("get",), version=load(game.pk, user.pk).version)
    keys = Keys(people, mover(game), address(game))
    keys.press("[data-region^=board-] [role=img][tabindex='0']", "i")
    keys.hears_what_has_the_focus("a card")
    keys.page.keyboard.press("Escape")
    keys.hears_what_has_the_focus("a card that was closed")
    keys.page.keyboard.press("h")
    keys.hears_what_has_the_focus("the rules")
    keys.page.keyboard.press("h")
    keys.hears_what_has_the_focus("rules that were closed")


#: Things that go away by their own button: what is pressed, and what goes.
PASSING = {
    ".plan button": ".plan",
    "aside.first-time button.button-plain": "aside.first-time",
}


def test_what_goes_away_by_its_own_button_leaves_the_focus_at_the_question(
    people: People, game: Game
) -> None:
    user = mover(game)
    User.objects.update(explain_first=True)
    Notebook.objects.create(game=game, user=user, plan="Build the temple")
    keys = Keys(people, user, address(game))
    question = keys.page.locator(".decision-prompt h2").text_content()
    for button, thing in PASSING.items():
        keys.press(button)
        expect(keys.page.locator(thing)).to_have_count(0)
        assert keys.hears_what_has_the_focus(thing) == ("region", question)
    keys.page.locator("#notes > summary").press("Enter")
    keys.press(keys.page.locator("#notes").get_by_role("button", name="Save"))
    keys.hears_what_has_the_focus("keeping a note")


def test_the_first_link_and_every_turn_lead_to_the_question(people: People, game: Game) -> None:
    User.objects.update(confirm_turns=True)
    keys = Keys(people, mover(game), address(game))
    question = keys.page.locator(".decision-prompt h2")
    keys.press(keys.page.get_by_role("link", name="What to do"))
    assert keys.hears_what_has_the_focus("the first link") == ("region", question.text_content())
    keys.press(".decision-choices button")
    expect(question).to_have_text("Your turn is ready")
    assert keys.hears_what_has_the_focus("a choice") == ("region", "Your turn is ready")
    keys.press(".decision-undo")
    expect(question).not_to_have_text("Your turn is ready")
    assert keys.hears_what_has_the_focus("undo") == ("region", question.text_content())
