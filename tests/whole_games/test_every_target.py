"""Every thing that glows takes the click: whole random games, one by mouse and one by thumb.

Each hand answers one question of each kind; in between the game goes on without hands.
`RANDOM_GAMES=all` clicks all of it.
"""

import json
import random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Move
from games.rules import registry
from games.rules.engine import Decision
from tests.browser import DESK, PHONE, People
from tests.games import playing
from tests.pages.walking import go_on
from tests.rules.many import ALL
from tests.whole_games.playing import WAYS, Sitter, shows_what_it_may

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

Target = dict[str, Any]

#: So many things are pressed by each hand at least.
PRESSES = 6
#: So many things are picked for one decision.
MOST = 12

# Scrolls a target so that a point of it (shares of its width and height) is in the middle of the
# window, and says where that point is then.
SHOW = """(link, [x, y]) => {
  const area = () => (link.querySelector(":scope > .hit") ?? link).getBoundingClientRect();
  link.focus({ preventScroll: true }); // brings its pane forward
  link.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  scrollBy({ top: area().y + area().height * y - innerHeight / 2, behavior: "instant" });
  return { x: area().x + area().width * x, y: area().y + area().height * y };
}"""

# Each target that can be picked, or was and is still drawn, its size, and what takes a click on its
# middle and quarter points: a target's name, "" where none does. A point that lies near the middle
# of the window with the one before is looked at where it is. The bar fits itself to what has come
# into the window: that takes a moment.
LOOK = f"""async () => {{
  const show = {SHOW};
  const frame = () => new Promise(requestAnimationFrame);
  const shares = [[.5, .5], [.25, .25], [.75, .25], [.25, .75], [.75, .75]];
  const found = [];
  for (const link of document.querySelectorAll("[data-target] > a.choice")) {{
    show(link, shares[0]);
    await frame();
    if (link.matches(".is-chosen") && !link.checkVisibility()) continue; // the bar says it
    const takers = shares.map((share) => {{
      const area = (link.querySelector(":scope > .hit") ?? link).getBoundingClientRect();
      let point = {{ x: area.x + area.width * share[0], y: area.y + area.height * share[1] }};
      if (Math.abs(point.y - innerHeight / 2) > innerHeight / 8) point = show(link, share);
      const top = document.elementFromPoint(point.x, point.y);
      return top?.closest("a.choice")?.parentNode.dataset.target ?? "";
    }});
    const box = link.getBoundingClientRect();
    found.push({{
      name: link.parentNode.dataset.target,
      chosen: link.matches(".is-chosen"),
      address: link.getAttribute("href"),
      size: box.width * box.height,
      points: shares.map((share, i) => ({{ share, taker: takers[i] }})),
    }});
  }}
  return found;
}}"""

# The names of what can be picked once the decision is narrowed down to a point.
NARROWED = """async (at) => {
  const { targets } = await import("/static/js/table/choosing.js");
  const data = JSON.parse(document.querySelector("[data-choices]").textContent);
  return [...targets(data, at).keys()].sort();
}"""


class Hand(Sitter):
    """A person whose page is touched: by mouse, or on a phone by taps."""

    def __init__(self, name: str, page: Page, game: Game, touch: bool) -> None:
        super().__init__(name, page)
        self.game, self.touch = game, touch
        self.rng = random.Random(7)
        self.pressed = 0

    def targets(self) -> list[Target]:
        """What glows; none of it is dead at any of its points."""
        found: list[Target] = self.page.evaluate(LOOK)
        sizes = {target["name"]: target["size"] for target in found}
        for target in found:
            for point in target["points"]:
                what = f"{target['name']} ({target['address']}) at {point['share']}"
                assert point["taker"] in sizes, f"{what} is dead"
                assert sizes[point["taker"]] <= target["size"], f"{point['taker']} hides {what}"
            assert target["name"] in [point["taker"] for point in target["points"]], target
        return found

    def decide(self) -> None:
        """Picks things at random points until a choice is made; where none glows, in the bar, as
        when one thing after the other was picked and none of them made it."""
        before, picks = self.version, 0
        while self.version == before:
            fresh = [each for each in self.targets() if not each["chosen"]] if picks < MOST else []
            if fresh and (self.rng.random() < 0.8 or self.page.locator(".is-chosen").count()):
                self.pick(self.rng.choice(fresh))
                picks += 1
            else:
                self.use_bar(before)

    def pick(self, target: Target) -> None:
        """Presses a target, and sees that this did what the target's link says."""
        before = self.version
        query = parse_qs(urlsplit(target["address"]).query)
        prefix = json.loads(query.get("prefix", ["[]"])[0])
        begun = [item["choice"] for item in self.items() if item["choice"][: len(prefix)] == prefix]
        whole = begun == [prefix]  # else it may be the beginning of a longer one as well
        own = [point for point in target["points"] if point["taker"] == target["name"]]
        self.press(target["name"], self.rng.choice(own)["share"])
        if whole:
            self.wait_past(before)
            moves = Move.objects.filter(game=self.game, action=Move.Action.CHOOSE)
            sent = moves.filter(version__gt=before).earliest("version")  # more may follow by itself
            assert sent.choice == prefix, target
        else:
            after = self.page.evaluate(NARROWED, {"prefix": prefix, "on": query.get("on", [])})
            lit = [each["name"] for each in self.targets() if not each["chosen"]]
            assert (self.version, sorted(lit)) == (before, after), target

    def press(self, name: str, share: list[float]) -> None:
        link = self.page.locator(f'[data-target="{name}"] > a.choice')
        point = link.evaluate(SHOW, share)
        how = self.page.touchscreen.tap if self.touch else self.page.mouse.click
        how(point["x"], point["y"])
        self.pressed += 1

    def use_bar(self, before: int) -> None:
        more = self.page.locator(".decision-fold[aria-expanded=false]:visible")
        if more.count():
            more.click()
        ways = self.page.locator(WAYS)
        expect(ways.first).to_be_visible()  # how much is asked comes a moment later
        ways.nth(self.rng.randrange(ways.count())).click()
        if self._sent(before):
            self.wait_past(before)


def sit_down(people: People, game: Game, name: str, touch: bool) -> Hand:
    page = people.page(PHONE if touch else DESK)
    people.sign_in(page, User.objects.get(username=name))
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return Hand(name, page, game, touch)


@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_what_glows_takes_every_click_and_tap(people: People, slug: str) -> None:
    everything = {option.name: option.values[-1] for option in registry.get(slug).options}
    # What is said at the first time lies over a phone's board until it has been read.
    users = [
        User.objects.create_user(name, confirm_turns=False, explain_first=False)
        for name in ("anna", "ben")
    ]
    game = open_games.create(users[0].pk, slug, 2, options=everything).game
    game = open_games.join_game(game.pk, users[1].pk).game
    hands = [sit_down(people, game, "anna", touch=False), sit_down(people, game, "ben", touch=True)]
    at = {playing.seat_of(game.pk, seat).user_id: seat for seat in range(2)}
    sitting = {at[user.pk]: hand for user, hand in zip(users, hands, strict=True)}
    answered = set[tuple[str, int]]()

    def is_for_a_hand(decision: Decision) -> bool:
        is_new = (decision.kind, decision.seat) not in answered
        return ALL or is_new or sitting[decision.seat].pressed < PRESSES

    rng = random.Random(11)
    while decision := go_on(game, rng, is_for_a_hand):
        shows_what_it_may(game, hands)
        hand = sitting[decision.seat]
        # A page that has to ask once more shows for a moment what the question was before.
        expect(hand.page.locator(".decision-yours")).to_be_visible()
        hand.decide()
        answered.add((decision.kind, decision.seat))
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert all(hand.pressed >= PRESSES for hand in hands)
