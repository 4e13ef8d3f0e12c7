"""What moderators do with clubs, in the admin: never in a club of their own, all of it logged."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import Act, User
from community.clubs import founding, talk
from community.clubs.founding import Words
from community.clubs.rights import Role
from community.models import Club, ClubMember, ClubMessage
from games.moderation import roles
from tests.clubs.founding import browser, page, press
from tests.people import person

CLUBS, MESSAGES = "/admin/community/club/", "/admin/community/clubmessage/"


@pytest.fixture
def mod(db: None) -> User:
    roles.install()
    user = person("mod", is_staff=True)
    user.groups.set([Group.objects.get(name="Moderators")])
    return user


def do(by: User, address: str, action: str, number: int) -> str:
    client: Client = browser(by)
    data = {"action": action, "_selected_action": [number]}
    answer = client.post(address, data, follow=True)
    assert answer.status_code in (200, 403)
    return str(answer.content.decode())


def test_they_hide_what_was_said_and_show_it_again(
    club: Club, mod: User, ben: User, cleo: User
) -> None:
    message = talk.write_message(club.pk, ben.pk, "Too loud")
    do(mod, MESSAGES, "hide", message.pk)
    assert "Too loud" not in page(cleo, f"/clubs/{club.pk}/talk/")
    do(mod, MESSAGES, "show", message.pk)
    assert "Too loud" in page(cleo, f"/clubs/{club.pk}/talk/")
    assert list(Act.objects.order_by("id").values_list("action", flat=True)) == ["hide", "show"]


def test_they_remove_its_words_and_close_it(club: Club, mod: User, cleo: User) -> None:
    Club.objects.filter(pk=club.pk).update(about="Down with everybody")
    do(mod, CLUBS, "clear_words", club.pk)
    assert Club.objects.get().name == f"Club {club.pk}"
    act = Act.objects.get(action="clear club")
    assert "Down with everybody" in str(act.before), "the log keeps what was there"
    do(mod, CLUBS, "close", club.pk)
    assert "This club is closed" in page(cleo, f"/clubs/{club.pk}/")
    assert "closed" in do(mod, CLUBS, "close", club.pk)


def test_its_words_can_be_removed_though_another_club_is_called_by_its_number(
    club: Club, mod: User, cleo: User
) -> None:
    founding.found(cleo.pk, Words(f"Club {club.pk}", "open"))
    do(mod, CLUBS, "clear_words", club.pk)
    club.refresh_from_db()
    assert club.name == f"Club {club.pk}*"


def test_they_give_it_to_the_next_one(club: Club, mod: User, anna: User, ben: User) -> None:
    do(mod, CLUBS, "pass_on", club.pk)
    roles_now = dict(ClubMember.objects.values_list("user__username", "role"))
    assert roles_now == {"anna": Role.MEMBER, "ben": Role.OWNER, "cleo": Role.MEMBER}


def test_not_in_a_club_of_their_own(club: Club, mod: User, ben: User) -> None:
    message = talk.write_message(club.pk, ben.pk, "Too loud")
    press(mod, club, "join")
    for address, action, number in (
        (CLUBS, "close", club.pk),
        (CLUBS, "clear_words", club.pk),
        (CLUBS, "pass_on", club.pk),
        (MESSAGES, "hide", message.pk),
    ):
        assert "another moderator" in do(mod, address, action, number)
    assert Club.objects.get().closed_at is None
    assert ClubMessage.objects.get().hidden_at is None
    assert not Act.objects.exists()


def test_nobody_else_does(club: Club, cleo: User) -> None:
    maintainer = person("maintainer", is_staff=True)
    roles.install()
    maintainer.groups.set([Group.objects.get(name="Game type maintainers")])
    for user in (cleo, maintainer):
        do(user, CLUBS, "close", club.pk)
    assert Club.objects.get().closed_at is None


class TestWhatAModeratorHid:
    def test_nobody_who_runs_the_club_shows_it_again(
        self, club: Club, mod: User, anna: User, ben: User, cleo: User
    ) -> None:
        message = talk.write_message(club.pk, cleo.pk, "Too loud")
        do(mod, MESSAGES, "hide", message.pk)
        for user in (anna, ben):
            assert press(user, club, "hide", message=message.pk, show="1") == 303
            assert "Too loud" not in page(cleo, f"/clubs/{club.pk}/talk/")
            assert "Show again" not in page(user, f"/clubs/{club.pk}/talk/")
        do(mod, MESSAGES, "show", message.pk)
        assert "Too loud" in page(cleo, f"/clubs/{club.pk}/talk/")

    def test_hiding_it_once_more_does_not_make_it_theirs(
        self, club: Club, mod: User, anna: User, cleo: User
    ) -> None:
        message = talk.write_message(club.pk, cleo.pk, "Too loud")
        do(mod, MESSAGES, "hide", message.pk)
        for user in (cleo, anna):
            press(user, club, "hide", message=message.pk)
        press(anna, club, "hide", message=message.pk, show="1")
        assert "Too loud" not in page(cleo, f"/clubs/{club.pk}/talk/")

    def test_what_an_officer_hid_first_is_theirs_then(
        self, club: Club, mod: User, ben: User, cleo: User
    ) -> None:
        message = talk.write_message(club.pk, cleo.pk, "Too loud")
        press(ben, club, "hide", message=message.pk)
        do(mod, MESSAGES, "hide", message.pk)
        press(ben, club, "hide", message=message.pk, show="1")
        assert "Too loud" not in page(cleo, f"/clubs/{club.pk}/talk/")

    def test_the_log_names_it_and_who_wrote_it(self, club: Club, mod: User, cleo: User) -> None:
        message = talk.write_message(club.pk, cleo.pk, "Too loud")
        do(mod, MESSAGES, "hide", message.pk)
        act = Act.objects.get(action="hide")
        assert act.person == "cleo"
        assert act.reason == f"club {club.pk}, message {message.pk}"
        assert (act.before, act.after) == ({"hidden": False}, {"hidden": True})
