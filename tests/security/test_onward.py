"""Whatever is sent as the page to lead on to, or as a token: an answer, and never a fault."""

from urllib.parse import urljoin, urlsplit

import pytest
import requests
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby import open_games

#: Names of views, of other sites, and of nothing.
NONSENSE = ("1:1", "admin:index", ":", "a b", "profile", "//evil.example/", "javascript:alert(1)")
PAGES = ("play-as-guest", "keep-account", "send-confirmation", "account_login", "account_signup")


@pytest.fixture
def guest(client: Client) -> User:
    client.post(reverse("play-as-guest"))
    return User.objects.get(is_guest=True)


@pytest.mark.parametrize("sent", NONSENSE)
def test_no_page_to_lead_on_to_is_taken_for_a_view_or_leads_away(
    anna: User, guest: User, sent: str
) -> None:
    for user in (None, anna, guest):
        for name in PAGES:
            for method in ("get", "post"):
                client = Client(raise_request_exception=False)
                if user is not None:
                    client.force_login(user)
                answer = getattr(client, method)(reverse(name), {"next": sent})
                said = (name, method, sent, answer.status_code)
                assert answer.status_code < 500, said
                leads = urlsplit(urljoin("http://testserver/", answer.get("Location", "/")))
                assert leads[:2] == ("http", "testserver"), said


def test_a_page_of_ours_is_led_on_to(anna: User) -> None:
    client = Client()
    client.force_login(anna)
    assert (
        client.get(reverse("play-as-guest"), {"next": "/lobby/?q=1:1"})["Location"]
        == "/lobby/?q=1:1"
    )


@pytest.mark.django_db(transaction=True)
def test_a_token_that_is_none_is_refused_in_words_everywhere(site: str, anna: User) -> None:
    game = open_games.create(anna.pk, "imhotep", 2).game.pk
    token = {"Authorization": "Bearer nonsense"}
    paths = (
        "/api/",
        "/api/v1/",
        "/api/v1/nonsense",
        f"/api/v1/games/{game}",
        "/",
        f"/games/{game}/",
    )
    for path in paths:
        for method in ("GET", "POST", "DELETE"):
            answer = requests.request(method, site + path, headers=token, allow_redirects=False)
            assert answer.status_code < 500, (method, path)
    assert requests.get(f"{site}/api/", headers=token).status_code == 200
