"""Requests that no page of ours makes: with fields that no form has, names that are not ours, and
ways back that lead elsewhere."""

import json
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts import people
from accounts.models import ApiToken, User
from accounts.sessions import tokens
from games.models import Game, Notebook, Seat
from games.storage.position import Position
from notifications.models import Webhook
from tests.people import PASSWORD

#: What somebody would like to be.
MORE = {
    "is_staff": "on",
    "is_superuser": "on",
    "is_active": "on",
    "is_guest": "on",
    "groups": "1",
    "user_permissions": "1",
    "id": "1",
    "pk": "1",
    "user": "1",
    "sessions_ended": "7",
    "closes_at": "2020-01-01",
    "verified": "on",
    "primary": "on",
}


def plain(user: User) -> bool:
    user = User.objects.get(pk=user.pk)
    above = user.is_staff or user.is_superuser or user.groups.exists() or user.is_guest
    return not above and user.sessions_ended == 0 and user.closes_at is None


@pytest.mark.django_db
def test_nobody_signs_up_as_more_than_a_player() -> None:
    form = {"username": "Mallory", "email": "m@example.org", "password1": PASSWORD, **MORE}
    Client().post("/accounts/signup/", form)
    mallory = User.objects.get(username="Mallory")
    assert plain(mallory)
    assert mallory.confirmed_email is None


@pytest.mark.django_db
def test_a_guest_keeps_no_more_than_he_had() -> None:
    guest, browser = people.create_guest("en", "UTC"), Client()
    browser.force_login(guest)
    form = {"username": "Mallory", "email": "m@example.org", "password1": PASSWORD, **MORE}
    browser.post("/accounts/keep/", form)
    assert User.objects.get(pk=guest.pk).username == "Mallory"
    assert plain(guest)


def test_a_profile_is_no_more_than_its_fields(anna: User, ben: User) -> None:
    browser = Client()
    browser.force_login(anna)
    form = {"language": "de", "time_zone": "UTC", "username": "admin", "email": "x@example.org"}
    browser.post("/accounts/profile/", {**form, **MORE})
    browser.post("/accounts/tokens/", {"name": "x", "scope": "all", **MORE, "user": ben.pk})
    anna.refresh_from_db()
    assert plain(anna)
    assert (anna.username, anna.language, anna.email) == ("anna", "de", "anna@example.org")
    assert ApiToken.objects.get().user == anna
    hook = {"webhook-form": "json", "webhook-url": "https://example.org/", "user": ben.pk}
    browser.post("/notifications/webhooks/", {**hook, "webhook-user": ben.pk})
    assert Webhook.objects.get().user == anna


def test_a_program_makes_and_moves_in_its_own_name_alone(
    duel: Position, anna: User, ben: User
) -> None:
    program = Client(headers={"authorization": f"Bearer {tokens.mint(anna, 'x')}"})

    def ask(path: str, **body: object) -> Any:
        return program.post(f"/api/v1/games{path}", json.dumps(body), "application/json")

    more = {
        "seed": "00" * 16,
        "created_by": ben.pk,
        "user": ben.pk,
        "status": "finished",
        "key": "k",
    }
    made = ask("", type="lanterns", players=2, **more)
    assert made.status_code in (201, 400)
    for game in Game.objects.exclude(pk=duel.game.pk):
        assert (game.created_by_id, game.status) == (anna.pk, "open")
        assert game.key != "k"
        assert bytes(game.seed) != bytes(16)
    before = Game.objects.get(pk=duel.game.pk).version
    theirs = next(seat for seat in duel.seats if seat.user_id == ben.pk)
    ask(f"/{duel.game.pk}/resign", seat=theirs.index, user=ben.pk, user_id=ben.pk)
    resigned = Seat.objects.filter(game=duel.game, resigned_at__isnull=False)
    assert Game.objects.get(pk=duel.game.pk).version > before
    assert not resigned.filter(user=ben).exists()


def test_notes_are_written_in_ones_own_book(duel: Position, anna: User, ben: User) -> None:
    Notebook.objects.create(game=duel.game, user=ben, note="His")
    browser = Client()
    browser.force_login(anna)
    form = {"note": "Hers", "user": ben.pk, "user_id": ben.pk, "id": Notebook.objects.get().pk}
    browser.post(f"/games/{duel.game.pk}/notes/", form)
    assert dict(Notebook.objects.values_list("user", "note")) == {anna.pk: "Hers", ben.pk: "His"}


ELSEWHERE = [
    *("https://evil.example/", "//evil.example", "/\\evil.example", "http:evil.example"),
    *("/\t/evil.example", "javascript:alert(1)", "https://testserver@evil.example/"),
]


@pytest.mark.parametrize("next_", ELSEWHERE)
def test_no_way_back_leads_elsewhere(anna: User, next_: str) -> None:
    known, nobody = Client(), Client()
    known.force_login(anna)
    answers = [
        nobody.post("/accounts/login/", {"login": "anna", "password": PASSWORD, "next": next_}),
        Client().post("/accounts/guest/", {"next": next_}),
        known.get("/accounts/login/", {"next": next_}),
        known.get("/accounts/guest/", {"next": next_}),
        known.post("/accounts/keep/", {"next": next_}),
        known.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": next_}),
        known.post("/i18n/setlang/", {"language": "de", "next": next_}),
        known.post("/i18n/setlang/", {"language": "de"}, headers={"referer": next_.strip()}),
        Client().post("/games/1/leave/", {}, headers={"referer": next_.strip()}),
        known.post("/accounts/logout/", {"next": next_}),
    ]
    for answer in answers:
        assert answer.status_code in (302, 303)
        way = answer["Location"]
        assert way.startswith("/"), way
        assert not way.startswith(("//", "/\\", "/\t")), way
        assert "evil" not in way.partition("?next=")[2], way


@pytest.mark.parametrize("name", ["evil.example", "testserver.evil.example", "evil@testserver", ""])
def test_a_name_that_is_not_ours_is_told_nothing(client: Client, anna: User, name: str) -> None:
    reset = "/accounts/password/reset/"
    for path in ("/", "/accounts/login/", "/api/v1/", "/games/1/"):
        answer = client.get(path, headers={"host": name or ","})
        assert answer.status_code == 400, path
        assert b"evil" not in answer.content
    assert (
        client.post(reset, {"email": anna.email}, headers={"host": name or ","}).status_code == 400
    )
    assert mail.outbox == []


def test_names_that_proxies_could_give_are_not_asked(client: Client, anna: User) -> None:
    headers = {
        "x-forwarded-host": "evil.example",
        "x-host": "evil.example",
        "forwarded": "host=evil",
    }
    client.post("/accounts/password/reset/", {"email": anna.email}, headers=headers)
    assert "evil" not in str(mail.outbox[0].body)
    assert b"evil" not in client.get("/accounts/login/", headers=headers).content


@pytest.mark.parametrize("address", ["a@example.org\r\nBcc: b@example.org", "a@example.org\nX: y"])
def test_no_header_comes_from_what_people_write(client: Client, anna: User, address: str) -> None:
    client.post("/accounts/password/reset/", {"email": address})
    form = {"username": "Mallory", "email": address, "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    assert mail.outbox == []
    assert not User.objects.filter(username="Mallory").exists()
