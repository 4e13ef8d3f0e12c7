"""Whole turns of each game type by keyboard alone, with the keys counted."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Move
from games.rules import registry
from tests.browser import People
from tests.games import playing
from tests.whole_games.playing import Item, Sitter

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: Keys for one turn, confirming it included; and of how many turns they are counted.
MOST = 15
#: What the large letters go at once.
MANY = 4
TURNS = 3

# What the keys n and p go through, in their order: that of the page, but what only passes comes
# late, then what costs more, then things on the board that repeat the bar, and last the way back.
_ALL = """(() => {
  const all = document.querySelectorAll("a.choice:not(.is-chosen), "
    + ".decision-ways :is(button:not([aria-disabled=true]), a.button), "
    + ".decision-tools .button-turn");
  const answers = [...document.querySelectorAll(
    ".decision-choices:not([hidden]) > .button:not(.decision-back)")];
  const isWhole = answers.length > 0 && answers.every((each) => each.checkVisibility());
  const late = (each) => each.matches(".decision-back") ? 4
    : isWhole && !each.closest(".decision") ? 3
    : each.matches(".is-calm") ? 2 : Number(each.dataset.rank ?? 0);
  const seen = [...all].filter((each) => each.checkVisibility());
  return seen.sort((one, other) => late(one) - late(other));
})()"""
OFFERED = f"""() => {_ALL}.map((each) => {{
  const on = each.closest("[data-target]")?.dataset.target ?? "";
  const label = each.querySelector(":scope > span:has(+ small)") ?? each;
  return {{ on, text: on ? "" : label.textContent.trim() }};
}})"""
FOCUSED = f"() => {_ALL}.indexOf(document.activeElement)"
LOST = "document.activeElement === document.body"
# What the last key has led to is shown, a form that asks how much included.
SETTLED = """() => !document.querySelector(".decision-yours:not([aria-busy=true])")
  || document.querySelector("a.choice:not(.is-chosen), .decision-tools .button-turn, "
    + ".decision-ways button:not(.decision-back, [aria-disabled=true])") !== null"""


class Hands(Sitter):
    """Somebody who has a keyboard and nothing else, and whose keys are counted."""

    with_digits = with_letters = 0  # keys of a turn, with digits and without
    digits = True  # which of both are pressed next

    def press(self, letters: list[str], digits: list[str]) -> None:
        """Keys that lead to the same: those without digits or those with them, by turns."""
        for key in digits if self.digits else letters:
            self.page.keyboard.press(key)
        self.with_letters += len(letters)
        self.with_digits += len(digits)
        self.digits = not self.digits

    def enter(self) -> None:
        self.page.keyboard.press("Enter")
        self.with_letters += 1
        self.with_digits += 1

    def take(self, wanted: Callable[[Item], bool], *, else_first: bool = False) -> None:
        """To the nearest choice of this sort, forwards, back or by its number, and Enter. Each
        press begins anew: whatever it has left the focus on, the first choice comes next."""
        said = self.page.evaluate(OFFERED)
        fits = [place for place, each in enumerate(said) if wanted(each)]
        if else_first:
            fits = fits or [0]  # what is proposed
        assert fits, f"nothing in {said} is wanted"
        on, back = min(fits) + 1, len(said) - max(fits)
        ways = [["N"] * (on // MANY) + ["n"] * (on % MANY)]
        ways += [["P"] * (back // MANY) + ["p"] * (back % MANY)]
        digits = [[str(place + 1)] for place in fits if place < 9]
        letters, shortest = min(ways, key=len), min(digits + ways, key=len)
        self.press(letters, shortest)
        assert self.page.evaluate(FOCUSED) in fits
        self.enter()

    def keep_focus(self) -> None:
        assert not self.page.evaluate(LOST)

    def answer(self, item: Item) -> None:
        """A choice, and where that asks how much, what is proposed."""
        before = self.version
        words = set(self._ways_to_say(item))
        for _step in range(len(item["choice"]) + 2):
            if self.page.locator(".decision-how-much").count():
                self.enter()  # the focus is there
            else:
                self.take(
                    lambda here: here["on"] in filter(None, item["on"]) or here["text"] in words,
                    else_first=any(isinstance(part, dict) for part in item["choice"]),
                )
            self.page.wait_for_function(SETTLED, polling=50)
            self.keep_focus()
            if self._sent(before):
                self.wait_past(before)
                self.keep_focus()
                return
        raise AssertionError(f"keys do not lead to {item}")


def sit_down(people: People, game: Game, user: User) -> Hands:
    page = people.page()
    people.sign_in(page, user)
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return Hands(user.username, page)


def turn(hands: Hands, game: Game, seat: int, rng: random.Random) -> int:
    """One turn of a seat from the first key to the one that confirms it; how many they were, at
    most, with digits and without."""
    hands.with_digits = hands.with_letters = 0
    while playing.asked(game.pk) == [seat]:
        if hands.button("confirm").count():
            before = hands.version
            hands.take(lambda here: here["text"] == "Confirm turn")
            hands.wait_past(before)
            break  # where the others have passed the next turn is the same one's
        items, before = hands.items(), Move.objects.filter(game=game).count()
        item = rng.choice(items)
        hands.answer(item)
        alike = [fixed(one["choice"]) for one in items if one["label"] == item["label"]]
        assert chosen(game, before) in alike
    return max(hands.with_digits, hands.with_letters)


def chosen(game: Game, before: int) -> list[object]:
    """What was chosen after so many rows of the log, but for how much of what, which the form
    proposes; a press may answer what is asked next along with it."""
    return fixed(Move.objects.filter(game=game).order_by("version")[before].choice or [])


def fixed(choice: list[object]) -> list[object]:
    return [part for part in choice if not isinstance(part, dict)]


@pytest.mark.smoke
@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_a_turn_takes_few_keys_with_digits_and_without(people: People, slug: str) -> None:
    users = [User.objects.create_user(name) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, slug, 2).game
    game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
    game.save()
    game = open_games.join_game(game.pk, users[1].pk).game
    rng = random.Random(5)
    for _answer in range(8):
        playing.answer(game.pk, playing.asked(game.pk)[0], rng.choice)
    seat = playing.asked(game.pk)[0]
    hands = sit_down(people, game, User.objects.get(pk=playing.user_of(game.pk, seat)))
    counted: list[int] = []
    while len(counted) < TURNS:
        while others := [each for each in playing.asked(game.pk) if each != seat]:
            playing.answer(game.pk, others[0], rng.choice)
        hands.page.reload()
        expect(hands.page.locator(".decision-yours")).to_be_visible()
        counted.append(turn(hands, game, seat, rng))
    assert all(0 < keys <= MOST for keys in counted), counted
