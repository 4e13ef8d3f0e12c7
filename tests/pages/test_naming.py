"""Every field in which people are named takes a list, names who is unknown, and keeps the text."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from accounts.company import relationships
from accounts.models import User
from community.models import Candidate, Club
from games.lobby import open_games
from games.models import Game, Invitation, TournamentInvitation
from tests.clubs.founding import club_of
from tests.people import person
from tests.tournaments.playing import opened


@pytest.fixture
def asking(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    return client


def after(client: Client, address: str, **fields: str) -> str:
    """The page after this form."""
    answer = client.post(address, fields, follow=True)
    assert answer.status_code == 200, answer.status_code
    return html.unescape(answer.content.decode())


def kept(page: str) -> str:
    """What stands in the field."""
    fields = re.findall(r"<input [^>]*data-finder[^>]*>", page)
    found = [re.search(r' value="([^"]*)"', field) for field in fields]
    return next((value[1] for value in found if value and value[1]), "")


class TestClubs:
    @pytest.fixture
    def club(self, anna: User) -> Club:
        return club_of(anna)

    def test_several_are_invited_at_once(
        self, asking: Client, club: Club, ben: User, cleo: User
    ) -> None:
        page = after(asking, f"/clubs/{club.pk}/invite/", name="ben, cleo", back="members")
        assert "ben is invited." in page
        assert "cleo is invited." in page
        assert Candidate.objects.count() == 2
        assert kept(page) == ""

    def test_a_typo_is_named_and_stays_beside_those_who_are_invited(
        self, asking: Client, club: Club, ben: User
    ) -> None:
        page = after(asking, f"/clubs/{club.pk}/invite/", name="bem ben anna")
        assert "Nobody is called bem." in page
        assert "anna is already a member." in page
        assert "ben is invited." in page
        assert kept(page) == "bem anna"

    def test_a_whole_page_of_names_is_not_tried(self, asking: Client, club: Club) -> None:
        names = " ".join(f"nobody-{number}" for number in range(25))
        page = after(asking, f"/clubs/{club.pk}/invite/", name=names)
        assert "Enter at most 20 names at once." in page
        assert kept(page) == names

    def test_along_with_founding_it_those_who_cannot_be_stay_in_its_field(
        self, asking: Client, ben: User
    ) -> None:
        fields = {"name": "Elm Street", "entry": "open", "invite": "bem ben"}
        page = after(asking, "/clubs/new/", **fields)
        assert "Nobody is called bem." in page
        assert kept(page) == "bem"
        assert Candidate.objects.get().user == ben

    def test_only_who_runs_it_invites_and_a_stranger_learns_nothing(
        self, club: Club, ben: User
    ) -> None:
        client = Client()
        client.force_login(ben)
        assert client.post(f"/clubs/{club.pk}/invite/", {"name": "anna"}).status_code == 403
        Club.objects.update(entry="invitation")
        for name in ("anna", "nobody"):
            assert client.post(f"/clubs/{club.pk}/invite/", {"name": name}).status_code == 404
        assert not Candidate.objects.exists()

    def test_somebody_who_has_another_name_by_now_is_said_and_no_page_is_missing(
        self, asking: Client, club: Club
    ) -> None:
        page = after(asking, f"/clubs/{club.pk}/accept/", name="dora", back="members")
        assert "Nobody is called dora." in page


def test_friends_are_asked_several_at_once(asking: Client, anna: User, ben: User) -> None:
    page = after(asking, "/friends/add/", name="ben, bem")
    assert "You have asked ben." in page
    assert "Nobody is called bem." in page
    assert kept(page) == "bem"
    assert list(relationships.asked_by(anna.pk)) == [ben]


def test_a_table_keeps_the_text_and_invites_none(
    asking: Client, lanterns: None, anna: User, ben: User
) -> None:
    game: Game = open_games.create(anna.pk, "lanterns", 4).game
    page = after(asking, f"/games/{game.pk}/invite/", names="ben bem")
    assert "Nobody is called bem." in page
    assert kept(page) == "ben bem"
    assert not Invitation.objects.exists()
    assert kept(after(asking, f"/games/{game.pk}/invite/", names="ben")) == ""
    assert Invitation.objects.get().user == ben


def test_a_tournament_keeps_the_text_and_invites_none(
    asking: Client, lanterns: None, anna: User, ben: User
) -> None:
    person("dora")
    here = opened(anna, [], by_invitation=True, most=4)
    page = after(asking, f"/tournaments/{here.pk}/invite/", name="ben dora bem")
    assert "There is nobody called bem whom you can invite." in page
    assert kept(page) == "ben dora bem"
    assert not TournamentInvitation.objects.exists()
    page = after(asking, f"/tournaments/{here.pk}/invite/", name="ben dora")
    assert "2 people are invited." in page
    assert kept(page) == ""
