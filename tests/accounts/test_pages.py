"""Every account page and e-mail, in German and English."""

import re

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.core import mail
from django.template.loader import get_template
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from accounts.models import User
from tests.accounts.reading import found_in
from tests.accounts.test_second_factor import code_now
from tests.pages.accessible import faults

# Words that would show that a page forgot its German.
ENGLISH = re.compile(
    r"\b(the|your|you|password|account|is|with|sign|please|address|change|this|at least|"
    r"required|current|again|remove|delete|characters)\b",
    re.IGNORECASE,
)


def words_of(html: str) -> str:
    """What a reader sees of a page's main part, and what a screen reader says."""
    main = html[html.index("<main") : html.index("</main>")]
    main = re.sub(r"<code>.*?</code>|<select.*?</select>", " ", main, flags=re.DOTALL)
    labels = " ".join(re.findall(r'\s(?:alt|aria-label|placeholder|data-label)="([^"]*)"', main))
    return f"{re.sub(r'<[^>]+>', ' ', main)} {labels}"


def account_pages() -> set[str]:
    """Paths of all pages under /accounts/ that need nothing in their address."""
    found = set()

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> None:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, path)
            elif path.startswith("accounts/") and not re.search(r"[<(?]", path):
                found.add(f"/{path}")

    walk(get_resolver().url_patterns, "")
    return found


#: What answers with data, or takes a form alone.
NO_PAGES = {
    f"/accounts/{path}/"
    for path in (
        "2fa/recovery-codes/download",
        "2fa/webauthn/login",
        "export",
        "email/again",
        "email/wake",
        "reader",
        "bots/close",
    )
}
PAGES = sorted(account_pages() - NO_PAGES)
FOR_ENTERING = {
    f"/accounts/{page}/"
    for page in ("login", "signup", "guest", "inactive", "confirm-email", "password/reset",
                 "password/reset/done", "password/reset/key/done")
}  # fmt: skip


def test_the_list_of_pages_is_complete() -> None:
    assert len(PAGES) > 20
    assert set(PAGES) >= FOR_ENTERING


@pytest.mark.parametrize("language", ["en", "de"])
def test_pages_for_entering(client: Client, language: str) -> None:
    for path in FOR_ENTERING:
        page = client.get(path, headers={"accept-language": language})
        assert page.status_code == 200, path
        check(path, page.content.decode(), language)
    answer = client.post("/accounts/login/", {"login": "x"}, headers={"accept-language": language})
    check("login with errors", answer.content.decode(), language)
    form = {"username": "-", "email": "x", "password1": "123"}
    answer = client.post("/accounts/signup/", form, headers={"accept-language": language})
    check("signup with errors", answer.content.decode(), language)
    answer = client.get("/accounts/password/reset/key/1-x/", headers={"accept-language": language})
    check("damaged link", answer.content.decode(), language)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.django_db(transaction=True)  # some mail goes on commit
def test_pages_of_members_and_their_mail(client: Client, anna: User, language: str) -> None:
    anna.language = language
    anna.save()
    client.post("/accounts/login/", {"login": "anna", "password": "a-quiet-harbour-7"})
    client.cookies.load({"django_language": language})
    client.post("/accounts/email/", {"email": "anders@example.org", "action_add": "1"})
    for path in ("/accounts/email/", "/accounts/profile/", "/players/anna/"):
        check(path, client.get(path).content.decode(), language)
    address = EmailAddress.objects.get(user=anna, verified=False)
    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    check(link, client.get(link).content.decode(), language)
    client.post(link)
    client.post("/accounts/reauthenticate/", {"password": "a-quiet-harbour-7"})
    activate = "/accounts/2fa/totp/activate/"
    page = client.get(activate)
    check(activate, page.content.decode(), language)
    answer = client.post(activate, {"code": "0"})
    check(activate, answer.content.decode(), language)
    secret = found_in(answer.content.decode(), r"<code>(.*?)</code>")
    client.post(activate, {"code": code_now(secret)})
    client.post("/accounts/tokens/", {"name": "Roboter"})
    for path in PAGES:
        page = client.get(path)
        if path in FOR_ENTERING | {"/accounts/keep/"} and page.status_code == 302:
            continue
        if path in (
            activate,
            "/accounts/2fa/authenticate/",
            "/accounts/2fa/webauthn/reauthenticate/",
            "/accounts/password/set/",
            "/accounts/login/code/confirm/",
        ):
            assert page.status_code == 302, path
            continue
        assert page.status_code == 200, path
        check(path, page.content.decode(), language)
    answer = client.post("/accounts/email/", {"email": "x@example.org", "action_add": "1"})
    check("address with a second factor on", answer.content.decode(), language)
    client.post("/accounts/2fa/recovery-codes/generate/")
    client.post("/accounts/2fa/totp/deactivate/")
    client.post(
        "/accounts/password/change/",
        {"oldpassword": "a-quiet-harbour-7", "password1": "noch-ein-Hafen-9",
         "password2": "noch-ein-Hafen-9"},
    )  # fmt: skip
    assert len(mail.outbox) >= 5
    for message in mail.outbox:
        check_mail(message, language)


@pytest.mark.parametrize("language", ["en", "de"])
def test_mail_to_strangers(client: Client, anna: User, language: str) -> None:
    form = {"username": "Cleo", "email": "cleo@example.org", "password1": "a-quiet-harbour-7"}
    client.post("/accounts/signup/", form, headers={"accept-language": language})
    for email in ("anna@example.org", "x@example.org"):
        Client().post(
            "/accounts/password/reset/", {"email": email}, headers={"accept-language": language}
        )
    assert len(mail.outbox) == 3
    for message in mail.outbox:
        check_mail(message, language)


@pytest.mark.parametrize("language", ["en", "de"])
def test_pages_of_guests(client: Client, language: str) -> None:
    client.post("/accounts/guest/", headers={"accept-language": language})
    for path in ("profile", "keep", "logout", "delete", "tokens"):
        check(path, client.get(f"/accounts/{path}/").content.decode(), language)


def test_none_of_our_pages_is_allauths() -> None:
    for name in ("account/login", "account/email_change", "mfa/index", "mfa/authenticate"):
        assert "jinja2" in type(get_template(f"{name}.html")).__module__


def check(path: str, html: str, language: str) -> None:
    assert f'<html lang="{language}"' in html, path
    assert not re.search(r"\s(style|on\w+|hx-on[^=]*)\s*=", html), path
    assert faults(html) == [], path
    if language == "de":
        found = ENGLISH.findall(words_of(html).replace("“former player”", ""))
        assert not found, f"{path}: {found} in {' '.join(words_of(html).split())}"
        assert not re.search(r"\b(Sie|Ihre?[mnrs]?)\b", words_of(html)), path


def check_mail(message: mail.EmailMessage, language: str) -> None:
    text = f"{message.subject}\n{message.body}"
    assert "&#" not in text
    assert "\n\n\n" not in str(message.body), message.body
    assert settings.SITE_NAME in text
    if language == "de":
        text = re.sub(r"http\S+|Anders|Unspecified", "", text)
        assert not ENGLISH.findall(text), text
    else:
        assert ENGLISH.findall(text)
