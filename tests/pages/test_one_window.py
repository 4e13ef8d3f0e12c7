"""Each game in one window, over random games: whatever is asked, what answers it lies in sight.

One question of each kind is looked at, in windows of two desks and of a phone, by pages that follow
the game. On a desk all that can be pressed lies whole in the window. On a phone a thing counts only
where it lies above the sheet, in the pane in front and without scrolling, and shares are held: of
all that answers, of what glows when a question comes up, and of the presses that an answer takes,
on things or on words of the bar that are the answer or begin it. What needs the tab of a pane or
the arrow first lies out of the window; that way must lie in it, and say how much it leads to.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.rules import registry
from games.rules.engine import Json
from tests.browser import DESK, PHONE, People
from tests.pages.looking import SETTLE, Look, Thing, look, look_on, thing
from tests.pages.walking import walk
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LAPTOP = (1366, 768)
DESKS = (DESK, LAPTOP)
#: The least share of presses on a phone that lies in its window.
PRESSES = 0.95
#: Pixels of a thing that may lie below the sheet where it is pressed.
SLACK = 8
#: Games that are begun at most until each kind of question was met.
GAMES = 12


class Played(NamedTuple):
    slug: str
    players: int
    options: Json
    kinds: set[str]  # of questions that are looked at, besides others that come up
    glows: float = 0.95  # the least share of what glows that lies in a phone's window at once
    answers: float = 0.95  # of all that answers
    taps: float = 0.0  # of what glows at first and after a press, whose middle takes a tap there
    language: str = "en"
    most: bool = False  # of each kind the question that points at most things
    seeds: tuple[int, ...] = ()  # games in which most kinds come up


EVERYTHING: Json = {"preset": "everything"}
SEASONS: Json = {"seasons": True, "worship": True}
#: The kinds of Bomarzo that a thing on the board answers.
POINTED = {
    *("place", "keep_card", "discard_card", "put_under", "play_card", "move_workers"),
    *("trade_cards", "choose_shrine", "plunder", "keep_worship"),
}
BORA_BORA = {*registry.get("bora_bora").kinds} - {
    *("pay_for_god", "take_material", "settle_last_task"),  # too rare
}
BALI = {*registry.get("bali").kinds}
IMHOTEP = {
    *("take_action", "take_market_card"),
    *("load_stone", "load_and_sail", "sail_in_order", "unload_next"),
}
EXPANSIONS = {
    *("take_action", "take_action_hidden", "take_market_card"),
    *("load_before_sailing", "sail_for_favour", "buy_market_card", "choose_pyramid"),
}
PLAYED = [
    Played("imhotep", 2, {}, IMHOTEP, language="de", seeds=(1, 4)),
    # All expansions lie below the harbour and its sites, which fill the window.
    Played("imhotep", 2, EVERYTHING, EXPANSIONS, glows=0.65, answers=0, seeds=(10, 16)),
    Played("imhotep", 4, EVERYTHING, EXPANSIONS, glows=0.65, answers=0, seeds=(16, 19)),
    Played("bali", 4, {"oracle": True, "demon": True}, BALI, language="de", seeds=(6, 19)),
    Played("bomarzo", 2, SEASONS, POINTED, most=True, seeds=(13,)),
    Played("bomarzo", 4, SEASONS, POINTED, most=True, seeds=(6, 14)),
    # Of what a helper brings the gods lie in the market, the rest on the player's own boards.
    Played("bora_bora", 2, {}, BORA_BORA, glows=0.9, answers=0.9, taps=0.9, seeds=(24,)),
    Played("bora_bora", 4, {}, BORA_BORA, glows=0.9, answers=0.9, taps=0.9, seeds=(0,)),
]
#: How far down the board reaches on a desk; the least sides of what is pressed, and letters.
FEET = {"imhotep": (900, 768), "bali": (900, 768), "bomarzo": (840, 756), "bora_bora": (840, 756)}
SIDES = {"bomarzo": 36, "bora_bora": 36}
FINGER = 44
#: Where what can be pressed is drawn about a thing even while it does not glow.
RINGS = {"bomarzo"}
LETTERS = {"imhotep": 10.5, "bali": 10.5}

# What leads to a thing out of sight, the tab of its pane or the arrow, and whether that has a count
# and can be pressed where it is.
WAY = """name => {
  const thing = document.querySelector(`[data-target="${name}"]`);
  const pane = thing.closest("[data-pane]:not(.is-forward)");
  const tab = pane && document.querySelector(`[data-tab][href="#${pane.id}"]`);
  const way = tab?.getClientRects().length ? tab : document.querySelector("[data-below]");
  const box = way.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const counts = way !== tab || !tab.querySelector("[data-glows]").hidden;
  const named = way === tab ? `[data-tab][href="#${pane.id}"]` : "[data-below]";
  return [named, counts && way.contains(found)];
}"""
# Each answer: what it points at, and what it and its beginnings are called.
ANSWERS = """() => {
  const { choices, parts } = JSON.parse(document.querySelector("[data-choices]").textContent);
  return choices.map(({ choice, label, on }) => {
    const begins = choice.map((_part, i) => parts[JSON.stringify(choice.slice(0, i + 1))]);
    return [on.filter(Boolean), [label, ...begins.filter(Boolean)]];
  });
}"""
WORDS = ".decision-choices:not([hidden]) > .button:not(.button-plain)"
# What the bar says in sight.
SAYS = f"""() => [...document.querySelectorAll("{WORDS}")].filter((button) => {{
  const {{ x, y, width, height }} = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}}).map((button) => button.textContent.trim())"""
# A page where nothing that is chosen is sent.
SENDS_NOTHING = """addEventListener(
  "chosen", (event) => event.stopImmediatePropagation(), { capture: true },
)"""
PRESS = """name => document.querySelector(`[data-target="${name}"] > a.choice`)
  .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))"""


class Shares:
    """How much of something is as it should be: each kind of question counts as often as it was
    asked."""

    def __init__(self) -> None:
        self.seen = defaultdict[tuple[str, bool], float](float)
        self.missed = defaultdict[tuple[str, str], float](float)

    def add(self, kind: str, name: str, is_seen: bool, weight: float = 1) -> None:
        self.seen[kind, is_seen] += weight
        if not is_seen:
            self.missed[kind, name] += weight

    def share(self, times: Counter[str]) -> float:
        kinds = {kind for kind, _is_seen in self.seen}
        parts = {
            kind: self.seen[kind, True] / (self.seen[kind, True] + self.seen[kind, False])
            for kind in kinds
        }
        total = sum(times[kind] for kind in kinds)
        return sum(times[kind] * part for kind, part in parts.items()) / total


class Sight:
    """What was seen of one type's games, and what was wrong with it."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.kinds: set[str] = set()
        self.faults: list[tuple[object, ...]] = []
        self.tops: dict[tuple[int, int], set[float]] = {}
        self.glows, self.answers, self.taps, self.presses = (Shares() for _each in range(4))
        self.things = 0

    def take(self, kind: str, pages: dict[tuple[int, int], Page]) -> None:
        """What pages show in their windows; the first time also after a press that leads on."""
        is_first = kind not in self.kinds
        for size, page in pages.items():
            seen = look(page)
            then = look_on(page) if self.played.taps and is_first else []
            self._all(kind, size, seen)
            if size != PHONE:
                self._on_a_desk(kind, size, seen, then)
                continue
            self._on_a_phone(kind, seen)
            for each in (*seen.glowing, *then) if is_first else ():
                self._hold(not each.own or each.side >= FINGER - 0.5, kind, PHONE, each)
                self.taps.add(kind, each.name, each.own)
        self.kinds.add(kind)

    def press(self, kind: str, presses: Presses, rng: random.Random) -> None:
        for each in (*presses.first(), *presses.further(rng)):
            self.presses.add(kind, *each)
        self._hold(not presses.lost, kind, PHONE, "nothing leads there", presses.lost)

    def _all(self, kind: str, size: tuple[int, int], seen: Look) -> None:
        self.things += len(seen.things)
        self.tops.setdefault(size, set()).add(round(seen.top))
        least = LETTERS.get(self.played.slug, 11)
        self._hold(seen.letters >= least, kind, size, "letters", seen.letters)
        self._hold(seen.cut == [], kind, size, "half an answer is seen", seen.cut)
        self._hold(seen.wide <= 0, kind, size, "wider than the window", seen.wide)

    def _on_a_desk(self, kind: str, size: tuple[int, int], seen: Look, then: list[Thing]) -> None:
        if foot := FEET.get(self.played.slug):
            self._hold(seen.foot <= foot[DESKS.index(size)] + 1, kind, size, "foot", seen.foot)
        for each in (*seen.things, *then):
            is_large = each.side >= SIDES.get(self.played.slug, 0) - 0.5
            can_be_pressed = each.own or not each.glows
            self._hold(each.is_in_window() and is_large and can_be_pressed, kind, size, each)

    def _on_a_phone(self, kind: str, seen: Look) -> None:
        for each in seen.things:
            self.answers.add(kind, each.name, each.is_in_window())
            is_drawn = each.glows or self.played.slug in RINGS
            is_large = each.side >= FINGER - 0.5
            self._hold(is_large or not (is_drawn and each.in_front), kind, PHONE, each)
        for each in seen.glowing:
            self.glows.add(kind, each.name, each.is_in_window(SLACK))
        can_be_tapped = any(each.own and each.is_in_window() for each in seen.glowing)
        self._hold(can_be_tapped or not seen.glowing, kind, PHONE, "nothing can be tapped at once")

    def _hold(self, is_so: bool, *what: object) -> None:
        if not is_so:
            self.faults.append(what)

    def check(self, times: Counter[str]) -> None:
        assert self.things > 90
        assert sum(self.presses.seen.values()) >= 5
        shares = {
            "presses": (self.presses, PRESSES),
            "glows": (self.glows, self.played.glows),
            "answers": (self.answers, self.played.answers),
            "taps": (self.taps, self.played.taps),
        }
        low = {
            what: (share.share(times), dict(share.missed))
            for what, (share, least) in shares.items()
            if least and share.share(times) < least
        }
        moved = {size: tops for size, tops in self.tops.items() if len(tops) > 1}
        assert (self.faults, low, moved) == ([], {}, {})


class Pages:
    """One person's pages of one game, in a window of each size; they follow it by themselves."""

    def __init__(self, people: People) -> None:
        phone = people.page(PHONE)
        phone.context.add_init_script(SENDS_NOTHING)
        self.people, self.phone = people, phone
        self.all = {PHONE: phone} | {size: people.beside(phone, size) for size in DESKS}

    def open(self, game: Game, user: User) -> None:
        self.people.sign_in(self.phone, user)
        for page in self.all.values():
            page.goto(f"/games/{game.pk}/")

    def come_to(self, version: int) -> None:
        for page in self.all.values():
            expect(page.locator("[data-table]")).to_have_attribute("data-version", str(version))
            expect(page.locator(".decision-yours")).to_have_count(1)
            page.evaluate(SETTLE)


class Press(NamedTuple):
    """On a thing, or on the words of the bar that lead to it."""

    name: str
    is_seen: bool
    share: float  # of the answers to a question that take such a one


class Presses:
    """What it takes to answer the question of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.answers: list[tuple[list[str], list[str]]] = page.evaluate(ANSWERS)
        self.has_begun = False
        self.lost: list[str] = []  # what no tab with a number leads to, nor the arrow

    def first(self) -> list[Press]:
        """That of each answer which begins on the board."""
        seen = {each.name: each.is_in_window(SLACK) for each in look(self.page).glowing}
        says: list[str] = self.page.evaluate(SAYS)
        return [
            Press(on[0], seen[on[0]] or said(says, words) is not None, 1 / len(self.answers))
            for on, words in self.answers
            if on and on[0] in seen
        ]

    def further(self, rng: random.Random) -> list[Press]:
        """Those after the first on the way to an answer by chance, of those that take several."""
        several = [answer for answer in self.answers if len(answer[0]) > 1]
        if not several:
            return []
        on, words = rng.choice(several)
        self.has_begun = True
        found: list[tuple[str, bool]] = []
        for name in on:
            if not self._glows(name):
                break  # the bar asks, or has said so much
            found += self._presses(name, words)
            if name != on[-1]:
                self.page.evaluate(PRESS, name)
                self.page.evaluate(SETTLE)
        return [Press(*each, len(several) / len(self.answers)) for each in found[1:]]

    def _presses(self, name: str, words: list[str]) -> list[tuple[str, bool]]:
        """Leads to where this thing is pressed."""
        if thing(self.page, name).is_in_window(SLACK):
            return [(name, True)]
        word = said(self.page.evaluate(SAYS), words)
        if word is None:
            self._find(name)
            return [(name, False)]
        if words[0].endswith(word):
            return [(word, True)]  # the answer itself
        self.page.locator(WORDS).get_by_text(word, exact=True).click()
        self.page.evaluate(SETTLE)
        return [(word, True), *(self._presses(name, words) if self._glows(name) else [])]

    def _glows(self, name: str) -> bool:
        return self.page.locator(f'[data-target="{name}"] > a.choice:not(.is-chosen)').count() > 0

    def _find(self, name: str) -> None:
        for _way in range(2):  # to the tab, and down
            way, can_be_pressed = self.page.evaluate(WAY, name)
            if not can_be_pressed:
                self.lost.append(name)
                return
            self.page.locator(way).click()
            self.page.evaluate(SETTLE)
            if thing(self.page, name).is_in_window(SLACK):
                return


def said(says: list[str], words: list[str]) -> str | None:
    """By which words in sight the bar gives this answer or begins it. It leaves out what has been
    settled."""
    return next((each for each in says if any(word.endswith(each) for word in words)), None)


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: f"{played.slug}-{played.players}")
def test_whatever_is_asked_what_answers_it_lies_in_the_window(
    people: People, played: Played
) -> None:
    users = [
        person(f"player{seat}", confirm_turns=False, language=played.language)
        for seat in range(played.players)
    ]
    sight, pages = Sight(played), Pages(people)
    times, rng = Counter[str](), random.Random(4)
    for seed in (*played.seeds, *range(GAMES)):
        if sight.kinds >= played.kinds:
            break
        way = walk(
            users, played.slug, played.options, seed, passed_over=sight.kinds, most=played.most
        )
        times += way.times
        pages.open(way.game, way.holder)
        for kind, version in way.on_the_way():
            pages.come_to(version)
            sight.take(kind, pages.all)
            presses = Presses(pages.phone)
            sight.press(kind, presses, rng)
            if presses.has_begun:
                pages.phone.reload()  # as if nothing had been pressed
    assert sight.kinds >= played.kinds
    sight.check(times)
    assert not people.errors
