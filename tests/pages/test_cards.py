"""The card that explains a thing of the board: below its name, what it says is in sight at once."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.rules import registry
from games.rules.engine import Json
from tests.browser import PHONE, People
from tests.pages.looking import SETTLE
from tests.pages.walking import advance, walk
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Opens the card of each thing, as the key for it does: of how many there was something to read, and
# those whose first sentence cannot be read to its end without scrolling.
UNREAD = """async () => {
  const [unread, things] = [[], [...document.querySelectorAll("[data-target][data-name]")]];
  const names = new Set();
  let read = 0;
  for (const thing of things) {
    if (names.has(thing.dataset.target) || !thing.getClientRects().length) continue;
    names.add(thing.dataset.target);
    thing.scrollIntoView({ block: "center", behavior: "instant" });
    thing.dispatchEvent(new CustomEvent("explain", { bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
    const card = document.querySelector(".thing-card:popover-open");
    const words = card?.querySelector("p")?.firstChild;
    if (!words) continue;
    read += 1;
    const range = document.createRange();
    range.setStart(words, 0);
    range.setEnd(words, words.data.match(/^.*?[.!?](?= |$)|^.*/s)[0].length);
    const last = [...range.getClientRects()].at(-1);
    const on = document.elementFromPoint(last.right - 2, last.top + last.height / 2);
    if (!card.contains(on)) unread.push([thing.dataset.target, words.data.slice(0, 40)]);
  }
  return [read, unread];
}"""


@pytest.mark.parametrize("size", [(1366, 768), PHONE])
@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_the_first_sentence_of_each_card_is_in_sight_as_it_opens(
    people: People, slug: str, size: tuple[int, int]
) -> None:
    users = [person(name, explain_first=False) for name in ("anna", "ben")]
    way = walk(users, slug, {}, seed=0)
    advance(way.game, way.taken[: len(way.taken) // 2])
    page = people.page(size)
    people.sign_in(page, way.holder)
    page.goto(f"/games/{way.game.pk}/")
    tabs = page.locator("[data-tab]:visible")
    all_read = 0
    for at in range(max(tabs.count(), 1)):
        if tabs.count():
            tabs.nth(at).click()
        page.evaluate(SETTLE)
        read, unread = page.evaluate(UNREAD)
        assert unread == []
        all_read += read
    assert all_read > 10
    assert not people.errors


# Opens the card of each thing in sight: its head, and the sentences below.
READ = """async () => {
  const cards = new Map();
  for (const thing of document.querySelectorAll("[data-target][data-name]")) {
    if (cards.has(thing.dataset.target) || !thing.getClientRects().length) continue;
    thing.dispatchEvent(new CustomEvent("explain", { bubbles: true, cancelable: true }));
    const card = document.querySelector(".thing-card:popover-open");
    if (!card) continue;
    const texts = [...card.querySelectorAll("p")].map((text) => text.firstChild.data);
    const below = texts.flatMap((text) => text.split(/(?<=[.!?]) /));
    cards.set(thing.dataset.target, [card.querySelector("h3").textContent, below]);
  }
  return [...cards];
}"""
FORMS: dict[str, Json] = {
    "imhotep": {"preset": "everything"},
    "bali": {"oracle": True, "demon": True},
    "bomarzo": {"seasons": True, "worship": True},
    "bora_bora": {},
}
WORDS = 10
#: What the help says of what we made up; it has a chapter on that.
OURS = re.compile(r"\b(our own|ours|house boards?|Hausbretter?|von uns|made up|erdacht)\b", re.I)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", FORMS)
def test_the_head_of_a_card_is_a_name_and_nothing_below_is_said_twice(
    people: People, slug: str, language: str
) -> None:
    users = [person(name, explain_first=False) for name in ("anna", "ben", "celine")]
    User.objects.update(language=language)
    way = walk(users, slug, FORMS[slug], seed=1)
    advance(way.game, way.taken[: len(way.taken) * 3 // 4])
    page = people.page((1440, 900))
    people.sign_in(page, way.holder)
    page.goto(f"/games/{way.game.pk}/")
    page.evaluate(SETTLE)
    cards = page.evaluate(READ)
    assert len(cards) > 20
    long = [(thing, head) for thing, (head, _below) in cards if len(head.split()) > WORDS]
    twice = [
        (thing, sentence)
        for thing, (head, below) in cards
        for sentence in {each for each in below if below.count(each) > 1 or each == head}
    ]
    ours = [
        (thing, sentence)
        for thing, (_head, below) in cards
        for sentence in filter(OURS.search, below)
    ]
    assert (long, twice, ours) == ([], [], [])
