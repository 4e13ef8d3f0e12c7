"""Roles: permission to remove, promote, hand over, close; leaving; closed accounts; what is
exported."""

from __future__ import annotations

import pytest

from accounts import exporting, people
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from community.clubs import belonging, talk
from community.clubs.rights import Role
from community.models import Candidate, Club, ClubMember, ClubMessage
from tests.clubs.founding import browser, club_of, page, press


def roles(club: Club) -> dict[str, int]:
    return dict(ClubMember.objects.filter(club=club).values_list("user__username", "role"))


def size(club: Club) -> int:
    return Club.objects.get(pk=club.pk).size


class TestRoles:
    def test_the_owner_makes_officers_and_unmakes_them(
        self, club: Club, anna: User, cleo: User
    ) -> None:
        press(anna, club, "promote", name="cleo")
        assert roles(club)["cleo"] == Role.OFFICER
        press(anna, club, "demote", name="cleo")
        assert roles(club)["cleo"] == Role.MEMBER

    def test_there_are_only_so_many_officers(
        self, club: Club, anna: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(belonging, "MOST_OFFICERS", 1)
        press(anna, club, "promote", name="cleo")
        assert roles(club)["cleo"] == Role.MEMBER

    def test_the_owner_hands_the_club_over_and_is_an_officer_then(
        self, club: Club, anna: User
    ) -> None:
        press(anna, club, "hand-over", name="ben")
        assert roles(club)["anna"] == Role.OWNER, "not without a tick"
        press(anna, club, "hand-over", name="ben", sure="1")
        assert roles(club) == {"anna": Role.OFFICER, "ben": Role.OWNER, "cleo": Role.MEMBER}

    def test_nobody_hands_it_to_a_member_who_is_suspended(
        self, club: Club, anna: User, ben: User
    ) -> None:
        sanctions.impose(ben, Sanction.Kind.SUSPENSION, by=None, reason="x", until=None)
        press(anna, club, "hand-over", name="ben", sure="1")
        assert roles(club)["anna"] == Role.OWNER
        assert "/players/ben/" not in page(anna, f"/clubs/{club.pk}/members/")

    @pytest.mark.parametrize("deed", ["promote", "demote", "hand-over", "close"])
    def test_that_is_the_owners_alone(
        self, club: Club, ben: User, cleo: User, dora: User, deed: str
    ) -> None:
        before = roles(club)
        for user, status in ((ben, 403), (cleo, 403), (dora, 403), (None, 302)):
            assert press(user, club, deed, name="cleo", sure="1") == status
        assert roles(club) == before
        assert Club.objects.get(pk=club.pk).closed_at is None

    def test_officers_remove_members_and_the_owner_everybody_else(
        self, club: Club, anna: User, ben: User, cleo: User, dora: User
    ) -> None:
        for user, status in ((cleo, 403), (dora, 403), (None, 302)):
            assert press(user, club, "remove", name="ben") == status
        press(ben, club, "remove", name="anna")
        press(ben, club, "remove", name="ben")
        assert size(club) == 3
        press(ben, club, "remove", name="cleo")
        press(anna, club, "remove", name="ben")
        assert roles(club) == {"anna": Role.OWNER}
        assert size(club) == 1

    def test_a_member_who_was_removed_comes_back_only_if_somebody_lets_them(
        self, club: Club, anna: User, cleo: User
    ) -> None:
        press(anna, club, "remove", name="cleo")
        press(cleo, club, "join")
        assert "cleo" not in roles(club)
        assert "You cannot join" in page(cleo, f"/clubs/{club.pk}/")
        press(anna, club, "call-back", name="cleo")
        press(cleo, club, "join")
        assert "cleo" in roles(club)
        press(anna, club, "remove", name="cleo")
        press(anna, club, "invite", name="cleo")
        press(cleo, club, "join")
        assert "cleo" in roles(club)

    @pytest.mark.parametrize("name", ["", "dora", "nobody at all", "x" * 400])
    def test_nonsense_names_change_nothing(
        self, club: Club, anna: User, dora: User, name: str
    ) -> None:
        before = roles(club)
        for deed in ("promote", "demote", "remove", "hand-over"):
            assert press(anna, club, deed, name=name, sure="1") == 303
        assert roles(club) == before
        assert press(anna, club, "nonsense") == 404


class TestLeaving:
    def test_members_leave_as_they_like_the_owner_not_before_handing_over(
        self, club: Club, anna: User, cleo: User
    ) -> None:
        press(cleo, club, "leave")
        press(anna, club, "leave")
        assert set(roles(club)) == {"anna", "ben"}
        assert press(cleo, club, "leave") == 403
        press(cleo, club, "join")
        assert "cleo" in roles(club), "who has left may come back"

    def test_the_last_one_closes_it_by_leaving(self, anna: User) -> None:
        club = club_of(anna)
        press(anna, club, "leave")
        assert Club.objects.get(pk=club.pk).closed_at is not None


class TestClosing:
    def test_nothing_is_lost_and_nothing_can_be_done(
        self, club: Club, anna: User, cleo: User, dora: User
    ) -> None:
        talk.write_message(club.pk, cleo.pk, "Until we meet again")
        Candidate.objects.create(club=club, user=dora, state="asks")
        press(anna, club, "close")
        assert Club.objects.get(pk=club.pk).closed_at is None, "not without a tick"
        press(anna, club, "close", sure="1")
        assert not Candidate.objects.exists()
        seen = page(cleo, f"/clubs/{club.pk}/")
        assert "This club is closed" in seen
        assert "Until we meet again" in seen
        assert "Tuesday Table" in page(cleo, "/clubs/")
        for address in ("", "talk/", "members/", "games/"):
            page(dora, f"/clubs/{club.pk}/{address}", 404)
        assert "Tuesday" not in page(dora, "/clubs/?q=tuesday")
        for deed in ("invite", "leave", "promote", "remove"):
            assert press(anna, club, deed, name="cleo") == 303
        said = browser(cleo).post(f"/clubs/{club.pk}/talk/", {"text": "Hello?"})
        assert said.status_code == 422
        assert set(roles(club)) == {"anna", "ben", "cleo"}


class TestChanging:
    FORM = {"name": "Another name", "entry": "open", "about": "New", "rules": ""}

    def test_officers_change_how_it_shows_itself_but_not_who_may_join(
        self, club: Club, anna: User, ben: User
    ) -> None:
        address = f"/clubs/{club.pk}/edit/"
        page(ben, address)
        face = {"piece": "hut", "colour": "red", "pattern": "dots", "ground": "sand"}
        assert browser(ben).post(address, {**self.FORM, **face}).status_code == 303
        changed = Club.objects.get(pk=club.pk)
        assert (changed.name, changed.sign) == ("Another name", "hut red dots sand")
        assert browser(ben).post(address, {**self.FORM, "entry": "request"}).status_code == 422
        assert browser(anna).post(address, {**self.FORM, "entry": "request"}).status_code == 303
        assert Club.objects.get(pk=club.pk).entry == "request"

    def test_nobody_else_does(self, club: Club, cleo: User, dora: User) -> None:
        for user, status in ((cleo, 403), (dora, 403), (None, 302)):
            client = browser(user)
            assert client.get(f"/clubs/{club.pk}/edit/").status_code == status
            assert client.post(f"/clubs/{club.pk}/edit/", self.FORM).status_code == status
        assert Club.objects.get(pk=club.pk).name == "Tuesday Table"

    def test_the_muted_change_no_words(self, club: Club, anna: User) -> None:
        sanctions.impose(anna, Sanction.Kind.MUTE, by=None, reason="Too loud", until=None)
        assert browser(anna).post(f"/clubs/{club.pk}/edit/", self.FORM).status_code == 422
        assert Club.objects.get(pk=club.pk).about == ""


class TestAccounts:
    def test_a_closed_account_is_in_no_club_and_has_said_nothing_there(
        self, club: Club, anna: User, ben: User, cleo: User, dora: User
    ) -> None:
        other = club_of(dora, name="Of Dora", entry="request")
        press(anna, other, "join")
        talk.write_message(club.pk, anna.pk, "Mine")
        talk.write_message(club.pk, ben.pk, "Not hers")
        people.close_account(anna)
        assert roles(club) == {"ben": Role.OWNER, "cleo": Role.MEMBER}, "an officer goes on"
        assert size(club) == 2
        assert [one.text for one in ClubMessage.objects.all()] == ["Not hers"]
        assert not Candidate.objects.exists()
        people.close_account(ben)
        people.close_account(cleo)
        closed = Club.objects.get(pk=club.pk)
        assert closed.size == 0
        assert closed.closed_at is not None, "nobody is left to own it"

    def test_an_export_has_ones_clubs_and_what_one_has_said(
        self, club: Club, cleo: User, ben: User
    ) -> None:
        talk.write_message(club.pk, cleo.pk, "Mine")
        talk.write_message(club.pk, ben.pk, "His")
        data = exporting.everything(cleo)
        assert "Tuesday Table" in str(data["clubs"])
        assert "Mine" in str(data["club_messages"])
        assert "His" not in str(data["club_messages"])
