"""Where one is signed in, and signing out everywhere else."""

from collections.abc import Callable

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sessions import browsers, store, tokens
from boardgames import tasks
from tests.people import PASSWORD

SESSIONS, PROFILE = "/accounts/sessions/", "/accounts/profile/"


def signed_in(browser: str) -> Client:
    client = Client(headers={"user-agent": browser})
    answer = client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert answer.status_code == 302
    return client


def test_all_are_listed_and_this_one_is_marked(anna: User) -> None:
    signed_in("A browser at work")
    page = signed_in("A <b>telephone</b>").get(SESSIONS).content.decode()
    assert "A browser at work" in page
    assert "A &lt;b&gt;telephone&lt;/b&gt;" in page
    assert page.count("this one") == 1
    assert page.partition("<main")[2].count("127.0.0.1") == 2


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
            "Firefox, Linux",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        ("curl/8.5", "curl/8.5"),
        ("", ""),
        ("x" * 5000, "x" * 80),
    ],
)
def test_a_browser_has_a_name_that_people_know(said: str, shown: str) -> None:
    assert browsers.named(said) == shown


def test_signing_out_everywhere_else_leaves_this_one(anna: User) -> None:
    elsewhere, here, token = signed_in("x"), signed_in("y"), tokens.mint(anna, "program")
    assert here.post(SESSIONS).status_code == 302
    assert elsewhere.get(PROFILE).status_code == 302
    assert tokens.user_for(token) is None
    page = here.get(SESSIONS)
    assert page.status_code == 200
    assert page.content.decode().partition("<main")[2].count("127.0.0.1") == 1


def test_nobody_sees_or_ends_anothers(as_: Callable[[User], Client], anna: User, ben: User) -> None:
    hers = signed_in("Only Anna's")
    browser = as_(ben)
    assert "Only Anna" not in browser.get(SESSIONS).content.decode()
    browser.post(SESSIONS)
    assert hers.get(PROFILE).status_code == 200
    assert Client().post(SESSIONS).status_code == 302


def test_what_is_known_of_a_session_goes_with_it(anna: User) -> None:
    signed_in("x")
    Session.objects.all().delete()
    tasks.clear_sessions()
    assert not UserSession.objects.exists()


def test_a_session_that_is_over_or_was_never_given_out_is_nobodys(anna: User) -> None:
    browser = signed_in("x")
    key = browser.cookies["sessionid"].value
    assert browser.get(PROFILE).status_code == 200
    for nonsense in ("0" * 32, f"{key}\\000", f"{key}'--", "\u00e4" * 32, "x", ""):
        browser.cookies["sessionid"] = nonsense
        assert browser.get(PROFILE).status_code == 302
    browser.cookies["sessionid"] = key
    assert browser.get(PROFILE).status_code == 200
    Session.objects.filter(pk=key).update(expire_date=timezone.now())
    assert browser.get(PROFILE).status_code == 302


def test_a_session_is_its_owners_whoever_had_it_before(anna: User, ben: User) -> None:
    """A process asks for a session and for whom it was of last at once; the session decides."""
    browser = signed_in("x")
    key = browser.cookies["sessionid"].value
    for _ in range(2):  # the second time it is known whose it was
        assert browser.get("/").wsgi_request.user == anna
    stored = Session.objects.get(pk=key)
    other = Client()
    other.force_login(ben)
    its = Session.objects.get(pk=other.cookies["sessionid"].value).session_data
    Session.objects.filter(pk=key).update(session_data=its)
    for _ in range(2):
        assert browser.get("/").wsgi_request.user == ben
    Session.objects.filter(pk=key).update(session_data=stored.session_data)
    assert browser.get("/").wsgi_request.user == anna


def test_what_a_session_s_owner_is_now_counts(anna: User) -> None:
    browser = signed_in("x")
    for name in ("Anna2", "Anna3"):
        User.objects.filter(pk=anna.pk).update(username=name)
        assert browser.get("/").wsgi_request.user.username == name
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert browser.get(PROFILE).status_code == 302
    User.objects.filter(pk=anna.pk).update(is_active=True)
    assert browser.get(PROFILE).status_code == 200
    anna.set_password("another one that is long")
    anna.save()
    assert browser.get(PROFILE).status_code == 302


def test_owners_of_so_many_sessions_are_known(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_OWNERS", 2)
    browsers = [signed_in(str(number)) for number in range(5)]
    for _ in range(2):
        for browser in browsers:
            assert browser.get(PROFILE).status_code == 200
            assert len(store._owners) <= 2


def test_a_session_s_row_that_nobody_signed_is_nobodys(anna: User) -> None:
    browser = signed_in("x")
    assert browser.get(PROFILE).status_code == 200
    stored = Session.objects.get(pk=browser.cookies["sessionid"].value)
    data = stored.session_data
    for nonsense in (f"{data}x", f"x{data}", data.replace(":", "."), "", "\u00e4:b:c"):
        Session.objects.filter(pk=stored.pk).update(session_data=nonsense)
        assert browser.get(PROFILE).status_code == 302
    Session.objects.filter(pk=stored.pk).update(session_data=data)
    assert browser.get(PROFILE).status_code == 200


def test_what_one_request_does_with_a_session_is_not_another_s() -> None:
    kept = store.SessionStore()
    signed = kept.encode({"list": [1], "dict": {"a": 1}})
    first = kept.decode(signed)
    first["list"].append(2)
    first["dict"]["b"] = 2
    assert kept.decode(signed) == {"list": [1], "dict": {"a": 1}}
