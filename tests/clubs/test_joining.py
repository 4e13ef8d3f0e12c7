"""How people become members, refusals, and the notifications."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts import people
from accounts.company import relationships
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from community.clubs import founding, joining
from community.models import Candidate, Club, ClubMember
from notifications import planning
from notifications.models import Notification
from tests.clubs.founding import browser, club_of, page, press
from tests.people import person

FORM = {"name": "Elm Street", "entry": "request", "about": "We play.", "rules": "Be kind.\n\nPlay."}


def is_in(user: User, club: Club) -> bool:
    return ClubMember.objects.filter(club=club, user=user).exists()


def told(user: User) -> list[str]:
    """What stands under somebody's bell by now."""
    planning.plan_due()
    planned = Notification.objects.filter(user=user, state=Notification.State.PLANNED)
    return list(planned.order_by("pk").values_list("kind", flat=True))


class TestFounding:
    def test_whoever_founds_one_owns_it_and_those_who_are_named_are_invited(
        self, anna: User, ben: User
    ) -> None:
        answer = browser(anna).post("/clubs/new/", {**FORM, "invite": "ben nobody-at-all"})
        club = Club.objects.get()
        assert answer.headers["Location"] == f"/clubs/{club.pk}/?names=nobody-at-all"
        assert (club.name, club.rules, club.size) == ("Elm Street", "Be kind.\nPlay.", 1)
        assert club.members.get().role == ClubMember.Role.OWNER
        assert Candidate.objects.get().user == ben
        assert told(ben) == ["club_invited"]

    @pytest.mark.parametrize(
        "wrong",
        [
            {"name": "ab"},
            {"name": "x" * 41},
            {"name": "\u200b\u200b\u200b\u200b"},
            {"entry": "nonsense"},
            {"about": "x" * 501},
            {"rules": "x" * 1001},
            {"languages": ["xx"]},
            {"piece": "hut", "colour": "no such colour"},
        ],
    )
    def test_nonsense_is_refused_and_stays_in_the_fields(
        self, anna: User, wrong: dict[str, Any]
    ) -> None:
        answer = browser(anna).post("/clubs/new/", {**FORM, **wrong})
        assert answer.status_code == 422
        assert "We play." in answer.content.decode() or "about" in wrong
        assert not Club.objects.exists()

    def test_a_name_is_one_clubs_in_any_case_until_that_is_closed(
        self, anna: User, ben: User
    ) -> None:
        first = club_of(anna, name="Elm Street")
        assert browser(ben).post("/clubs/new/", {**FORM, "name": "ELM street"}).status_code == 422
        founding.close_club(first.pk, anna.pk)
        assert browser(ben).post("/clubs/new/", {**FORM, "name": "ELM street"}).status_code == 303

    def test_letters_that_turn_words_around_are_left_out(self, anna: User) -> None:
        browser(anna).post("/clubs/new/", {**FORM, "name": "Elm\u202e  Street\n"})
        assert Club.objects.get().name == "Elm Street"

    def test_guests_muted_people_and_owners_of_enough_clubs_found_none(
        self, anna: User, ben: User
    ) -> None:
        guest = people.create_guest("en", "UTC")
        sanctions.impose(ben, Sanction.Kind.MUTE, by=None, reason="Too loud", until=None)
        for user in (guest, ben):
            assert browser(user).post("/clubs/new/", FORM).status_code == 422
        for number in range(founding.MOST_OWNED):
            club_of(anna, name=f"Elm {number}")
        assert browser(anna).post("/clubs/new/", FORM).status_code == 422
        assert Club.objects.count() == founding.MOST_OWNED

    def test_another_sign_by_lot_keeps_what_was_written(self, anna: User) -> None:
        answer = browser(anna).post("/clubs/new/", {**FORM, "lot": "1"})
        assert answer.status_code == 200
        assert "We play." in answer.content.decode()
        assert not Club.objects.exists()


class TestJoining:
    def test_an_open_club_at_once_by_request_after_an_answer(
        self, club: Club, anna: User, ben: User, dora: User
    ) -> None:
        press(dora, club, "join")
        assert is_in(dora, club)
        assert Club.objects.get(pk=club.pk).size == 4
        other = club_of(anna, ben, name="Elm Street", entry="request")
        press(dora, other, "join", words="I am  Dora")
        assert not is_in(dora, other)
        assert "club_asks" in told(anna)
        assert "I am Dora" in page(anna, f"/clubs/{other.pk}/members/")
        assert "1 person wants to join" in page(anna, f"/clubs/{other.pk}/")
        assert press(ben, other, "accept", name="dora") == 403
        press(anna, other, "accept", name="DORA")
        assert is_in(dora, other)
        assert told(dora) == ["club_accepted"]
        assert not Candidate.objects.exists()

    def test_a_request_is_refused_without_a_word_and_can_be_taken_back(
        self, anna: User, dora: User
    ) -> None:
        club = club_of(anna, entry="request")
        press(dora, club, "join")
        assert "You have asked" in page(dora, f"/clubs/{club.pk}/")
        press(anna, club, "refuse", name="dora")
        assert told(dora) == []
        press(dora, club, "join")
        press(dora, club, "withdraw")
        assert not Candidate.objects.exists()
        assert told(anna) == [], "what was taken back is not told"

    def test_of_a_club_by_invitation_nobody_else_learns(
        self, anna: User, ben: User, dora: User
    ) -> None:
        club = club_of(anna, entry="invitation", name="Secret table")
        for address in ("", "members/", "talk/", "games/"):
            page(dora, f"/clubs/{club.pk}/{address}", 404)
        assert press(dora, club, "join") == 404
        assert browser(dora).get(f"/report/club/{club.pk}/").status_code == 404
        assert "Secret table" not in page(dora, "/clubs/?q=secret")
        press(anna, club, "invite", name="dora")
        assert told(dora) == ["club_invited"]
        assert "Secret table" in page(dora, "/clubs/")
        assert "anna invites you" in page(dora, f"/clubs/{club.pk}/")
        press(dora, club, "join")
        assert is_in(dora, club)

    def test_an_invitation_is_declined_or_taken_back(
        self, club: Club, anna: User, dora: User
    ) -> None:
        press(anna, club, "invite", name="dora")
        assert browser(dora).post(f"/clubs/{club.pk}/withdraw/").status_code == 303
        assert not Candidate.objects.exists()
        press(anna, club, "invite", name="dora")
        press(anna, club, "call-back", name="dora")
        assert told(dora) == [], "what was taken back is not told"

    def test_a_member_who_asks_and_is_invited_is_in(self, anna: User, dora: User) -> None:
        club = club_of(anna, entry="request")
        press(dora, club, "join")
        press(anna, club, "invite", name="dora")
        assert is_in(dora, club)

    def test_a_block_refuses_as_anything_else_does(
        self, club: Club, anna: User, ben: User, dora: User
    ) -> None:
        relationships.block(ben, dora)
        press(dora, club, "join")
        assert not is_in(dora, club), "who runs it wants nothing to do with them"
        press(ben, club, "invite", name="dora")
        assert not Candidate.objects.exists()
        press(anna, club, "invite", name="dora")
        press(dora, club, "join")
        assert is_in(dora, club), "who was invited by somebody else comes in"

    def test_an_invitation_by_a_member_who_is_blocked_meanwhile_is_not_told(
        self, club: Club, ben: User, dora: User
    ) -> None:
        press(ben, club, "invite", name="dora")
        relationships.block(dora, ben)
        assert told(dora) == []
        assert "You are invited" not in page(dora, "/clubs/")

    def test_guests_the_suspended_and_nobody_join_none(
        self, club: Club, anna: User, dora: User
    ) -> None:
        guest = people.create_guest("en", "UTC")
        for nobody in (guest, person("robot", owner=anna)):
            press(nobody, club, "join")
            press(nobody, club, "withdraw")
        press(anna, club, "invite", name=guest.username)
        sanctions.impose(dora, Sanction.Kind.SUSPENSION, by=None, reason="x", until=None)
        press(anna, club, "invite", name="dora")
        assert press(None, club, "join") == 302
        assert Club.objects.get(pk=club.pk).members.count() == 3
        assert not Candidate.objects.exists()

    def test_the_muted_may_ask_but_not_with_words(self, anna: User, dora: User) -> None:
        club = club_of(anna, entry="request")
        sanctions.impose(dora, Sanction.Kind.MUTE, by=None, reason="Too loud", until=None)
        press(dora, club, "join", words="Buy my things")
        assert not Candidate.objects.exists()
        press(dora, club, "join")
        assert Candidate.objects.exists()

    def test_nobody_is_in_too_many_or_asks_too_many(
        self, club: Club, dora: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(founding, "MOST_CLUBS", 1)
        club_of(dora, name="Her own")
        press(dora, club, "join")
        assert not is_in(dora, club)
        monkeypatch.setattr(founding, "MOST_CLUBS", 20)
        monkeypatch.setattr(joining, "MOST_ASKED", 1)
        for owner in ("olga", "frida"):
            press(dora, club_of(person(owner), name=f"Of {owner}", entry="request"), "join")
        assert Candidate.objects.count() == 1

    def test_invitations_have_a_limit_in_an_hour(
        self, club: Club, anna: User, dora: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(joining, "INVITATIONS_PER_HOUR", 1)
        press(anna, club, "invite", name="dora")
        press(anna, club, "invite", name=person("olga").username)
        assert Candidate.objects.count() == 1

    @pytest.mark.parametrize("deed", ["accept", "refuse", "invite", "call-back"])
    def test_only_who_runs_a_club_decides_who_joins(
        self, club: Club, cleo: User, dora: User, deed: str
    ) -> None:
        Candidate.objects.create(club=club, user=dora, state="asks", at=timezone.now())
        assert press(cleo, club, deed, name="dora") == 403
        assert press(dora, club, deed, name="dora") == 403
        assert press(None, club, deed, name="dora") == 302
        assert Candidate.objects.get().state == "asks"

    @pytest.mark.parametrize("name", ["", "no such person", "x" * 500, "cleo"])
    def test_nonsense_names_are_told_of(self, club: Club, anna: User, name: str) -> None:
        for deed in ("accept", "refuse", "invite", "call-back"):
            assert press(anna, club, deed, name=name) in (303, 404)
        assert not Candidate.objects.exists()
        assert club.members.count() == 3


class TestListing:
    def test_clubs_are_found_by_a_part_of_the_name_and_by_language(
        self, club: Club, anna: User, dora: User
    ) -> None:
        Club.objects.filter(pk=club.pk).update(languages=["de"])
        row = f'href="/clubs/{club.pk}/"'
        assert row in page(dora, "/clubs/?q=day+tab")
        assert row in page(dora, "/clubs/?language=de")
        assert row not in page(dora, "/clubs/?q=xyz")
        assert row not in page(dora, "/clubs/?language=en")
        assert "three letters" in page(dora, "/clubs/?q=ta")
        assert row in page(dora, "/clubs/?language=nonsense&after=nonsense")
        assert page(anna, "/clubs/").count(row) == 1, "one's own stands above, once"

    def test_there_are_pages_the_biggest_club_first(
        self, club: Club, dora: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("community.clubs.listing.CLUBS", 1)
        club_of(person("olga"), name="Smaller")
        first = page(dora, "/clubs/")
        assert "Tuesday Table" in first
        assert "Smaller" not in first
        assert "Smaller" in page(dora, f"/clubs/?after={club.pk}")

    def test_a_stranger_sees_no_talk_no_games_and_nobody_who_hides(
        self, club: Club, ben: User, dora: User
    ) -> None:
        from accounts.company import privacy

        privacy.hide(ben, ["found"])
        seen = page(dora, f"/clubs/{club.pk}/")
        assert "Only members see the chat, games and events" in seen
        assert "/players/anna/" in seen
        assert "/players/ben/" not in seen
        for address in ("members/", "talk/", "games/"):
            page(dora, f"/clubs/{club.pk}/{address}", 403)
        assert browser(None).get(f"/clubs/{club.pk}/").status_code == 302
        page(dora, "/clubs/999999/", 404)
        page(dora, f"/clubs/{10**30}/", 404)
