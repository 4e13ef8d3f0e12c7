"""The audit log has every act, and nobody changes it."""

from __future__ import annotations

import csv
import io

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from accounts.models import Act, NotChanged, User
from accounts.moderation import audit
from games.moderation import acts, people
from tests.games.tables import table


@pytest.fixture
def act(mo: User, anna: User) -> Act:
    return audit.write(mo, "warning", person=anna, reason="=cmd()", before={"a": 1}, after={"a": 2})


def test_what_was_done_stands_there_with_who_why_before_and_after(
    mo: User, anna: User, ben: User
) -> None:
    game = table(anna, ben)
    acts.pause_game(game, mo.pk, "A fire alarm")
    row = Act.objects.get()
    assert (row.by_id, row.by, row.action, row.game) == (mo.pk, "mo", "pause", game)
    assert row.reason == "A fire alarm"
    assert (row.before["paused"], row.after["paused"]) == (False, True)
    assert "status" not in row.before


def test_what_is_refused_is_not_in_the_log(mo: User, anna: User, ben: User) -> None:
    game = table(anna, ben)
    acts.pause_game(game, mo.pk, "Once")
    with pytest.raises(Exception, match="already paused"):
        acts.pause_game(game, mo.pk, "Twice")
    assert Act.objects.count() == 1


def test_models_and_querysets_refuse_to_change_it(act: Act) -> None:
    act.reason = "something else"
    for change in (
        act.save,
        act.delete,
        lambda: Act.objects.filter(pk=act.pk).delete(),
        lambda: Act.objects.update(reason="x"),
    ):
        with pytest.raises(NotChanged):
            change()
    assert Act.objects.get().reason == "=cmd()"


@pytest.mark.parametrize(
    "statement",
    ["UPDATE accounts_act SET reason = 'x'", "DELETE FROM accounts_act", "TRUNCATE accounts_act"],
)
def test_the_database_refuses_too(act: Act, statement: str) -> None:
    with pytest.raises(DatabaseError, match="only appended"), transaction.atomic():
        connection.cursor().execute(statement)
    assert Act.objects.get().reason == "=cmd()"


def test_nobody_can_change_it_in_the_admin(client: Client, ada: User, act: Act) -> None:
    superuser = User.objects.create_superuser("root1", "r@example.org", "x")
    for user in (ada, superuser):
        client.force_login(user)
        url = f"/admin/accounts/act/{act.pk}/"
        assert client.get(f"{url}change/").status_code == 200
        assert client.post(f"{url}change/", {"reason": "x"}).status_code == 403
        assert client.post(f"{url}delete/", {"post": "yes"}).status_code == 403
        assert client.get("/admin/accounts/act/add/").status_code == 403


def test_an_administrator_takes_it_along_as_csv_and_json(
    client: Client, ada: User, act: Act, anna: User
) -> None:
    client.force_login(ada)
    assert "export.csv" in client.get("/admin/accounts/act/").content.decode()
    answer = client.get("/admin/accounts/act/export.csv")
    head, row, *_rest = csv.reader(io.StringIO(answer.content.decode()))
    found = dict(zip(head, row, strict=True))
    assert (found["person"], found["by"], found["before"]) == ("anna", "mo", '{"a": 1}')
    assert found["reason"] == "'=cmd()"  # no formula
    rows = client.get("/admin/accounts/act/export.json", {"q": "anna"}).json()
    assert [(each["action"], each["after"]) for each in rows] == [("warning", {"a": 2})]
    assert Act.objects.filter(action="export").count() == 2
    assert client.get("/admin/accounts/act/export.xml").status_code == 403


def test_a_moderator_reads_it_and_does_not_take_it_along(at_desk: Client, act: Act) -> None:
    page = at_desk.get("/admin/accounts/act/").content.decode()
    assert "=cmd()" in page
    assert "export.csv" not in page
    for form in ("csv", "json"):
        assert at_desk.get(f"/admin/accounts/act/export.{form}").status_code == 403
    assert not Act.objects.filter(action="export").exists()


def test_others_neither_see_nor_export_it(client: Client, maya: User, anna: User) -> None:
    for user in (maya, anna):
        client.force_login(user)
        for page in ("", "export.csv", "export.json"):
            assert client.get(f"/admin/accounts/act/{page}").status_code in (302, 403)


def test_an_administrators_change_of_a_user_is_in_it_without_the_password(
    client: Client, ada: User, anna: User
) -> None:
    client.force_login(ada)
    page = client.get(f"/admin/accounts/user/{anna.pk}/change/")
    form = page.context["adminform"].form
    data = {name: form.initial.get(name) for name in form.fields if name != "password"}
    data = {name: value for name, value in data.items() if value not in (None, False, [])}
    data |= {
        "first_name": "Anna",
        "email": "new@example.org",
        "language": "en",
        "groups": [],
        "is_superuser": "on",
    }
    answer = client.post(f"/admin/accounts/user/{anna.pk}/change/", data)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    row = Act.objects.get(action="change user")
    assert (row.by, row.person) == ("ada", "anna")
    assert row.after["first_name"] == "Anna"
    told = str(row.before) + str(row.after)
    assert anna.password not in told
    assert "email" in row.before
    assert "@example.org" not in told
    anna.refresh_from_db()
    assert not anna.is_superuser


def test_a_note_is_an_act(mo: User, anna: User) -> None:
    people.leave_note(anna.pk, mo.pk, "Was here before")
    assert Act.objects.get().action == "note"
