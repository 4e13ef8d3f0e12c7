"""Panes: on a phone one part of the board in front, and the others a tap or a key away."""

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from games.checking.table import check_table
from games.rules import registry
from games.storage.position import Position
from games.words import table_package
from tests.browser import DESK, PHONE, People

TABLE = table_package.table(registry.get("imhotep"))
WHOLE = (
    ("Harbour", ("harbour", "quarry", "yard")),
    ("Sites", ("market", "pyramid", "obelisks", "temple", "tomb", "expansions", "foretold")),
)


@pytest.fixture
def panes(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Gives Imhotep these panes."""

    def given(found: Any) -> None:
        monkeypatch.setattr(TABLE, "PANES", found, raising=False)

    return given


@pytest.mark.django_db
def test_regions_lie_in_the_panes_that_a_game_names(
    client: Client, started: Position, panes: Any
) -> None:
    panes(WHOLE)
    html = client.get(f"/games/{started.game.pk}/").content.decode()
    tabs = re.findall(r'href="#(pane-\w+)" data-tab( aria-current="true")?>(\w+)<', html)
    assert tabs == [
        ("pane-harbour", ' aria-current="true"', "Harbour"),
        ("pane-market", "", "Sites"),
    ]
    sites = html.split('id="pane-market"')[1]
    assert re.findall(r'data-region="board-(\w+)"', sites) == list(WHOLE[1][1])


@pytest.mark.django_db
def test_in_front_is_what_one_is_asked_for(client: Client, started: Position, panes: Any) -> None:
    panes(WHOLE[::-1])
    seat = next(seat for seat in started.seats if seat.to_move)
    assert seat.user
    client.force_login(seat.user)
    html = client.get(f"/games/{started.game.pk}/").content.decode()
    forward = re.findall(r'class="pane is-forward" id="(pane-\w+)"', html)
    assert forward == ["pane-harbour"], "the first question is for stones and boats"


@pytest.mark.django_db
def test_a_pane_without_a_title_has_no_tab_and_is_always_in_sight(
    client: Client, started: Position, panes: Any
) -> None:
    panes((("", WHOLE[0][1]), WHOLE[1]))
    html = client.get(f"/games/{started.game.pk}/").content.decode()
    assert re.findall(r'href="#(pane-\w+)" data-tab', html) == ["pane-market"]
    always, behind = html.split('class="pane-always"')[1].split('class="pane is-forward"')
    assert re.findall(r'data-region="board-(\w+)"', always) == list(WHOLE[0][1])
    assert re.findall(r'data-region="board-(\w+)"', behind) == list(WHOLE[1][1])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ((*WHOLE, ("Again", ("yard",))), "the region 'yard' 2 times"),
        (WHOLE[:1], "0 times"),
        ((*WHOLE, ("Palace", ("palace",))), "'palace', which is no region"),
        (("Harbour",), "pairs of a title and its regions"),
    ],
)
def test_wrong_panes_leave_the_page_without_and_are_told(
    client: Client, started: Position, panes: Any, wrong: Any, said: str
) -> None:
    panes(wrong)
    html = client.get(f"/games/{started.game.pk}/").content.decode()
    assert "data-pane" not in html
    assert html.count('data-region="board-') == len(TABLE.REGIONS)  # type: ignore[union-attr]
    assert said in table_package.fault_of_panes(wrong, TABLE.REGIONS)  # type: ignore[union-attr]


@pytest.mark.slow
def test_the_check_names_wrong_panes_and_titles_without_german(
    monkeypatch: pytest.MonkeyPatch, panes: Any
) -> None:
    monkeypatch.setattr("games.checking.table.positions", lambda *_args: [])
    panes(WHOLE[:1])
    told = [finding.what for finding in check_table(registry.get("imhotep")).findings]
    assert any(what.startswith("PANES names the region") for what in told)
    panes((("Xyzzy", WHOLE[0][1]), WHOLE[1]))
    told = [finding.what for finding in check_table(registry.get("imhotep")).findings]
    assert "the pane 'Xyzzy' has no German: mark it by _(…)" in told


def kit(people: People, size: tuple[int, int] = PHONE, *, scripts: bool = True) -> Page:
    page = people.page(size, scripts=scripts)
    page.goto("/kit/")
    return page


def pane(page: Page, name: str) -> Locator:
    return page.locator(f"#light-phone-{name}")


def in_front(page: Page) -> list[str]:
    """The panes that take room."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("[id^=light-phone-]")]
          .filter((pane) => pane.offsetHeight > 20).map((pane) => pane.id.split("-")[2])"""
    )
    return found


def glow(page: Page, *targets: str) -> None:
    """Narrows the decision down to these things, as the table's script does."""
    page.evaluate(
        """(names) => {
          for (const thing of document.querySelectorAll('[data-target^="light-phone-"]')) {
            const link = thing.querySelector(":scope > a.choice");
            const lit = names.includes(thing.dataset.target.slice("light-phone-".length));
            if (link === document.activeElement) link.classList.add("is-chosen");
            else if (link && !lit) link.replaceWith(...link.childNodes);
            if (link || !lit) continue;
            const fresh = document.createElementNS(thing.namespaceURI, "a");
            fresh.setAttribute("class", "choice");
            fresh.setAttribute("href", "#choice");
            fresh.append(...thing.childNodes);
            thing.append(fresh);
          }
        }""",
        list(targets),
    )


@pytest.mark.browser
def test_one_pane_lies_in_front_and_the_asked_one_comes_forward(people: People) -> None:
    page = kit(people)
    assert in_front(page) == ["market"]
    tabs = page.locator(".kit-phone .panes-tabs").first
    expect(tabs).to_be_visible()
    assert tabs.locator("[data-glows]:visible > :first-child").all_text_contents() == ["3", "1"]

    tabs.get_by_role("link", name="Islands").tap()
    assert in_front(page) == ["sea"]
    assert tabs.locator("[aria-current=true]").text_content().startswith("Islands")  # type: ignore[union-attr]

    glow(page, "own-0", "own-2")  # the decision narrows
    expect(pane(page, "own")).to_have_class(re.compile("is-forward"))
    assert in_front(page) == ["own"]
    assert tabs.locator("[data-glows]:visible > :first-child").all_text_contents() == ["2"]
    glow(page, "own-2", "market-1")  # goes on here as well as there
    assert in_front(page) == ["own"]

    tabs.get_by_role("link", name="Islands").tap()
    page.evaluate("document.querySelector('#light-phone-sea svg').append('news')")
    assert in_front(page) == ["sea"], "what changes nothing about the decision leaves it alone"
    box = tabs.get_by_role("link").first.bounding_box()
    assert box
    assert box["height"] >= 44


@pytest.mark.browser
@pytest.mark.parametrize("writes", [True, False])
def test_somebody_who_writes_or_reads_further_down_stays_there(
    people: People, writes: bool
) -> None:
    page = kit(people)
    box = page.locator(".kit-phone [data-panes]").first
    box.evaluate("""(box) => {
      const field = document.createElement("input");
      field.id = "talk";
      box.after(field);
      box.style.paddingBottom = "900px";
    }""")
    away = "(box, by) => scrollTo({ top: scrollY + box.getBoundingClientRect().bottom - by })"
    if writes:
        box.evaluate(away, 600)
        page.locator("#talk").evaluate("(field) => field.focus({ preventScroll: true })")
    else:
        box.evaluate(away, 100)
    before = page.evaluate("scrollY")
    glow(page, "own-0", "own-2")
    expect(pane(page, "own")).to_have_class(re.compile("is-forward"))
    page.wait_for_timeout(100)
    now = page.evaluate("scrollY")
    top = box.evaluate("(box) => box.getBoundingClientRect().top")
    assert top < 0, "what is asked forward would have been scrolled to"
    assert abs(now - before) < 400


def swipe(page: Page, across: int, down: int = 0) -> None:
    """One finger, from the middle of the pane in front."""
    line = page.context.new_cdp_session(page)
    front = page.locator(".kit-phone .pane.is-forward").first
    front.scroll_into_view_if_needed()  # waits until the page that a finger moved lies still
    box = front.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    points = [(x + across * step / 4, y + down * step / 4) for step in range(5)]
    kinds = ["touchStart", "touchMove", "touchMove", "touchMove", "touchMove"]
    for kind, (at_x, at_y) in zip(kinds, points, strict=True):
        touch = {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]}
        line.send("Input.dispatchTouchEvent", touch)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.browser
def test_a_swipe_brings_the_next_pane(people: People) -> None:
    page = kit(people)
    page.locator(".kit-phone .pane.is-forward").first.scroll_into_view_if_needed()
    order = (
        page.locator(".kit-phone")
        .first.locator("[data-pane]")
        .evaluate_all("panes => panes.map((pane) => pane.id.split('-')[2])")
    )
    assert in_front(page) == ["market"]
    at = order.index("market")

    def comes(name: str) -> None:
        expect(pane(page, name)).to_have_class(re.compile("is-forward"))

    swipe(page, -140)
    comes(order[at + 1])
    swipe(page, -30)
    swipe(page, -70, 120)
    comes(order[at + 1])  # those were short, or rather up than to the side
    for name in (order[at], *reversed(order[:at]), order[0]):
        swipe(page, 140)
        comes(name)


@pytest.mark.browser
def test_keys_and_scrolling_bring_a_pane_forward(people: People) -> None:
    page = kit(people)
    own = page.locator('[data-target="light-phone-own-0"] > a.choice')
    page.locator('[data-target="light-phone-market-2"] > a.choice').focus()
    page.keyboard.press("Tab")
    expect(own).to_be_focused()
    assert in_front(page) == ["own"]
    page.locator('[href="#light-phone-market"]').first.press("Enter")
    expect(pane(page, "market")).to_have_class(re.compile("is-forward"))
    assert in_front(page) == ["market"]
    own.evaluate("link => link.scrollIntoView({ block: 'center' })")
    expect(pane(page, "own")).to_have_class(re.compile("is-forward"))
    own.click()
    assert page.url.endswith("#choice")

    market = page.locator('[data-target="light-phone-market-1"] > a.choice')
    market.focus()
    glow(page, "own-1")  # who went by keys goes on there
    expect(page.locator('[data-target="light-phone-own-1"] > a.choice')).to_be_focused()


@pytest.mark.browser
def test_wide_screens_show_all_panes_and_no_tab(people: People) -> None:
    page = kit(people, DESK)
    wide = page.locator(".kit-desk").first
    expect(wide.locator(".panes-tabs")).to_be_hidden()
    boxes = [drawing.bounding_box() for drawing in wide.locator("svg.board").all()]
    assert len(boxes) == 3
    assert len({box["y"] for box in boxes if box and box["height"] > 50}) == 2, "two in a row"


@pytest.mark.browser
def test_without_scripts_all_panes_are_below_each_other(people: People) -> None:
    page = kit(people, scripts=False)
    heights = [box["height"] for name in ("sea", "market", "own")
               if (box := pane(page, name).bounding_box())]  # fmt: skip
    assert len(heights) == 3
    assert min(heights) > 50
