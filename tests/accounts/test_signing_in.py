"""Signing in and out."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import people
from accounts.models import User
from tests.accounts.reading import found_in
from tests.people import PASSWORD

LOGIN = "/accounts/login/"
NOTICE = r'(class="notice.*?</div>)'


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("login", ["Anna", "anna", "ANNA", "anna@example.org", "Anna@Example.ORG"])
def test_by_name_or_address_in_any_case(client: Client, anna: User, login: str) -> None:
    answer = client.post(LOGIN, {"login": login, "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(anna.pk)


@pytest.mark.parametrize(
    ("login", "password"),
    [("anna", "wrong"), ("Nobody", PASSWORD), ("nobody@example.org", PASSWORD),
     ("anna", ""), ("", ""), ("anna", PASSWORD.upper())],
)  # fmt: skip
def test_not_with_wrong_words(client: Client, anna: User, login: str, password: str) -> None:
    answer = client.post(LOGIN, {"login": login, "password": password})
    assert answer.status_code == 200
    assert not signed_in(client)


def test_the_answer_does_not_tell_whether_a_name_exists(client: Client, anna: User) -> None:
    answers = [
        client.post(LOGIN, {"login": name, "password": "wrong"}) for name in ("anna", "Nobody")
    ]
    complaints = [found_in(answer.content.decode(), NOTICE) for answer in answers]
    assert complaints[0] == complaints[1]


def test_signing_in_leads_to_where_you_were_going(client: Client, anna: User) -> None:
    answer = client.get("/accounts/profile/")
    assert answer["Location"] == "/accounts/login/?next=/accounts/profile/"
    page = client.get(answer["Location"]).content.decode()
    assert '<input type="hidden" name="next" value="/accounts/profile/">' in page
    answer = client.post(LOGIN, {"login": "anna", "password": PASSWORD, "next": "/kit/"})
    assert answer["Location"] == "/kit/"


@pytest.mark.parametrize("next_", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_no_open_redirect(client: Client, anna: User, next_: str) -> None:
    answer = client.post(LOGIN, {"login": "anna", "password": PASSWORD, "next": next_})
    assert answer["Location"] == "/"
    answer = client.post("/accounts/logout/", {"next": next_})
    assert answer["Location"] == "/"


def test_guessing_is_limited_for_each_account(client: Client, anna: User, ben: User) -> None:
    for _ in range(5):
        client.post(LOGIN, {"login": "anna", "password": "wrong"})
    answer = client.post(LOGIN, {"login": "anna", "password": PASSWORD})
    assert "Too many failed" in answer.content.decode()
    assert not signed_in(client)
    client.post(LOGIN, {"login": "ben", "password": PASSWORD})
    assert signed_in(client)


def test_limits_count_the_client_that_our_proxy_names(
    client: Client, anna: User, settings: Settings
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for n in range(30):  # thirty a minute for each address, whatever the client makes up before it
        forged = {"X-Forwarded-For": f"10.0.0.{n}, 192.0.2.7"}
        client.post(LOGIN, {"login": f"x{n}", "password": "wrong"}, headers=forged)
    words = {"login": "anna", "password": PASSWORD}
    client.post(LOGIN, words, headers={"X-Forwarded-For": "192.0.2.7"})
    assert not signed_in(client)
    client.post(LOGIN, words, headers={"X-Forwarded-For": "192.0.2.8"})
    assert signed_in(client)


def test_without_redis_there_are_no_limits_but_everything_else(
    client: Client, anna: User, settings: Settings
) -> None:
    away = {
        "BACKEND": "boardgames.redis.cache.ForgivingRedisCache",
        "LOCATION": "redis://127.0.0.1:1",
    }
    settings.CACHES = {"default": away}
    for _ in range(6):
        client.post(LOGIN, {"login": "anna", "password": "wrong"})
    client.post(LOGIN, {"login": "anna", "password": PASSWORD})
    assert signed_in(client)


def test_signing_out_asks_and_is_no_link(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert client.get("/accounts/logout/").status_code == 200
    assert signed_in(client)
    client.post("/accounts/logout/")
    assert not signed_in(client)


def test_a_closed_account_cannot_be_entered(client: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    answer = client.post(LOGIN, {"login": "anna", "password": PASSWORD})
    assert answer["Location"] == "/accounts/inactive/"
    assert not signed_in(client)
    assert "This account is closed" in client.get("/accounts/inactive/").content.decode()


def test_closing_ends_every_session(client: Client, anna: User) -> None:
    client.force_login(anna)
    people.close_account(anna)
    assert client.get("/accounts/profile/").status_code == 302


def test_the_admin_is_entered_through_the_same_page(client: Client, anna: User) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/")
    client.force_login(anna)
    assert client.get("/admin/", follow=True).status_code == 403
    client.force_login(User.objects.create_superuser("Root-Ruth"))
    assert client.get("/admin/accounts/user/").status_code == 200
    assert client.get(f"/admin/accounts/user/{anna.pk}/change/").status_code == 200
    assert client.get("/admin/accounts/apitoken/").status_code == 200
