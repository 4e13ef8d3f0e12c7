"""The authenticator app and recovery codes, from turning on to turning off."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.reading import found_in
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)  # some mail goes on commit


def code_now(secret: str) -> str:
    counter = next(auth.yield_hotp_counters_from_time())
    return str(auth.format_hotp_value(auth.hotp_value(secret, counter)))


def codes_of(browser: Client) -> list[str]:
    page = browser.get("/accounts/2fa/recovery-codes/").content.decode()
    return found_in(page, r"<pre.*?<code>(.*?)</code>").split()


@pytest.fixture
def with_factor(as_: Callable[[User], Client], anna: User) -> tuple[Client, str]:
    """Anna's browser after she turned it on, and the secret in her app."""
    browser = as_(anna)
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = browser.get("/accounts/2fa/totp/activate/")
    secret = found_in(page.content.decode(), r"<code>(.*?)</code>")
    answer = browser.post("/accounts/2fa/totp/activate/", {"code": code_now(secret)})
    assert answer["Location"] == "/accounts/2fa/recovery-codes/"
    return browser, secret


def test_it_is_asked_for_at_the_next_sign_in(with_factor: tuple[Client, str], anna: User) -> None:
    assert "Second factor turned on" in [message.subject for message in mail.outbox]
    other = Client()
    answer = other.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
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
    other.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    for _ in range(5):
        other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    answer = other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert "Too many failed" in answer.content.decode()
    assert answer.status_code == 429
    assert 200 < int(answer["Retry-After"]) <= 300


def test_recovery_codes_can_be_seen_saved_and_renewed(with_factor: tuple[Client, str]) -> None:
    browser, _ = with_factor
    codes = codes_of(browser)
    assert len(codes) == 10
    file = browser.get("/accounts/2fa/recovery-codes/download/").content.decode()
    assert file.split() == codes
    page = browser.get("/accounts/2fa/recovery-codes/generate/").content.decode()
    assert "will stop working" in page
    browser.post("/accounts/2fa/recovery-codes/generate/")
    assert codes_of(browser) != codes


def test_it_can_be_turned_off(with_factor: tuple[Client, str], anna: User) -> None:
    browser, _ = with_factor
    assert "Turn off" in browser.get("/accounts/2fa/").content.decode()
    browser.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.filter(user=anna).exists()
    assert "Second factor turned off" in mail.outbox[-1].subject


def test_not_before_the_address_is_confirmed(as_: Callable[[User], Client], anna: User) -> None:
    EmailAddress.objects.filter(user=anna).update(verified=False)
    browser = as_(anna)
    answer = browser.get("/accounts/2fa/totp/activate/", follow=True)
    assert "until you have verified your email" in answer.content.decode()


def test_the_password_is_asked_for_again(as_: Callable[[User], Client], anna: User) -> None:
    browser = as_(anna)
    answer = browser.get("/accounts/2fa/totp/activate/")
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    page = browser.get(answer["Location"])
    assert "Is it really you?" in page.content.decode()
    answer = browser.post(answer["Location"], {"password": "wrong"})
    assert "Incorrect password" in answer.content.decode()
    answer = browser.post("/accounts/reauthenticate/?next=//evil.example", {"password": PASSWORD})
    assert answer["Location"] == "/"
    assert browser.get("/accounts/2fa/totp/activate/").status_code == 200
