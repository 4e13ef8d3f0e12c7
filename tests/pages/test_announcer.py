"""The one place of a page that is read out: all is said in it, in order, once the page rests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import People
from tests.pages.hearing import heard, listen, silence

ROOT = Path(__file__).parents[2]
SAY = """async (said) => {
  const { announce } = await import("/static/js/announcer.js");
  for (const each of said) announce(...each);
}"""


@pytest.fixture
def page(people: People) -> Page:
    page = people.page()
    page.goto("/about/")
    listen(page)
    return page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
class TestAnnouncer:
    def test_what_comes_together_is_said_at_once_in_its_order(self, page: Page) -> None:
        page.evaluate(SAY, [["ben takes 3 stones"], ["Your turn!"], ["What do you do?"]])
        assert heard(page) == ["ben takes 3 stones. Your turn! What do you do?"]

    def test_what_is_out_of_date_is_not_said(self, page: Page) -> None:
        page.evaluate(SAY, [["still 2", "amount"], ["ben is here"], ["still 1", "amount"]])
        assert heard(page) == ["ben is here. still 1."]

    def test_the_same_is_said_again_when_it_happens_again(self, page: Page) -> None:
        for _ in range(2):
            page.evaluate(SAY, [["Copied."], ["Copied."]])
            assert heard(page) == ["Copied."]

    def test_it_waits_until_the_page_rests(self, page: Page) -> None:
        page.evaluate(
            """() => {
              const part = document.querySelector("main").appendChild(document.createElement("p"));
              window.changing = setInterval(() => (part.textContent = performance.now()), 100);
            }"""
        )
        page.evaluate(SAY, [["It is over."]])
        assert silence(page) == []
        page.evaluate("clearInterval(window.changing)")
        assert heard(page) == ["It is over."]

    def test_clocks_and_what_is_hidden_from_readers_do_not_keep_it_waiting(
        self, page: Page
    ) -> None:
        page.evaluate(
            """() => {
              const part = document.querySelector("main").appendChild(document.createElement("p"));
              part.innerHTML = '<time>0:10</time><span aria-hidden="true">0</span>';
              for (const each of part.children) {
                setInterval(() => (each.textContent = performance.now()), 100);
              }
            }"""
        )
        page.evaluate(SAY, [["Your turn."]])
        assert silence(page) == ["Your turn."]

    def test_a_page_that_never_rests_is_spoken_over(self, page: Page) -> None:
        page.evaluate("setInterval(() => (document.querySelector('h1').textContent += '.'), 100)")
        page.evaluate(SAY, [["Your turn."]])
        assert heard(page) == ["Your turn."]

    def test_a_toast_is_said(self, page: Page) -> None:
        page.evaluate(
            """async () => {
              const { toast } = await import("/static/js/toasts.js");
              toast("The link is copied.");
            }"""
        )
        assert heard(page) == ["The link is copied."]


#: A page that comes with a refusal may have it as an alert: nothing of it is swapped. The admin has
#: no announcer.
WITH_THE_PAGE = {
    "templates/kit/ui.html",
    "games/templates/admin/case.html",
    "accounts/templates/admin/base_site.html",
}
LIVE = re.compile(r"""role=["'](?:status|alert|log|timer|marquee)|aria-live=["'](?!off)|<output(?! [^>]*aria-live="off")|setAttribute\("(?:aria-live|role", "(?:status|alert|log))""")  # fmt: skip # noqa: E501


def test_no_other_part_of_a_page_is_read_out_by_itself() -> None:
    found = {
        str(file.relative_to(ROOT))
        for folder in ("templates", "games", "static", "accounts", "notifications")
        for kind in ("*.html", "*.js")
        for file in (ROOT / folder).rglob(kind)
        for line in file.read_text().splitlines()
        if LIVE.search(line) and "data-announcer" not in line
    }
    assert found - WITH_THE_PAGE == set()
