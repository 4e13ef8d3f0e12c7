"""Passkeys: made, used and removed in a real browser; nonsense and strangers are refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.test import Client
from playwright.sync_api import CDPSession, Page, expect

from accounts.entering import passkeys
from accounts.models import User
from accounts.moderation import sanctions
from tests.browser import DESK, PHONE, People, picture
from tests.people import PASSWORD, person

LOGIN, ADD, LIST = (f"/accounts/2fa/webauthn/{part}" for part in ("login/", "add/", ""))
PROFILE = "/accounts/profile/"
_PARTS = {"clientDataJSON": "YQ", "attestationObject": "YQ", "authenticatorData": "YQ"}
_RESPONSES: tuple[object, ...] = (
    *({}, [], {"clientDataJSON": 7}, {**_PARTS, "signature": "YQ", "userHandle": "YQ"}),
    *({**_PARTS, "signature": "\0", "userHandle": None}, {"userHandle": "!"}),
)
NONSENSE = (
    *("", "x", "1", "null", "[]", "{}", '{"id": "a"}', "[" * 5000 + "]" * 5000),
    *(
        json.dumps({"id": "YQ", "rawId": "YQ", "type": "public-key", "response": response})
        for response in _RESPONSES
    ),
)


def test_nonsense_for_a_passkey_signs_nobody_in(db: None, settings: Any) -> None:
    settings.MFA_RATE_LIMITS = False
    browser = Client()
    for answer in NONSENSE:
        assert browser.get(LOGIN).json()["publicKey"]["userVerification"] == "required"
        refused = browser.post(LOGIN, {"credential": answer})
        assert refused["Location"] == "/accounts/login/", answer[:60]
        assert browser.get(PROFILE).status_code == 302


def test_nonsense_is_no_new_passkey(sure: Callable[[User], Client], anna: User) -> None:
    browser = sure(anna)
    for answer in NONSENSE:
        page = browser.get(ADD)
        assert page.status_code == 200
        refused = browser.post(ADD, {"credential": answer, "name": "x", "passwordless": "on"})
        assert "was not accepted" in refused.content.decode(), answer[:60]
    assert not Authenticator.objects.exists()


def test_trying_passkeys_is_limited(db: None) -> None:
    browser = Client()
    answers = [browser.post(LOGIN, {"credential": "{}"}).status_code for _ in range(11)]
    assert answers == [302] * 10 + [429]


@pytest.fixture
def sure(as_: Callable[[User], Client]) -> Callable[[User], Client]:
    """`sure(anna)`: a browser whose Anna has given her password a moment ago."""

    def ask(user: User) -> Client:
        browser = as_(user)
        browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
        return browser

    return ask


def _some(owner: User, name: str) -> Authenticator:
    data = {"name": name, "credential": {}}
    return Authenticator.objects.create(user=owner, type="webauthn", data=data)


def test_nobody_sees_changes_or_removes_anothers(
    sure: Callable[[User], Client], anna: User, ben: User
) -> None:
    hers = _some(anna, "Anna's telephone")
    browser = sure(ben)
    assert "telephone" not in browser.get(LIST).content.decode()
    for act in ("remove", "edit"):
        address = f"/accounts/2fa/webauthn/keys/{hers.pk}/{act}/"
        assert browser.get(address).status_code == 404
        assert browser.post(address, {"name": "mine"}).status_code == 404
        assert Client().post(address, {"name": "mine"}).status_code == 302
    hers.refresh_from_db()
    assert hers.wrap().name == "Anna's telephone"


def test_nobody_has_more_than_twenty(
    sure: Callable[[User], Client], anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auth, "get_credentials", lambda _user: [b""] * passkeys.MOST)
    monkeypatch.setattr(auth, "begin_registration", lambda *_: {})
    refused = sure(anna).post(ADD, {"credential": "{}", "name": "x", "passwordless": "on"})
    assert "too many passkeys" in refused.content.decode()


@pytest.fixture
def device(people: People) -> Callable[[Page], CDPSession]:
    """`device(page)`: a page's computer gets a sensor for fingers, which finds its owner."""

    def add(page: Page) -> CDPSession:
        session = page.context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "automaticPresenceSimulation": True,
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
        }
        session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        return session

    return add


@pytest.mark.browser
@pytest.mark.slow
def test_a_passkey_is_made_signs_in_and_is_removed(
    people: People, device: Callable[[Page], CDPSession]
) -> None:
    anna = person("anna")
    page = people.page(DESK)
    home = people.url.replace("127.0.0.1", "localhost")  # passkeys know no numbers
    device(page)

    page.goto(f"{home}/accounts/login/")
    page.get_by_label("Name or e-mail address").fill("anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.goto(f"{home}/accounts/2fa/")
    picture(page, "passkeys-none-desk")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of this passkey").fill("My telephone")
    picture(page, "passkeys-add-desk")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert Authenticator.objects.get(user=anna, type="webauthn").wrap().is_passwordless

    page.goto(f"{home}{ADD}")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("You already have a passkey on this device.")).to_be_visible()
    page.goto(f"{home}{LIST}")
    expect(page.get_by_role("rowheader", name="My telephone")).to_be_visible()
    picture(page, "passkeys-list-desk")

    sign_out(page)
    page.goto(f"{home}/accounts/login/?next=/calendar/")
    picture(page, "passkeys-login-desk")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Your calendar")).to_be_visible()

    sign_out(page)
    page.goto(f"{home}/accounts/login/")
    page.get_by_label("Name or e-mail address").fill("anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    picture(page, "passkeys-second-step-desk")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("link", name="My games")).to_be_visible()

    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for name, path in (("list", LIST), ("index", "/accounts/2fa/"), ("add", ADD)):
        page.goto(home + path)
        picture(page, f"passkeys-{name}-phone-dark")
    sanctions.impose(anna, "ban", by=None, reason="for a test", until=None)
    page.context.clear_cookies()
    page.goto(f"{home}/accounts/login/")
    picture(page, "passkeys-login-phone-dark")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("for a test")).to_be_visible()


def sign_out(page: Page) -> None:
    page.locator(".site-menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
