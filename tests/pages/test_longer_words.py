"""Every page and board in a language that nobody speaks, whose words are strange and a third
longer: what was never marked for translation is plain in it, and what has no room for longer words
breaks."""

import calendar
import re

import pytest

from accounts.models import User
from boardgames.words import pseudo
from games.models import Game
from games.words import texts
from tests.browser import DESK, PHONE, People, picture
from tests.pages.reading import mover
from tests.pages.test_accessible import BOARDS, OWN, PAGES, addresses

__all__ = ["addresses"]

#: Names, which are the same in every language.
NAMES = {"anna", "ben", "reihum", "english", "deutsch", *(name.lower() for name in texts.BOTS)}
#: What people wrote, products and places are called, and the browser says of times.
NAMES |= {"good", "luck", "discord", "slack", "matrix", "example", "org", "days", "min"}
NAMES |= {"mostly", "evenings", "boardgamegeek"}
NAMES |= {"utc"}  # a zone
NAMES |= {"kosmos", "phil", "walker", "harding"}  # whose game it is
#: Dates are English in it.
NAMES |= {name.lower() for name in (*calendar.month_abbr, *calendar.month_name)}
NAMES |= {name.lower() for name in (*calendar.day_abbr, *calendar.day_name)}

#: What is cut off: not where a style says how it ends, nor what is there for the ear alone.
CUT = """() => [...document.querySelectorAll("body *")].filter(each => {
    const style = getComputedStyle(each);
    return each.innerText?.trim() && style.overflowX === "hidden" && style.textOverflow === "clip"
        && !each.closest(".visually-hidden") && each.clientWidth > 8
        && each.scrollWidth > each.clientWidth + 1;
}).map(each => each.className + ": " + each.innerText.slice(0, 60))"""


def plain_words(text: str) -> set[str]:
    said = re.sub(r"\S+:/\S+", "", text)  # no addresses
    return {word.lower() for word in re.findall(r"\b[A-Za-z]{3,}\b", said)} - NAMES


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_every_page_is_translated_and_has_room_for_longer_words(
    people: People, addresses: dict[str, str]
) -> None:
    user = mover(Game.objects.get(pk=int(addresses["TABLE"].split("/")[2])))
    User.objects.update(language=pseudo.LANGUAGE)
    page = people.page(PHONE, language=pseudo.LANGUAGE)
    page.context.add_cookies(
        [{"name": "django_language", "value": pseudo.LANGUAGE, "url": people.url}]
    )
    plain, wide, cut = {}, {}, {}
    for address in (*PAGES, *OWN, *BOARDS[1:]):
        if address == OWN[0]:
            people.sign_in(page, user)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.goto(addresses.get(address, address))
        for size in (PHONE, DESK):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            name = re.sub(r"[^a-z]+", "-", address.lower()).strip("-")
            picture(page, f"longer-{name}-{size[0]}")
            if found := plain_words(page.inner_text("body")):
                plain[address, size] = sorted(found)
            if (width := page.evaluate("document.documentElement.scrollWidth")) > size[0]:
                wide[address, size] = width
            if found := page.evaluate(CUT):
                cut[address, size] = found
    assert (plain, wide, cut) == ({}, {}, {})
