"""Whoever guesses at a password from however many addresses is stopped; its owner comes in."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts import account_mail
from accounts.limits import guessing
from accounts.models import User
from tests.accounts.reading import found_in, link_in_mail
from tests.people import PASSWORD

LOGIN, RESET, TOKEN = "/accounts/login/", "/accounts/password/reset/", "/api/v1/token"
#: What an account gets in an hour; in the tests after the first less, which takes less time.
MOST, FEW = 50, 5
NOTICE = r'(class="notice.*?</div>)'
NEW = "another-harbour-8"


@pytest.fixture
def few(settings: Settings) -> None:
    limits = {**settings.ACCOUNT_RATE_LIMITS, "guessed": f"{FEW}/h/key"}
    settings.ACCOUNT_RATE_LIMITS = limits


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The task that tells somebody by mail is done where it is asked for."""

    def wake(_task: str, _queue: str, user_id: int, **_more: Any) -> bool:
        account_mail.tell_of_guesses(user_id)
        return True

    monkeypatch.setattr("accounts.limits.guessing.best_effort.wake", wake)


def sign_in(login: str, password: str, client: Client, address: str = "203.0.113.1") -> Any:
    form = {"login": login, "password": password}
    return client.post(LOGIN, form, REMOTE_ADDR=address)


def guess(logins: tuple[str, ...], times: int) -> list[int]:
    """The answers to wrong passwords, each from an address of its own."""
    return [
        sign_in(logins[n % len(logins)], f"guess-{n}", Client(), f"198.51.100.{n}").status_code
        for n in range(times)
    ]


def comes_in(login: str, client: Client, password: str = PASSWORD) -> bool:
    sign_in(login, password, client)
    return "_auth_user_id" in client.session


def known_browser(login: str) -> Client:
    """One in which somebody has signed in, and out again."""
    browser = Client()
    assert comes_in(login, browser)
    browser.post("/accounts/logout/")
    return browser


@pytest.mark.slow
def test_guesses_from_ever_new_addresses_are_stopped(anna: User, ben: User) -> None:
    hers, his = known_browser("anna"), known_browser("ben")
    answers = guess(("anna", "ANNA", "anna@example.org"), MOST + 10)
    assert answers == [200] * MOST + [429] * 10
    refused = sign_in("anna", PASSWORD, Client())
    assert refused.status_code == 429
    assert 3000 < int(refused["Retry-After"]) <= 3600, "until the first guess is an hour old"
    assert "Too many wrong passwords were entered" in refused.content.decode()
    assert not comes_in("anna", his), "who is known as somebody else is not known as her"
    assert comes_in("anna", hers), "where she has signed in before she comes in"
    assert comes_in("ben", Client()), "nobody else is stopped"


def test_its_owner_is_told_once(few: None, anna: User) -> None:
    guess(("anna",), FEW + 10)
    (letter,) = mail.outbox
    assert letter.to == ["anna@example.org"]
    assert letter.subject == "Somebody is guessing your password"
    assert RESET in str(letter.body)


def test_a_new_password_by_mail_opens_the_browser_that_set_it(few: None, anna: User) -> None:
    guess(("anna",), FEW)
    browser = Client()
    browser.post(RESET, {"email": "anna@example.org"})
    page = browser.get(link_in_mail(), follow=True)
    browser.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert not comes_in("anna", Client(), NEW)
    assert comes_in("anna", browser, NEW)


def test_nobody_learns_by_it_whether_there_is_an_account(few: None, anna: User) -> None:
    for login in ("anna", "nobody", "nobody@example.org"):
        assert guess((login, login.upper()), FEW + 1) == [200] * FEW + [429], login
    pages = [sign_in(name, "x", Client()).content.decode() for name in ("anna", "nobody")]
    assert found_in(pages[0], NOTICE) == found_in(pages[1], NOTICE)


@pytest.mark.parametrize("forge", [lambda user: f"{user.pk}", lambda user: f"{user.pk}:x:y"])
def test_a_forged_cookie_makes_no_known_browser(
    few: None, anna: User, forge: Callable[[User], str]
) -> None:
    guess(("anna",), FEW)
    browser = Client()
    browser.cookies[guessing.COOKIE] = forge(anna)
    assert not comes_in("anna", browser)


def test_a_known_browser_is_no_way_to_guess_without_end(few: None, anna: User) -> None:
    browser = known_browser("anna")
    answers = [
        sign_in("anna", "wrong", browser, f"198.51.100.{n}").status_code for n in range(FEW + 1)
    ]
    assert answers == [200] * FEW + [429]


def test_programs_are_stopped_as_well(few: None, anna: User) -> None:
    guess(("anna",), FEW)
    form = {"username": "anna", "password": PASSWORD}
    answer = Client().post(TOKEN, form, "application/json")
    assert answer.status_code == 429
    assert 3000 < int(answer["Retry-After"]) <= 3600


def test_whoever_is_signed_in_proves_it_again_as_before(few: None, anna: User) -> None:
    browser = Client()
    assert comes_in("anna", browser)
    del browser.cookies[guessing.COOKIE]
    guess(("anna",), FEW)
    answer = browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302
