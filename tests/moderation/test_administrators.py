"""Roles by groups, the first page of the admin, and looking at the service as somebody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.utils import timezone

from accounts.models import Act, User
from accounts.sessions import sockets
from games.lobby import notebook
from games.models import ChatMessage, Game, ReleaseRequest
from games.moderation import reports, roles
from tests.games.tables import seat_of, table
from tests.games.times import Times


def numbers(client: Client) -> dict[str, tuple[int, str]]:
    """What the first page counts, and where each leads."""
    shown = client.get("/admin/").context["numbers"]
    return {number.label: (number.count, number.url) for number in shown}


def test_every_number_of_the_first_page_leads_to_its_list(
    client: Client, ada: User, anna: User, ben: User
) -> None:
    game = table(anna, ben)
    reports.submit_report("game", game, anna.pk, "broken", "")
    Game.objects.update(broken_at=timezone.now())
    for said in ("", "refused"):
        ReleaseRequest.objects.create(type="lanterns", stage="beta", answer=said)
    client.force_login(ada)
    found = numbers(client)
    assert found["Open cases"][0] == found["Stopped games"][0] == found["Running games"][0] == 1
    assert found["Requests to release a game type"][0] == 1
    assert len(found) == 13
    for count, url in found.values():
        answer = client.get(url)
        assert answer.status_code == 200, url
        listed = answer.context.get("cl")
        assert (listed.result_count if listed else len(answer.context["rows"])) == count, url
        assert "?e=1" not in url


def test_a_moderator_counts_what_a_moderator_may_see(at_desk: Client) -> None:
    found = numbers(at_desk)
    assert "Open cases" in found
    assert "New accounts today" not in found
    assert "2 things" not in at_desk.get("/admin/").content.decode()


def test_stalled_games_are_counted_and_listed(at_desk: Client, anna: User, ben: User) -> None:
    table(anna, ben)
    assert numbers(at_desk)["Games in which nobody moves"][0] == 0
    Game.objects.update(moved_at="2020-01-01T00:00Z")
    count, url = numbers(at_desk)["Games in which nobody moves"]
    assert count == at_desk.get(url).context["cl"].result_count == 1


def test_installing_the_roles_again_changes_nothing(db: None) -> None:
    roles.install()
    before = {group.name: group.permissions.count() for group in Group.objects.all()}
    roles.install()
    assert before == {group.name: group.permissions.count() for group in Group.objects.all()}
    assert set(before) == {"Moderators", "Game type maintainers", "Administrators"}


def test_an_administrator_makes_no_superuser_and_changes_none(
    client: Client, ada: User, anna: User
) -> None:
    root = User.objects.create_superuser("root1", "r@example.org", "x")
    client.force_login(ada)
    page = client.get(f"/admin/accounts/user/{anna.pk}/change/").content.decode()
    assert 'name="is_superuser"' not in page
    assert 'name="user_permissions"' not in page
    form = {"username": "root1", "is_active": ""}
    assert client.post(f"/admin/accounts/user/{root.pk}/change/", form).status_code == 403
    assert client.post(f"/admin/accounts/user/{root.pk}/password/", {}).status_code == 403


def change(client: Client, person: User, *groups: Group) -> Any:
    """Save the person's page in the admin with these groups and nothing else changed."""
    path = f"/admin/accounts/user/{person.pk}/change/"
    shown = client.get(path).context["adminform"].form
    kept = {name: value for name, value in shown.initial.items() if value not in (None, False)}
    return client.post(path, {**kept, "language": "en", "groups": [group.pk for group in groups]})


@pytest.fixture
def exporters(db: None) -> Group:
    """A group of the operator's own, with more than administrators may."""
    group = Group.objects.create(name="Exporters")
    group.permissions.add(Permission.objects.get(codename="add_user"))
    return group


@pytest.mark.slow
def test_an_administrator_gives_only_groups_whose_permissions_he_has(
    client: Client, ada: User, anna: User, exporters: Group
) -> None:
    moderators = Group.objects.get(name="Moderators")
    client.force_login(ada)
    assert "Exporters" not in client.get(f"/admin/accounts/user/{anna.pk}/change/").content.decode()
    for person in (anna, ada):
        refused = change(client, person, moderators, exporters)
        assert refused.status_code == 200
        assert "groups" in refused.context["adminform"].form.errors
        assert exporters not in person.groups.all()
    assert change(client, anna, moderators).status_code == 302
    assert list(anna.groups.all()) == [moderators]
    ada.user_permissions.add(Permission.objects.get(codename="add_user"))
    assert change(client, anna, moderators, exporters).status_code == 302
    assert set(anna.groups.all()) == {moderators, exporters}


def test_an_administrator_does_not_come_in_as_somebody_who_may_more(
    client: Client, ada: User, anna: User, exporters: Group
) -> None:
    anna.groups.add(exporters)
    client.force_login(ada)
    new = {"password1": "another-harbour-8", "password2": "another-harbour-8"}
    path = f"/admin/accounts/user/{anna.pk}/"
    assert client.post(f"{path}password/", new).status_code == 403
    assert client.post(f"{path}change/", {"email": "ada@example.org"}).status_code == 403
    anna.is_active = False
    anna.save()
    assert client.post(f"{path}password/", new).status_code == 403


class TestActingAs:
    @pytest.fixture
    def acting(self, client: Client, ada: User, anna: User) -> Client:
        client.force_login(ada)
        url = f"/admin/accounts/user/{anna.pk}/act/"
        assert client.post(url, {"reason": "He sees no board"}).status_code == 302
        return client

    def test_one_sees_what_the_person_sees_under_a_banner(
        self, acting: Client, anna: User, ben: User
    ) -> None:
        game = table(anna, ben)
        page = acting.get("/my/").content.decode()
        assert f"/games/{game}/" in page
        assert "You are viewing the service as anna" in page
        assert "as anna" not in acting.get("/admin/").content.decode()
        assert Act.objects.get().reason == "He sees no board"

    def test_nothing_can_be_done_in_the_persons_name(
        self, acting: Client, anna: User, ben: User
    ) -> None:
        game = table(anna, ben)
        seat = seat_of(game, anna)
        for path, form in (
            (f"/games/{game}/chat/", {"text": "Hello"}),
            (f"/games/{game}/resign/", {}),
            (f"/games/{game}/choose/", {"choice": "[1]", "version": 99}),
            (f"/games/{game}/seen/", {"version": 1}),
            (f"/api/v1/games/{game}/chat", {"text": "Hello"}),
            (f"/api/v1/games/{game}/resign", {}),
            ("/accounts/delete/", {}),
            ("/accounts/tokens/", {"name": "mine"}),
        ):
            assert acting.post(path, form).status_code == 403, path
        for path in ("/accounts/profile/", "/accounts/tokens/", "/notifications/settings/"):
            assert acting.get(path).status_code == 403, path
        anna.refresh_from_db()
        assert anna.is_active
        assert not anna.api_tokens.exists()
        assert not ChatMessage.objects.exists()
        assert seat_of(game, anna).seen_version == seat.seen_version

    def test_it_ends_by_the_banner(self, acting: Client) -> None:
        assert acting.post("/acting/stop/").status_code == 302
        assert "as anna" not in acting.get("/").content.decode()
        assert [row.action for row in Act.objects.all()] == ["act as self", "act as"]

    def test_nobody_looks_at_the_hand_of_somebody_he_plays_with(
        self, client: Client, ada: User, anna: User, ben: User
    ) -> None:
        game = table(ada, anna)
        client.force_login(ada)
        act = f"/admin/accounts/user/{anna.pk}/act/"
        assert client.post(act, {"reason": "I am losing"}).status_code == 403
        assert (
            client.post(f"/admin/accounts/user/{ben.pk}/act/", {"reason": "x"}).status_code == 302
        )
        table(ada, ben)  # a person who sits down meanwhile is themselves again
        answer = client.get(f"/games/{game}/")
        assert answer["Location"] == "/admin/"
        assert "as ben" not in client.get("/").content.decode()
        assert [row.action for row in Act.objects.all()] == ["act as self", "act as"]

    def test_it_ends_after_an_hour_and_when_the_person_joins_the_staff(
        self, times: Times, acting: Client, anna: User
    ) -> None:
        times.go(minutes=59)
        assert "as anna" in acting.get("/my/").content.decode()
        times.go(minutes=2)
        assert acting.post("/games/1/chat/", {"text": "Hello"})["Location"] == "/admin/"
        assert "as anna" not in acting.get("/my/").content.decode()
        acting.post(f"/admin/accounts/user/{anna.pk}/act/", {"reason": "Once more"})
        User.objects.filter(pk=anna.pk).update(is_staff=True)
        assert acting.get("/my/")["Location"] == "/admin/"
        assert "as anna" not in acting.get("/my/").content.decode()

    def test_notes_stay_with_who_wrote_them(self, acting: Client, anna: User, ben: User) -> None:
        game = table(anna, ben)
        notebook.write(game, anna.pk, note="Ben bluffs", plan="Wait for it")
        page = acting.get(f"/games/{game}/").content.decode()
        assert "as anna" in page
        assert "Ben bluffs" not in page
        assert "Wait for it" not in page

    def test_sockets_stay_the_administrators_own(self, acting: Client, ada: User) -> None:
        cookie = f"sessionid={acting.cookies['sessionid'].value}".encode()
        scope = {"query_string": b"", "headers": [(b"cookie", cookie)]}
        assert sockets.user_of(scope) == ada

    def test_a_page_that_stays_open_does_nothing_in_the_persons_name(
        self, acting: Client, anna: User, ben: User
    ) -> None:
        """In another tab, after it has ended in this one."""
        game = table(anna, ben)
        acting.get(f"/games/{game}/")
        acting.post("/acting/stop/")
        for path, form in (
            (f"/games/{game}/chat/", {"text": "Hello"}),
            (f"/games/{game}/resign/", {}),
            (f"/games/{game}/notes/", {"note": "Hello"}),
        ):
            assert acting.post(path, form).status_code == 403, path
        assert not ChatMessage.objects.exists()

    @pytest.mark.parametrize(
        "path",
        [
            *("/accounts/email/", "/accounts/password/change/", "/accounts/password/set/"),
            *("/accounts/2fa/", "/accounts/2fa/webauthn/add/", "/accounts/2fa/recovery-codes/"),
            *("/accounts/export/", "/accounts/exports/json/", "/accounts/exports/"),
            *("/accounts/sessions/", "/accounts/delete/", "/accounts/reauthenticate/"),
            *("/accounts/logout/", "/notifications/webhooks/", "/accounts/visibility/"),
        ],
    )
    def test_pages_of_the_account_are_closed(self, acting: Client, path: str) -> None:
        for method in ("get", "post", "put", "delete", "patch", "options"):
            assert getattr(acting, method)(path).status_code == 403, method
        assert acting.head(path).status_code == 403

    def test_it_ends_with_the_right_to_it(self, acting: Client, ada: User) -> None:
        ada.groups.clear()
        assert "as anna" not in acting.get("/").content.decode()

    def test_not_without_a_reason_not_as_staff_and_not_by_others(
        self, client: Client, ada: User, mo: User, anna: User
    ) -> None:
        client.force_login(ada)
        assert client.post(f"/admin/accounts/user/{anna.pk}/act/", {}).status_code == 403
        assert client.get(f"/admin/accounts/user/{anna.pk}/act/").status_code == 405
        form = {"reason": "Because"}
        assert client.post(f"/admin/accounts/user/{mo.pk}/act/", form).status_code == 404
        for user in (mo, anna):
            client.force_login(user)
            answer = client.post(f"/admin/accounts/user/{anna.pk}/act/", form)
            assert answer.status_code in (302, 403)
            assert "looks_as" not in client.session
        assert not Act.objects.exists()
