"""No stranger's limit is anybody else's: one uses up all of his, and the next one comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.limits import letters
from accounts.models import User
from accounts.sessions import sockets
from boardgames.redis import rate_counter as counted
from games.api import limits
from games.pages import answers
from tests.accounts.reading import link_in_mail
from tests.people import PASSWORD, person

SIGN_UP, RESET = "/accounts/signup/", "/accounts/password/reset/"
ONE, OTHER = "203.0.113.9", "198.51.100.7"
FEW = 3
NEW = "another-harbour-8"

Asked = dict[str, Any]


def directly(address: str) -> Asked:
    return {"REMOTE_ADDR": address}


def by_proxy(address: str) -> Asked:
    """Behind one of ours, and whatever else the client says of himself is not believed."""
    return {"REMOTE_ADDR": "10.0.0.2", "HTTP_X_FORWARDED_FOR": f"{OTHER}, {ONE}, {address}"}


@pytest.fixture(params=[directly, by_proxy])
def coming_from(request: pytest.FixtureRequest, settings: Settings) -> Callable[[str], Asked]:
    settings.TRUSTED_PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = int(request.param is by_proxy)
    way: Callable[[str], Asked] = request.param
    return way


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    """Limits of all kinds are soon used up."""
    settings.ACCOUNT_RATE_LIMITS = {
        **settings.ACCOUNT_RATE_LIMITS,
        **dict.fromkeys(("guest", "signup", "login"), f"{FEW}/m/ip,99/d/ip"),
        **dict.fromkeys(("reset_password", "reset_password_from_key"), f"{FEW}/m/ip"),
    }
    monkeypatch.setattr(answers, "POSTS_PER_MINUTE", FEW)
    monkeypatch.setitem(limits.PER_MINUTE, "anonymous call", FEW)
    monkeypatch.setattr(sockets, "PER_CLIENT", FEW)
    counted.local_counter.forget()
    yield
    counted.local_counter.forget()


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/mail/choose/nonsense/", {}),
        ("/games/999999/join/", {}),
        ("/mail/turn/nonsense/undo/", {}),
        ("/accounts/guest/", {}),
        ("/accounts/login/", {"login": "nobody", "password": "x"}),
        (SIGN_UP, {}),
        (RESET, {"email": "x@example.org"}),
        ("/accounts/password/reset/key/1-x/", {"password1": "x"}),
        ("/api/v1/token", {"username": "nobody", "password": "x"}),
    ],
)
def test_one_stranger_uses_up_his_limit_and_another_comes_in(
    db: None, coming_from: Callable[[str], Asked], path: str, form: Asked
) -> None:
    def ask(address: str) -> int:
        told = coming_from(address)
        if path.startswith("/api/"):
            return int(Client().post(path, form, "application/json", **told).status_code)
        return int(Client().post(path, form, **told).status_code)

    used = [ask(ONE) for _time in range(2 * FEW + 1)]
    assert used[0] != 429
    assert used[-1] == 429
    assert ask(OTHER) == used[0]


def test_calls_without_a_token_and_sockets_are_counted_for_each(
    db: None, coming_from: Callable[[str], Asked]
) -> None:
    def ask(address: str) -> int:
        return int(Client().get("/api/v1/types", **coming_from(address)).status_code)

    assert [ask(ONE) for _time in range(FEW + 1)] == [200] * FEW + [429]
    assert ask(OTHER) == 200

    places = []

    def take(address: str) -> bool:
        told = coming_from(address)
        headers = [(b"x-forwarded-for", told.get("HTTP_X_FORWARDED_FOR", "").encode())]
        places.append(sockets.Places())
        return places[-1].take_for_client({"client": (told["REMOTE_ADDR"], 1), "headers": headers})

    assert [take(ONE) for _time in range(FEW + 1)] == [True] * FEW + [False]
    assert take(OTHER)
    for place in places:
        place.give_back()


def reset(address: str, email: str = "anna@example.org") -> int:
    return int(Client().post(RESET, {"email": email}, **directly(address)).status_code)


def letters_to(email: str) -> int:
    return sum(email in letter.to for letter in mail.outbox)


@pytest.mark.slow
def test_whoever_asks_for_somebodys_letters_does_not_use_up_hers(anna: User) -> None:
    """By sign-ups and resets, from ever new addresses, all day."""
    for n in range(80):
        stranger = directly(f"198.51.100.{n}")
        form = {"username": f"stranger{n}", "email": "anna@example.org", "password1": PASSWORD}
        Client().post(SIGN_UP, form, **stranger)
        assert reset(f"203.0.113.{n}") == 302
    assert len(mail.outbox) <= 31, "her mailbox is not filled"
    assert reset(OTHER) == 302, "she gets the same page"
    browser = Client()
    [letter] = [each for each in mail.outbox if "/reset/key/" in str(each.body)]
    mail.outbox.append(letter)
    page = browser.get(link_in_mail(), follow=True)
    browser.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    anna.refresh_from_db()
    assert anna.check_password(NEW), "by the letter that is on its way"
    mail.outbox.clear()
    assert reset(ONE) == 302
    assert letters_to("anna@example.org") == 1, "the link of the last one no longer holds"


@pytest.mark.slow
def test_whoever_signs_up_with_somebodys_address_does_not_use_up_her_confirmation(
    db: None,
) -> None:
    def sign_up(name: str, address: str) -> None:
        form = {"username": name, "email": "dora@example.org", "password1": PASSWORD}
        assert Client().post(SIGN_UP, form, **directly(address)).status_code == 302

    for n in range(20):
        sign_up(f"stranger{n}", f"203.0.113.{n % 10}")
    mail.outbox.clear()
    sign_up("dora", OTHER)
    assert letters_to("dora@example.org") == 1
    assert "dora" in str(mail.outbox[0].body)


def test_one_client_sends_few_letters_to_one_address(db: None, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "99/m/ip"}
    for n in range(9):
        form = {"username": f"stranger{n}", "email": "dora@example.org", "password1": PASSWORD}
        Client().post(SIGN_UP, form, **directly(ONE))
    assert letters_to("dora@example.org") == 5


class Clock:
    """A cache that knows no time but its own."""

    def __init__(self) -> None:
        self.now, self.kept = 0.0, dict[str, tuple[Any, float]]()

    def get(self, key: str, default: Any = None) -> Any:
        value, until = self.kept.get(key, (default, float("inf")))
        return value if until > self.now else default

    def set(self, key: str, value: Any, seconds: float) -> None:
        self.kept[key] = value, self.now + seconds

    def add(self, key: str, value: Any, seconds: float) -> bool:
        known = self.get(key) is not None
        if not known:
            self.set(key, value, seconds)
        return not known


@pytest.mark.slow
def test_a_mailbox_gets_a_dozen_letters_a_day_at_most_and_one_is_never_old(
    monkeypatch: pytest.MonkeyPatch, anna: User, rf: Any
) -> None:
    clock = Clock()
    monkeypatch.setattr(letters, "cache", clock)
    at = []
    for minutes in range(24 * 60):
        clock.now = 60.0 * minutes
        if letters.may_go(rf.post("/"), "reset", "Anna@example.org", anna):
            at.append(minutes)
    assert at[:4] == [0, 5, 15, 35]
    assert len(at) <= 12
    assert max(later - sooner for sooner, later in pairwise(at)) <= 240
    other = person("other")
    assert letters.may_go(rf.post("/"), "reset", "other@example.org", other)
