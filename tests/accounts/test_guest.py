"""Playing without an account, and making it one."""

from http.cookies import Morsel

import pytest
from django.core import mail
from django.test import Client

from accounts import names, people
from accounts.models import User
from tests.accounts.reading import link_in_mail
from tests.people import PASSWORD

GUEST, KEEP = "/accounts/guest/", "/accounts/keep/"


@pytest.fixture
def guest(client: Client) -> User:
    client.post(GUEST)
    return User.objects.get(is_guest=True)


def test_one_click_is_enough(client: Client) -> None:
    client.cookies["time_zone"] = "Europe%2FZurich"
    answer = client.post(GUEST, {"next": "/kit/"}, headers={"accept-language": "de"})
    assert (answer.status_code, answer["Location"]) == (302, "/kit/")
    guest = User.objects.get()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert (guest.language, guest.time_zone) == ("de", "Europe/Zurich")
    names.well_formed(guest.username)
    cookie: Morsel = client.cookies["sessionid"]
    assert int(cookie["max-age"]) > 86400 * 365, "the cookie is all a guest has to come back with"


def test_looking_at_the_page_makes_nobody(client: Client) -> None:
    assert "Play as guest" in client.get(GUEST).content.decode()
    assert not User.objects.exists()


def test_a_taken_name_is_drawn_again(monkeypatch: pytest.MonkeyPatch, anna: User) -> None:
    drawn = iter(["ANNA", "anna", "Calm-Yak-1000"])
    monkeypatch.setattr(names, "for_guest", lambda: next(drawn))
    assert people.create_guest("en", "UTC").username == "Calm-Yak-1000"


def test_somebody_who_is_signed_in_stays_so(client: Client, anna: User) -> None:
    client.force_login(anna)
    client.post(GUEST)
    assert User.objects.count() == 1


def test_guests_are_limited(client: Client) -> None:
    answers = [Client().post(GUEST).status_code for _ in range(41)]
    assert answers == [302] * 40 + [429]


@pytest.mark.parametrize("next_", ["https://evil.example/", "//evil.example"])
def test_no_open_redirect(client: Client, next_: str) -> None:
    assert client.post(GUEST, {"next": next_})["Location"] == "/"
    assert client.get(f"{GUEST}?next={next_}")["Location"] == "/"


@pytest.mark.parametrize("keeps_name", [True, False])
def test_kept_it_is_the_same_account(client: Client, guest: User, keeps_name: bool) -> None:
    name = guest.username if keeps_name else "Cleo"
    form = {"username": name, "email": "cleo@example.org", "password1": PASSWORD}
    assert f'value="{guest.username}"' in client.get(KEEP).content.decode()
    answer = client.post(KEEP, form)
    assert answer["Location"] == "/accounts/profile/"
    kept = User.objects.get()
    assert kept.pk == guest.pk
    assert not kept.is_guest
    assert kept.username == name
    page = client.get("/accounts/profile/")
    assert page.status_code == 200, "still signed in"
    assert "cleo@example.org" in page.content.decode()
    client.post(link_in_mail())
    assert kept.confirmed_email == "cleo@example.org"
    assert Client().login(username=name, password=PASSWORD)


def test_keeping_is_checked_like_signing_up(client: Client, guest: User, anna: User) -> None:
    form = {"username": "ANNA", "email": "anna@example.org", "password1": "short"}
    page = client.post(KEEP, form).content.decode()
    assert "This name is taken" in page
    assert "too short" in page
    assert User.objects.get(pk=guest.pk).is_guest
    assert mail.outbox == []


def test_only_guests_keep(client: Client, anna: User) -> None:
    assert client.get(KEEP)["Location"].startswith("/accounts/login/")
    client.force_login(anna)
    form = {"username": "Cleo", "email": "cleo@example.org", "password1": PASSWORD}
    assert client.post(KEEP, form)["Location"] == "/accounts/profile/"
    assert User.objects.get().username == "anna"


@pytest.mark.parametrize(
    "page", ["email/", "password/change/", "password/set/", "2fa/", "2fa/totp/activate/"]
)
def test_pages_for_which_one_needs_a_password_lead_to_keeping(
    client: Client, guest: User, page: str
) -> None:
    assert client.get(f"/accounts/{page}")["Location"] == KEEP
    assert client.post(f"/accounts/{page}")["Location"] == KEEP


def test_signing_out_warns(client: Client, guest: User) -> None:
    assert "Make it permanent" in client.get("/accounts/logout/").content.decode()
