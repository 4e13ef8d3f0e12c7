"""Nothing of a request stays in a web process when its page has been sent: no form, no person, and
nothing that was typed."""

from __future__ import annotations

import gc
import secrets
from collections.abc import Iterator
from urllib import parse

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.forms import BaseForm, BoundField
from django.http import HttpRequest
from django.test import Client

from accounts.models import User

OF_A_REQUEST = HttpRequest, BaseForm, BoundField, AbstractBaseUser


def _alive() -> dict[int, object]:
    """By number: what there is of requests."""
    gc.collect()
    return {id(one): one for one in gc.get_objects() if isinstance(one, OF_A_REQUEST)}


def _holders(typed: str) -> list[str]:
    """The kinds of what holds a text in which this is."""
    gc.collect()
    found = []
    for one in gc.get_objects():
        for text in _texts(one):
            if typed in text:
                found.append(type(one).__name__)
    return found


def _texts(one: object) -> Iterator[str]:
    """Those in it, also in dicts and tuples of nothing but texts, which the collector passes by."""
    for inner in gc.get_referents(one):
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, bytes):
            yield inner.decode(errors="replace")
        elif isinstance(inner, tuple | dict) and not gc.is_tracked(inner):
            yield from _texts(inner)


def _wrong_sign_ins(client: Client, typed: str) -> None:
    for number in range(10):
        client.post("/accounts/login/", {"login": f"anna{number}", "password": f"{typed}-{number}"})


def _a_sign_up_that_is_refused(client: Client, typed: str) -> None:
    client.post("/accounts/signup/", {"username": "anna", "email": "no", "password1": typed})


def _a_password_that_is_not_changed(client: Client, typed: str) -> None:
    wanted = {"oldpassword": typed, "password1": f"{typed}-1", "password2": f"{typed}-2"}
    client.post("/accounts/password/change/", wanted)


def _what_is_typed_into_settings(client: Client, typed: str) -> None:
    client.post("/accounts/profile/", {"language": "en", "time_zone": typed})
    client.post("/calendar/", {"night_from": typed})
    client.post("/accounts/tokens/", {"name": typed * 100})
    client.post("/friends/circles/", {"name": typed * 100})


def _a_game_that_is_not_made(client: Client, typed: str) -> None:
    client.post("/games/types/imhotep/new/", {"players": typed})


PAGES = ["/", "/games/", "/lobby/", "/my/", "/friends/", "/people/", "/players/anna/",
         "/players/ben/", "/accounts/profile/", "/calendar/", "/accounts/email/",
         "/accounts/sessions/", "/accounts/tokens/", "/accounts/visibility/", "/notifications/",
         "/notifications/settings/", "/games/types/imhotep/", "/games/types/imhotep/new/",
         "/games/types/imhotep/leaderboard/", "/kit/", "/not-there/"]  # fmt: skip


def _pages(client: Client, typed: str) -> None:
    for page in PAGES:
        client.get(page, {"q": typed, "next": f"/{typed}"})


VISITS = (_wrong_sign_ins, _a_sign_up_that_is_refused, _a_password_that_is_not_changed,
          _what_is_typed_into_settings, _a_game_that_is_not_made, _pages)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("signed_in", [False, True], ids=["a stranger", "a member"])
def test_nothing_of_a_request_is_left_after_its_page(
    signed_in: bool, anna: User, ben: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("CRITICAL", "django.request")  # the test's own log keeps what was refused
    typed = secrets.token_hex(12)
    before = _alive()
    for visit in VISITS:
        client = Client()
        if signed_in:
            client.force_login(anna)
        visit(client, typed)
        del client
    vars(parse)["clear_cache"]()  # Python keeps the last 128 addresses
    left = [one for number, one in _alive().items() if number not in before]
    assert [repr(one) for one in left] == []
    assert _holders(typed) == []
