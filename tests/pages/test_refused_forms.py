"""A form that was refused says so: the page's title begins with it, the first error has the focus,
and each wrong field says what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from playwright.sync_api import expect

from accounts.models import User
from tests.browser import People
from tests.pages.accessible import faults

TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
FOCUSED = re.compile(r"<[^>]* autofocus[^>]*>")

STRANGERS = [
    ("/accounts/login/", {"login": "anna", "password": "wrong"}),
    ("/accounts/signup/", {"username": "!", "email": "anna@", "password1": "a"}),
    ("/accounts/password/reset/", {"email": "anna@"}),
]
MEMBERS = [
    ("/accounts/password/change/", {"oldpassword": "x", "password1": "a", "password2": "b"}),
    ("/accounts/email/", {"email": "anna@", "action_add": "1"}),
    ("/accounts/profile/", {"language": "xx"}),
    ("/accounts/tokens/", {"name": ""}),
    ("/games/types/bali/new/", {"players": "99"}),
    ("/clubs/new/", {"name": ""}),
    ("/tournaments/new/", {"kind": "robin", "type": "bali", "name": ""}),
    ("/lobby/standing/", {"type": "bali", "players": "99"}),
    ("/people/me/", {"about": "x" * 5000}),
]


@pytest.mark.parametrize(("address", "form"), [*STRANGERS, *MEMBERS], ids=lambda each: str(each))
def test_a_refused_form_says_so(
    as_: Callable[[User | None], Client], anna: User, address: str, form: dict[str, str]
) -> None:
    browser = as_(anna if (address, form) in MEMBERS else None)
    fresh = browser.get(address, follow=True).content.decode()
    assert not unescape(TITLE.findall(fresh)[0]).startswith("Error: ")
    assert faults(fresh) == []
    answer = browser.post(address, form)
    page = answer.content.decode()
    assert answer.status_code != 302, answer["Location"]
    assert unescape(TITLE.findall(page)[0]).startswith("Error: ")
    assert faults(page) == []
    [focused] = FOCUSED.findall(page)
    assert 'aria-invalid="true"' in focused or "data-refused" in focused or "<fieldset" in focused


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_nothing_is_wrong_before_anything_is_typed_and_the_first_error_has_the_focus(
    people: People,
) -> None:
    page = people.page()
    page.goto("/accounts/signup/")
    name = page.locator("[name=username]")
    invalid = "(field) => field.getAttribute('aria-invalid')"
    assert name.evaluate(invalid) == "false"
    page.get_by_role("button", name="Sign up").last.click()
    expect(name).to_have_attribute("aria-invalid", "true")
    name.fill("!!!")
    assert name.evaluate(invalid) == "false"
    page.locator("[name=email]").fill("anna@example.org")
    page.locator("[name=password1]").fill("a-quiet-harbour-7")
    page.get_by_role("button", name="Sign up").last.click()
    expect(page).to_have_title(re.compile("^Error: "))
    assert name.evaluate("(field) => document.activeElement === field")


def test_what_is_refused_on_the_way_to_another_page_is_said_there(
    as_: Callable[[User | None], Client], anna: User
) -> None:
    form = {"name": "nobody-at-all"}
    page = as_(anna).post("/friends/add/", form, follow=True).content.decode()
    assert unescape(TITLE.findall(page)[0]).startswith("Error: ")
    assert len(FOCUSED.findall(page)) == 1
