"""What moves on a board comes to rest, and where much glows it glows calmly."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.rules.engine import Json
from tests.browser import People
from tests.games.playing import asked, user_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: With so many things lit: whether none of those that nothing points at pulses.
LIGHTS = """async (number) => {
  const { lightBoard } = await import("/static/js/table/showing.js");
  const names = [...document.querySelectorAll(".board-regions [data-target]")]
    .filter((thing) => thing.checkVisibility()).map((thing) => thing.dataset.target);
  const lit = [...new Set(names)].slice(0, number);
  lightBoard(new Map(lit.map((name) => [name, { label: name, choice: [name] }])), new Set(), null);
  await new Promise(requestAnimationFrame);
  const hits = [...document.querySelectorAll("a.choice .hit")];
  const still = hits.every((hit) => getComputedStyle(hit).animationName === "none");
  return [lit.length, hits.length > 0 && still];
}"""
#: Points that count up from 0 to 40: what is shown after a moment, after a key, and in the end.
COUNTS = """async () => {
  const { count } = await import("/static/js/table/counting.js");
  const number = document.createElement("b");
  number.textContent = "40";
  count(number);
  const shown = [];
  for (const key of ["", "Shift"]) {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    if (key) dispatchEvent(new KeyboardEvent("keydown", { key }));
    shown.push(Number(number.textContent));
  }
  return shown;
}"""
#: Two tasks can be taken, and one glides away from where the other lies: what a press there takes.
GLIDES = """async () => {
  const [{ lightBoard }, { play, snapshot }] = await Promise.all(
    ["showing", "motion"].map((name) => import(`/static/js/table/${name}.js`)));
  const pieces = [...document.querySelectorAll('.bora-goals [data-piece^="task-"]')];
  const [under, over] = [pieces[0], pieces.at(-1)].map((piece) => piece.closest("[data-target]"));
  const names = [under, over].map((thing) => thing.dataset.target);
  const steps = names.map((name) => [name, { label: name, choice: [name] }]);
  lightBoard(new Map(steps), new Set(), null);
  const board = document.querySelector(".board-regions");
  const before = snapshot(board);
  const box = under.querySelector(".hit").getBoundingClientRect();
  before.set(pieces.at(-1).dataset.piece, before.get(pieces[0].dataset.piece));
  play(board, before);
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return [names[0], top.closest("[data-target]").dataset.target];
}"""


def opened(people: People, game: Game, *, motion: bool) -> Page:
    page = people.page(motion=motion)
    people.sign_in(page, User.objects.get(pk=user_of(game.pk, asked(game.pk)[0])))
    page.goto(f"/games/{game.pk}/")
    expect(page.locator(".decision-yours")).to_have_count(1)
    return page


def begun(slug: str, anna: User, ben: User, options: Json | None = None) -> Game:
    game = open_games.create(anna.pk, slug, 2, options=options or {}).game
    game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
    game.save()
    return open_games.join_game(game.pk, ben.pk).game


@pytest.mark.parametrize(("number", "is_calm"), [(12, False), (13, True)])
def test_of_more_than_twelve_things_that_glow_none_pulses(
    people: People, anna: User, ben: User, number: int, is_calm: bool
) -> None:
    page = opened(people, begun("bora_bora", anna, ben), motion=True)
    assert page.evaluate(LIGHTS, number) == [number, is_calm]


def test_what_glides_over_a_thing_that_can_be_chosen_takes_no_press_from_it(
    people: People, anna: User, ben: User
) -> None:
    page = opened(people, begun("bora_bora", anna, ben), motion=True)
    lies, takes = page.evaluate(GLIDES)
    assert takes == lies


#: Of what glows: its name, and whether its ring is a row of dots.
RINGS = """() => [...document.querySelectorAll("a.choice")].map((link) => {
  const dashes = getComputedStyle(link.querySelector(".hit")).strokeDasharray;
  return [link.parentNode.dataset.target, dashes !== "none"];
})"""


def test_of_many_that_glow_what_costs_more_or_brings_nothing_yet_has_dots(
    people: People, anna: User, ben: User
) -> None:
    options = dict.fromkeys(("private_boats", "wagers", "favour"), True)
    page = opened(people, begun("imhotep", anna, ben, options), motion=False)
    rings = dict(page.evaluate(RINGS))
    assert len(rings) > 12
    assert not rings["private-boat"]
    assert {name for name, has_dots in rings.items() if has_dots} == {
        name for name in rings if name.startswith(("wager-", "favour-"))
    }


@pytest.mark.parametrize("motion", [True, False])
def test_points_count_up_until_a_press_and_not_without_motion(
    people: People, anna: User, ben: User, motion: bool
) -> None:
    page = opened(people, begun("bali", anna, ben), motion=motion)
    at_first, after_a_key = page.evaluate(COUNTS)
    assert (at_first < 40) == motion
    assert after_a_key == 40
