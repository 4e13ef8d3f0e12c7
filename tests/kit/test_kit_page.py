"""The design kit's page: accessible, fit for a phone, without inline styles or scripts."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.browser import DESK, PHONE, People, picture, run_axe

ADDRESS = "/kit/"


@pytest.fixture
def html(client: Client) -> str:
    response = client.get(ADDRESS)
    assert response.status_code == 200
    return str(response.content.decode())


@pytest.mark.django_db
def test_nothing_is_inline(html: str) -> None:
    assert not re.search(r"\sstyle\s*=", html)
    assert not re.search(r"\s(on\w+|hx-on[^=]*)\s*=", html)
    assert not re.search(r"<style", html)
    assert not re.search(r"<script(?![^>]*\ssrc=)", html)


@pytest.mark.django_db
def test_ids_are_unique_and_references_lead_somewhere(html: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert sorted(ids) == sorted(set(ids))
    for attribute in ("popovertarget", "aria-describedby", "for"):
        for target in re.findall(rf'\s{attribute}="([^"]+)"', html):
            assert target in ids, f"{attribute}={target}"
    for target in re.findall(r'(?:\shref="#|url\(#)(kit-[\w-]+)', html):
        assert target in ids, target


@pytest.mark.django_db
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chosen_theme_is_drawn_at_once(client: Client, theme: str) -> None:
    client.cookies["theme"] = theme
    assert f'<html lang="en" data-theme="{theme}"' in client.get(ADDRESS).content.decode()


@pytest.mark.django_db
def test_a_nonsense_theme_is_ignored(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en" data-now' in client.get(ADDRESS).content.decode()


@pytest.mark.django_db
def test_german(client: Client) -> None:
    html = client.get(ADDRESS, headers={"accept-language": "de"}).content.decode()
    assert '<html lang="de"' in html
    assert "Stein auf Stein" in html
    assert "Nächstes Spiel" not in html, "nobody is signed in"


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_accessible_and_within_the_window(
    people: People, size: tuple[int, int], dark: bool
) -> None:
    page = people.page(size, dark=dark)
    page.goto(ADDRESS)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    picture(page, f"kit-{'dark' if dark else 'light'}-{size[0]}")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} px too wide"
    # Everything stands here twice, in light and in dark, so one of them is enough for each size;
    # landmarks are unique on real pages.
    if dark == (size == DESK):
        found = run_axe(page, rules={"landmark-unique": {"enabled": False}})
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.browser
def test_a_number_explains_itself(people: People) -> None:
    page = people.page(PHONE)
    page.goto(ADDRESS)
    number = page.locator("[popovertarget=light-tip]")
    words = page.locator("#light-tip")
    number.tap()
    assert words.is_visible()
    box = words.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    page.keyboard.press("Escape")
    assert not words.is_visible()
    page.mouse.move(0, 0)
    number.hover()
    assert words.is_visible()


@pytest.mark.browser
def test_a_number_explains_itself_without_scripts(people: People) -> None:
    page = people.page(PHONE, scripts=False)
    page.goto(ADDRESS)
    page.locator("[popovertarget=light-tip]").tap()
    assert page.locator("#light-tip").is_visible()


@pytest.mark.browser
def test_the_theme_switch_lasts(people: People) -> None:
    page = people.page(DESK)
    page.goto(ADDRESS)
    page.locator("[data-menu] > summary").click()
    page.get_by_role("button", name="Dark").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.locator("[data-menu] > summary").click()
    page.get_by_role("button", name="Auto").click()
    page.reload()
    assert page.locator("html").get_attribute("data-theme") is None


@pytest.mark.browser
def test_the_language_switch_works_without_scripts(people: People) -> None:
    page = people.page(PHONE, scripts=False)
    page.goto(ADDRESS)
    page.locator("[data-menu] > summary").tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Deutsch").tap()
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.url.endswith(ADDRESS)


@pytest.mark.browser
def test_a_deadline_stays_true(people: People) -> None:
    page = people.page(DESK)
    page.goto(ADDRESS)
    words = page.evaluate(
        """async () => {
          const { refreshDeadlines } = await import("/static/js/deadlines.js");
          const time = document.querySelector("time[data-deadline]");
          time.dateTime = new Date(Date.now() + (26 * 60 + 5) * 60000 + 5000).toISOString();
          refreshDeadlines();
          return time.textContent;
        }"""
    )
    assert words == "1 day 2 hr"


@pytest.mark.django_db
def test_only_staff_is_led_to_the_kit(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert f'href="{ADDRESS}"' not in client.get("/games/").content.decode()
    anna.is_staff = True
    anna.save()
    assert f'href="{ADDRESS}"' in client.get("/games/").content.decode()


@pytest.mark.browser
def test_amounts_are_stepped_and_what_is_missing_is_said(people: People) -> None:
    page = people.page(PHONE)
    page.goto(ADDRESS)
    form = page.locator("[data-giving]").first

    def step(name: str) -> str:
        form.get_by_role("button", name=name).tap()
        return str(form.locator("output").text_content())

    assert step("Wine: one more") == "", "two wood, and wine for salt and for one more"
    assert step("Wood: one less") == "still to give: 1"
    assert step("Wine: one less") == "still to give: 1 Salt"
    assert step("Salt: one more") == "still to give: 1"
    picture(form, "kit-amounts-phone")
    for button in form.locator("[data-step]").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.browser
def test_a_thing_tells_its_use_and_opens_its_card(people: People) -> None:
    page = people.page(DESK, dark=True)
    page.goto(ADDRESS)
    tip, card = page.locator(".tip-text-shared"), page.locator(".thing-card")
    statue = page.locator("[data-target=light-thing-1]")
    statue.scroll_into_view_if_needed()
    statue.hover(force=True)  # while a board asks, its choices alone take the pointer
    assert tip.text_content() == "One statue brings a point, five bring fifteen."
    statue.click(force=True)
    assert card.locator("h3").text_content() == "Statue"
    assert card.locator("svg path").count() > 0, "its drawing, for it is small"
    ground = "card => getComputedStyle(card).backgroundColor"
    light = card.evaluate(ground)
    picture(page, "kit-card", whole=False)
    page.keyboard.press("Escape")
    assert not card.is_visible()
    page.locator("[data-target=dark-thing-2]").focus()
    page.keyboard.press("i")
    assert card.locator("h3").text_content() == "Lever"
    assert card.evaluate(ground) != light, "each in its theme"
    page.get_by_role("button", name="Close").click()
    boat = page.locator("[data-target=light-thing-3] a")
    boat.click()
    assert not card.is_visible()
    assert page.url.endswith("#choice"), "a click on a choice chooses"
    boat.focus()
    page.keyboard.press("i")
    assert card.locator("h3").text_content() == "Boat 3"


@pytest.mark.browser
def test_on_a_phone_a_long_press_opens_the_card_and_a_board_grows(people: People) -> None:
    page = people.page(PHONE)
    page.goto(ADDRESS)
    boat = page.locator("[data-target=light-thing-3]")
    boat.scroll_into_view_if_needed()
    at = boat.bounding_box()
    assert at
    finger = page.context.new_cdp_session(page)
    point = {"x": at["x"] + at["width"] / 2, "y": at["y"] + at["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.locator(".thing-card").wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert not page.url.endswith("#choice")
    page.locator("[data-target=light-thing-1]").tap(force=True)
    assert page.locator(".thing-card h3").text_content() == "Statue"
    picture(page, "kit-card-phone", whole=False)
    page.keyboard.press("Escape")
    board = page.locator("#light-larger ~ .board-regions .board")
    before = board.bounding_box()
    page.locator("label[for=light-larger]").tap()
    after = board.bounding_box()
    assert before
    assert after
    assert after["width"] > 1.9 * before["width"]
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    picture(page, "kit-larger-phone", whole=False)


@pytest.mark.browser
def test_panes_go_by_tap_swipe_and_keys_and_show_where_to_choose(people: People) -> None:
    page = people.page(PHONE)
    page.goto(ADDRESS)
    panes = page.locator("[data-panes]").first
    front = panes.locator(".pane.is-forward")
    assert front.get_attribute("id") == "light-phone-market"
    panes.get_by_role("link", name="Islands").tap()
    assert front.get_attribute("id") == "light-phone-sea"
    finger = page.context.new_cdp_session(page)
    board = front.locator(".board").bounding_box()
    assert board
    y = board["y"] + board["height"] / 2
    for kind, x in (("touchStart", 300), ("touchMove", 200), ("touchMove", 80)):
        touch = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        finger.send("Input.dispatchTouchEvent", touch)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("() => document.querySelector('#light-phone-market.is-forward')")
    front.locator("a.choice").last.focus()
    page.keyboard.press("Tab")
    assert front.get_attribute("id") == "light-phone-own", "what takes the focus comes forward"
