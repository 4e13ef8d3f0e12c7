"""What an open page asks for: the present reader, the time, and the token of forms."""

import time

from django.test import Client

from accounts.models import User
from tests.people import person

READER = "/accounts/reader/"


def test_a_page_of_the_same_reader_gets_a_token_that_is_taken_and_the_time(anna: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna)
    answer = browser.get(READER, {"page": anna.pk})
    assert "no-store" in answer["Cache-Control"]
    found = answer.json()
    assert found["same"]
    assert not found["message"]
    assert not found["to"]
    assert abs(found["now"] / 1000 - time.time()) < 5
    form = {"csrfmiddlewaretoken": found["token"], "language": "de"}
    assert browser.post("/i18n/setlang/", form).status_code == 302


def test_a_page_of_a_stranger_is_the_same_readers_while_nobody_signs_in(client: Client) -> None:
    assert client.get(READER).json()["same"]


def test_a_page_hears_of_somebody_else_and_of_nobody(client: Client, anna: User) -> None:
    ben = person("ben")
    client.force_login(ben)
    found = client.get(READER, {"page": anna.pk}).json()
    assert not found["same"]
    assert "ben" in found["message"]
    assert not found["to"]
    client.logout()
    found = client.get(READER, {"page": str(anna.pk), "at": "/messages/?a=1"}).json()
    assert not found["same"]
    assert "sign in" in found["message"].lower()
    assert found["to"] == "/accounts/login/?next=%2Fmessages%2F%3Fa%3D1"


def test_every_page_carries_the_time_of_the_service_and_who_reads(
    client: Client, anna: User
) -> None:
    for path in ("/games/", "/there-is-nothing/"):
        page = client.get(path).content.decode()
        assert 'data-reader=""' in page
        assert 'data-now="1' in page
    client.force_login(anna)
    assert f'data-reader="{anna.pk}"' in client.get("/my/").content.decode()


def test_a_refused_token_says_so_to_scripts(anna: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna)
    answer = browser.post("/i18n/setlang/", {"language": "de"})
    assert answer.status_code == 403
    assert answer["X-Stale-Form"] == "yes"
