"""Preferences, the page others see, and the end of an account."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone, translation

from accounts import people, tasks
from accounts.company import privacy, relationships
from accounts.models import Letter, User
from accounts.preferences import reading_as
from accounts.sessions import tokens
from notifications.models import Preference, PushSubscription, Rhythm, Webhook
from tests.people import PASSWORD, person

PROFILE, CLOSE = "/accounts/profile/", "/accounts/delete/"
GERMAN = {"language": "de", "time_zone": "Europe/Vienna"}


def test_preferences_are_kept_and_used_at_once(as_: Callable[[User], Client], anna: User) -> None:
    browser = as_(anna)
    answer = browser.post(PROFILE, GERMAN)
    assert answer["Location"] == PROFILE
    anna.refresh_from_db()
    assert (anna.language, anna.time_zone, anna.confirm_turns) == ("de", "Europe/Vienna", False)
    page = browser.get(PROFILE, headers={"accept-language": "en"})
    assert '<html lang="de"' in page.content.decode()
    assert page["Content-Language"] == "de"
    assert "Gespeichert" in page.content.decode()
    browser.post(PROFILE, {**GERMAN, "confirm_turns": "on"})
    anna.refresh_from_db()
    assert anna.confirm_turns


@pytest.mark.parametrize("nonsense", [{"language": "xx"}, {"time_zone": "Mars/Olympus"}, {}])
def test_nonsense_changes_nothing(
    as_: Callable[[User], Client], anna: User, nonsense: dict[str, str]
) -> None:
    answer = as_(anna).post(PROFILE, {**GERMAN, **nonsense} if nonsense else {"x": "y"})
    assert answer.status_code == 200
    anna.refresh_from_db()
    assert (anna.language, anna.time_zone) == ("", "UTC")


@pytest.mark.parametrize("path", [PROFILE, CLOSE, "/accounts/tokens/", "/accounts/email/"])
def test_nobody_is_led_to_sign_in(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/accounts/login/?next={path}"
    assert client.post(path)["Location"] == f"/accounts/login/?next={path}"


def test_the_language_switch_is_remembered_by_the_account(
    as_: Callable[[User], Client], anna: User
) -> None:
    browser = as_(anna)
    answer = browser.post("/i18n/setlang/", {"language": "de", "next": PROFILE})
    assert answer["Location"] == PROFILE
    assert '<html lang="de"' in browser.get(PROFILE).content.decode()
    anna.refresh_from_db()
    assert anna.language == "de"
    browser.post("/i18n/setlang/", {"language": "xx", "next": "https://evil.example/"})
    anna.refresh_from_db()
    assert anna.language == "de"


def test_the_language_switch_without_an_account(client: Client) -> None:
    assert '<html lang="en"' in client.get("/accounts/login/").content.decode()
    client.post("/i18n/setlang/", {"language": "de"})
    page = client.get("/accounts/login/", headers={"accept-language": "en"}).content.decode()
    assert '<html lang="de"' in page
    assert client.get("/i18n/setlang/").status_code == 405


def test_reading_as(anna: User) -> None:
    anna.language, anna.time_zone = "de", "America/New_York"
    with reading_as(anna):
        assert translation.get_language() == "de"
        assert timezone.get_current_timezone_name() == "America/New_York"
    anna.time_zone = "Gone/Away"
    with reading_as(anna):
        assert timezone.get_current_timezone_name() == "UTC"


def test_the_page_others_see_tells_little(client: Client, anna: User) -> None:
    answer = client.get("/players/ANNA/")
    assert answer["Location"] == "/players/anna/"
    page = client.get("/players/anna/").content.decode()
    assert "anna" in page
    assert "example.org" not in page


@pytest.mark.parametrize("name", ["Nobody", "a%20b", "ö", "x" * 500, "'"])
def test_nobodys_page(client: Client, anna: User, name: str) -> None:
    assert client.get(f"/players/{name}/").status_code == 404


def test_deleting_forgets_who_it_was(as_: Callable[[User], Client], anna: User) -> None:
    browser = as_(anna)
    ben = person("ben")
    for one, other in ((anna, ben), (ben, anna)):
        relationships.befriend(one, other)
    relationships.make_circle(anna, "Ben of the Elm Street", [ben])
    relationships.block(anna, person("cleo"))
    privacy.hide(anna, ["here"])
    for mine in (anna, ben):
        Webhook.objects.create(user=mine, url=f"https://example.org/{mine}")
        PushSubscription.objects.create(user=mine, endpoint=f"https://push.example.org/{mine}")
        Preference.objects.create(user=mine, kind="your_turn", channel="mail", when="never")
        Rhythm.objects.create(user=mine)
    answer = browser.post(CLOSE, {"sure": "on", "password": PASSWORD})
    assert answer["Location"] == "/accounts/login/"
    assert "Sign in before then to keep it" in browser.get("/accounts/login/").content.decode()
    assert people.close_due() == 0
    assert User.objects.get(pk=anna.pk).is_active, "there is time to come back"
    User.objects.filter(pk=anna.pk).update(closes_at=timezone.now() - timedelta(seconds=1))
    tasks.close_due()
    gone = User.objects.get(pk=anna.pk)
    assert gone.username == f"former-player-{anna.pk}"
    assert "anna" not in str(vars(gone)).lower()
    assert not EmailAddress.objects.filter(user=gone).exists()
    told = (gone.webhooks, gone.push_subscriptions, gone.preferences, gone.circles, gone.blocks)
    assert not any(rows.exists() for rows in (*told, gone.friends, gone.friend_of))
    assert not any(hasattr(gone, name) for name in ("rhythm", "privacy", "feed"))
    assert (ben.webhooks.count(), ben.push_subscriptions.count()) == (1, 1), "his are his"
    assert not gone.is_active
    assert browser.get(PROFILE).status_code == 302
    assert Client().get(f"/players/{gone.username}/").status_code == 404
    again = {"username": "anna", "email": "anna@example.org", "password1": PASSWORD}
    assert Client().post("/accounts/signup/", again).status_code == 302, "the name is free again"


def test_whoever_signs_in_again_keeps_the_account(
    as_: Callable[[User], Client], anna: User
) -> None:
    token = tokens.mint(anna, "x")
    as_(anna).post(CLOSE, {"sure": "on", "password": PASSWORD})
    assert tokens.user_for(token) is None, "all are signed out"
    browser = Client()
    page = browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD}, follow=True)
    assert "Your account will not be deleted" in page.content.decode()
    assert User.objects.get(pk=anna.pk).closes_at is None


def test_a_letter_says_that_the_account_is_going_to_be_deleted_and_one_that_it_is(
    as_: Callable[[User], Client], anna: User
) -> None:
    as_(anna).post(CLOSE, {"sure": "on", "password": PASSWORD})
    User.objects.filter(pk=anna.pk).update(closes_at=timezone.now() - timedelta(seconds=1))
    tasks.send_letters()
    tasks.close_due()
    tasks.send_letters()
    first, second = mail.outbox
    assert first.to == second.to == ["anna@example.org"]
    assert "will be deleted" in first.subject
    assert "Until then you can keep it" in first.body
    assert re.search(r"on .*, \d+:\d\d UTC", str(first.body)), "when, with the zone"
    assert "has been deleted" in second.subject
    assert "anna" in second.body
    assert not Letter.objects.exists()


def test_an_account_that_is_asked_to_close_is_told_or_is_not_going_to(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_context: object) -> None:
        raise RuntimeError("no database any more")

    monkeypatch.setattr("accounts.account_mail.send_letter", fail)
    with pytest.raises(RuntimeError):
        people.ask_to_close(anna)
    assert User.objects.get(pk=anna.pk).closes_at is None


@pytest.mark.parametrize(
    "form",
    [{}, {"sure": "on"}, {"password": PASSWORD}, {"sure": "on", "password": "wrong"}],
)
def test_deleting_wants_certainty(
    as_: Callable[[User], Client], anna: User, form: dict[str, str]
) -> None:
    assert as_(anna).post(CLOSE, form).status_code == 200
    anna.refresh_from_db()
    assert anna.is_active


def test_a_guest_deletes_without_a_password(client: Client) -> None:
    client.post("/accounts/guest/")
    assert 'name="password"' not in client.get(CLOSE).content.decode()
    client.post(CLOSE, {"sure": "on"})
    assert not User.objects.get().is_active


def test_somebody_who_has_not_chosen_a_language_reads_in_the_browsers(
    as_: Callable[[User], Client], anna: User
) -> None:
    browser = as_(anna)
    assert anna.language == ""
    for language in ("de", "en"):
        page = browser.get(PROFILE, headers={"accept-language": language})
        assert f'<html lang="{language}"' in page.content.decode()
        assert page["Content-Language"] == language
        assert f'<option value="{language}" selected>' in page.content.decode()
    with reading_as(anna):
        assert translation.get_language() == "en"
