"""Stones first, then where they go; and hundreds of choices: by mouse, finger, keys and the bar."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Move
from games.moves import actions
from games.storage.position import load
from tests.browser import DESK, PHONE, People, picture
from tests.games.playing import answer, asked, user_of
from tests.sites import running_site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("riders"),
]

LINKED = Path(__file__).parent / "linked"
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


@pytest.fixture(scope="module")
def site_process(django_db_setup: None) -> Iterator[str]:
    """The site with the game of the riders."""
    with running_site(PYTHONPATH=str(LINKED)) as site:
        yield site.address


class Table:
    """A game of the riders, as the player sees it who is asked."""

    def __init__(
        self,
        people: People,
        users: list[User],
        size: tuple[int, int],
        *,
        placed: bool,
        **options: Any,
    ) -> None:
        User.objects.update(confirm_turns=False)
        self.game_id = open_games.create(users[0].pk, "riders", 2, options=options).game.pk
        open_games.join_game(self.game_id, users[1].pk)
        for square in ("d4", "q16") if placed else ():
            user_id = user_of(self.game_id, asked(self.game_id)[0])
            version = load(self.game_id, user_id).version
            actions.choose(self.game_id, user_id, (square,), version=version)
        self.user = User.objects.get(pk=user_of(self.game_id, 0))
        decision = load(self.game_id, None).running().decision(0)
        assert decision
        self.choices = decision.choices
        self.page = people.page(size)
        people.sign_in(self.page, self.user)
        self.page.goto(f"/games/{self.game_id}/")
        expect(self.page.locator("html[data-live=yes]")).to_be_attached()
        self.by_finger = size == PHONE

    def press(self, square: str) -> None:
        """Where it lies on the board, whatever is there."""
        thing = self.page.locator(f'[data-target="square-{square}"]')
        thing.scroll_into_view_if_needed()
        box = thing.bounding_box()
        assert box
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.by_finger:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def link(self, square: str) -> Locator:
        return self.page.locator(f'[data-target="square-{square}"] > a')

    def lights(self, squares: set[str]) -> None:
        """These can be picked now, and nothing else."""
        glowing = self.page.locator("a.choice:not(.is-chosen)")
        expect(glowing).to_have_count(len(squares))
        found = glowing.evaluate_all("all => all.map((link) => link.parentNode.dataset.target)")
        assert set(found) == {f"square-{square}" for square in squares}

    def firsts(self) -> list[str]:
        return list(dict.fromkeys(str(choice[0]) for choice in self.choices))

    def goals(self, start: str) -> set[str]:
        return {str(choice[1]) for choice in self.choices if choice[0] == start}

    def is_chosen(self, start: str) -> None:
        picked = self.page.locator("[data-picked]")
        expect(picked).to_have_count(1)
        expect(picked).to_have_attribute("data-target", f"square-{start}")
        self.lights(self.goals(start))
        expect(self.page.locator(".decision-prompt h2")).to_have_text("Where does it ride?")

    def unfold(self) -> None:
        """On a phone the bar is a line as long as the board glows."""
        if self.by_finger:
            self.page.locator(".decision-fold").tap()

    def is_begun_anew(self) -> None:
        expect(self.page.locator("[data-picked]")).to_have_count(0)
        self.lights(set(self.firsts()))

    def made(self) -> list[Any]:
        moves = Move.objects.filter(game=self.game_id, action=Move.Action.CHOOSE, user=self.user)
        return [move.choice for move in moves.order_by("version")]

    def moves_by(self, choice: list[str]) -> None:
        expect(self.page.locator(".decision-yours")).to_have_count(0)
        assert self.made()[-1] == choice


@SIZES
def test_a_stone_is_pressed_first_and_another_one_changes_it(
    people: People, anna: User, ben: User, size: tuple[int, int]
) -> None:
    table = Table(people, [anna, ben], size, placed=True)
    assert len(table.choices) > 600
    one, other = table.firsts()[4:6]
    table.is_begun_anew()
    table.press(one)
    table.is_chosen(one)
    picture(table.page, f"riders-{size[0]}")
    table.press(other)
    table.is_chosen(other)
    table.press(other)
    table.is_begun_anew()
    table.press(
        next(iter(table.goals(one) - set(table.firsts())))
    )  # no stone: nothing begins there
    table.page.keyboard.press("Escape")
    table.is_begun_anew()
    before = table.made()
    table.press(one)
    table.is_chosen(one)
    assert table.made() == before, "a stone alone chooses nothing"
    goal = sorted(table.goals(one))[0]
    table.press(goal)
    table.moves_by([one, goal])
    assert not people.errors


@SIZES
def test_keys_lead_to_stones_to_others_instead_and_to_where_they_go(
    people: People, anna: User, ben: User, size: tuple[int, int]
) -> None:
    table = Table(people, [anna, ben], size, placed=True)
    one, other = table.firsts()[4:6]
    table.link(one).focus()
    table.page.keyboard.press("Enter")
    table.is_chosen(one)
    expect(table.link(one)).to_be_focused()
    for _press in range(19 * 19):
        table.page.keyboard.press("ArrowRight")
        if table.link(other).evaluate("link => link === document.activeElement"):
            break
    expect(table.link(other)).to_be_focused()
    expect(table.link(other)).to_have_class("instead")
    table.page.keyboard.press("Space")
    table.is_chosen(other)
    table.page.keyboard.press("Enter")
    table.is_begun_anew()
    table.page.keyboard.press("Enter")
    table.is_chosen(other)
    table.page.keyboard.press("Escape")
    table.is_begun_anew()
    table.link(one).press("Enter")
    table.is_chosen(one)
    goal = sorted(table.goals(one))[-1]
    table.link(goal).focus()
    table.page.keyboard.press("Enter")
    table.moves_by([one, goal])
    assert not people.errors


@SIZES
def test_the_bar_lists_the_stones_then_the_ways_of_one(
    people: People, anna: User, ben: User, size: tuple[int, int]
) -> None:
    table = Table(people, [anna, ben], size, placed=True)
    table.unfold()
    named = table.page.locator(".decision-choices:visible > .button:not(.decision-back)")
    assert named.all_inner_texts() == table.firsts()
    start = table.firsts()[3]
    table.page.locator(".decision").get_by_text(start, exact=True).press("Enter")
    table.is_chosen(start)
    table.unfold()
    goals = [str(choice[1]) for choice in table.choices if choice[0] == start]
    assert named.all_inner_texts() == [f"From {start} to {goal}" for goal in goals]
    named.last.press("Enter")
    table.moves_by([start, goals[-1]])
    assert not people.errors


@SIZES
@pytest.mark.parametrize("way", ["board", "keys", "bar"])
def test_a_stone_is_placed_on_any_of_361_points(
    people: People, anna: User, ben: User, size: tuple[int, int], way: str
) -> None:
    table = Table(people, [anna, ben], size, placed=False)
    assert len(table.choices) == 361
    table.lights(set(table.firsts()))
    named = table.page.locator(".decision-choices > button")
    expect(named).to_have_count(361)
    if way == "board":
        table.press("k10")
    elif way == "keys":
        table.link("k10").focus()
        table.page.keyboard.press("Enter")
    else:
        table.unfold()
        named.get_by_text("A stone on k10", exact=True).press("Enter")
    table.moves_by(["k10"])
    assert not people.errors


def test_what_is_begun_stays_while_the_other_player_answers_again_and_again(
    people: People, anna: User, ben: User
) -> None:
    table = Table(people, [anna, ben], DESK, placed=True, plans=True)
    start = table.firsts()[4]
    table.press(start)
    table.is_chosen(start)
    for n in range(3):
        answer(table.game_id, 1, itemgetter(n))
        version = str(load(table.game_id, table.user.pk).version)
        expect(table.page.locator("[data-table]")).to_have_attribute("data-version", version)
        table.is_chosen(start)
    assert not people.errors


@SIZES
def test_sealing_the_same_answer_again_begins_the_question_anew(
    people: People, anna: User, ben: User, size: tuple[int, int]
) -> None:
    table = Table(people, [anna, ben], size, placed=True, plans=True)
    start = table.firsts()[4]
    goal = sorted(table.goals(start))[0]
    for _time in range(2):
        table.press(start)
        table.is_chosen(start)
        with table.page.expect_response("**/choose/"):
            table.press(goal)
        expect(table.page.locator(".decision-note:visible")).to_contain_text("Your answer")
        table.is_begun_anew()
    assert table.made()[-1] == [start, goal]
    assert not people.errors
