"""The authenticator app and recovery codes, from turning on to turning off."""

from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD


def code_now(secret: str) -> str:
    return auth.format_hotp_value(
        auth.hotp_value(secret, next(auth.yield_hotp_counters_from_time()))
    )


@pytest.fixture
def with_factor(as_: Callable[[User], Client], anna: User) -> tuple[Client, str]:
    """Anna's browser after she turned it on, and the secret in her app."""
    browser = as_(anna)
    page = browser.get("/accounts/2fa/totp/activate/")
    secret = page.context["form"].secret
    assert f"<code>{secret}</code>" in page.content.decode()
    answer = browser.post("/accounts/2fa/totp/activate/", {"code": code_now(secret)})
    assert answer["Location"] == "/accounts/2fa/recovery-codes/"
    return browser, secret


def test_it_is_asked_for_at_the_next_sign_in(with_factor: tuple[Client, str], anna: User) -> None:
    assert "Second factor turned on" in mail.outbox[-2].subject or mail.outbox
    other = Client()
    answer = other.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert other.get("/accounts/profile/").status_code == 302, "not in yet"
    assert "Second step" in other.get(answer["Location"]).content.decode()

    refused = other.post(answer["Location"], {"code": "000000"})
    assert "Incorrect code" in refused.content.decode()
    codes = Authenticator.objects.get(user=anna, type="recovery_codes").wrap().get_unused_codes()
    entered = other.post(answer["Location"], {"code": codes[0]})
    assert entered.status_code == 302
    assert other.get("/accounts/profile/").status_code == 200


def test_guessing_codes_is_limited(with_factor: tuple[Client, str]) -> None:
    other = Client()
    other.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
    for _ in range(5):
        other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    answer = other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert "Too many failed" in answer.content.decode()


def test_recovery_codes_can_be_seen_saved_and_renewed(with_factor: tuple[Client, str]) -> None:
    browser, _ = with_factor
    codes = browser.get("/accounts/2fa/recovery-codes/").context["unused_codes"]
    assert len(codes) == 10
    file = browser.get("/accounts/2fa/recovery-codes/download/").content.decode()
    assert file.split() == codes
    assert "will end" in browser.get("/accounts/2fa/recovery-codes/generate/").content.decode()
    browser.post("/accounts/2fa/recovery-codes/generate/")
    assert browser.get("/accounts/2fa/recovery-codes/").context["unused_codes"] != codes


def test_it_can_be_turned_off(with_factor: tuple[Client, str], anna: User) -> None:
    browser, _ = with_factor
    assert "Turn off" in browser.get("/accounts/2fa/").content.decode()
    browser.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.filter(user=anna).exists()
    assert "Second factor turned off" in mail.outbox[-1].subject


def test_not_before_the_address_is_confirmed(as_: Callable[[User], Client], anna: User) -> None:
    anna.emailaddress_set.update(verified=False)
    browser = as_(anna)
    answer = browser.get("/accounts/2fa/totp/activate/", follow=True)
    assert "until you have verified your email" in answer.content.decode()


def test_old_sessions_give_the_password_again(
    as_: Callable[[User], Client], anna: User, settings: object
) -> None:
    browser = as_(anna)
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0  # type: ignore[attr-defined]
    answer = browser.get("/accounts/2fa/totp/activate/")
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    page = browser.get(answer["Location"])
    assert "Is it really you?" in page.content.decode()
    answer = browser.post(answer["Location"], {"password": "wrong"})
    assert "Incorrect password" in answer.content.decode()
