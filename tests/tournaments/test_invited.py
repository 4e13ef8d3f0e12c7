"""Tournaments by invitation, of clubs, and of several game types in turn."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.company import relationships
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from community.clubs import belonging, founding
from community.models import Club
from games.errors import GameError
from games.models import Entrant, Game, Standing, Table, Tournament, TournamentEvent
from games.ratings.seasons import ALWAYS
from games.tournaments import entering, opening
from games.tournaments.kinds import game_rotation
from games.tournaments.plan import Plan
from games.tournaments.running import running
from tests.clubs.founding import club_of
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.tournaments.playing import assert_whole, crowd, opened, play_out
from tests.tournaments.test_pages import NEW
from tests.tournaments.test_telling import told

pytestmark = pytest.mark.django_db(transaction=True)


def post(user: User | None, here: Tournament, deed: str, **data: str) -> int:
    return as_(user).post(f"/tournaments/{here.pk}/{deed}/", data).status_code


def page(user: User | None, here: Tournament) -> str:
    return as_(user).get(f"/tournaments/{here.pk}/").content.decode()


def states(here: Tournament) -> dict[str, str]:
    return dict(Entrant.objects.filter(tournament=here).values_list("user__username", "state"))


def test_a_player_who_is_invited_joins_or_says_no_and_nobody_else_does(times: Times) -> None:
    people = crowd(6)
    organiser, asked, no, stranger = people[:4]
    here = opened(organiser, [], by_invitation=True, most=4)
    assert "by invitation only" in page(stranger, here)
    assert post(stranger, here, "join") == 403
    assert post(stranger, here, "invite", name="p4") == 403
    assert post(None, here, "invite", name="p4") == 302
    assert post(organiser, here, "invite", name="p2, P3 p1") == 303
    assert post(organiser, here, "invite", name="p2") == 303
    assert told("tournament_invited") == ["p2", "p3"], "each is told once"
    assert told("tournament_invited", asked)[0].startswith("p1 invites you to Autumn")
    assert "p1 invites you." in page(asked, here)
    assert "Autumn" in as_(asked).get("/tournaments/").content.decode()
    assert post(no, here, "decline") == 303
    assert post(no, here, "decline") == 409
    assert post(stranger, here, "decline") == 409
    assert post(asked, here, "join") == 303
    assert post(asked, here, "decline") == 409, "who takes part leaves instead"
    assert post(organiser, here, "join") == 303, "who opened it need not be invited"
    seen = page(organiser, here)
    assert "p2 (takes part), p3 (has declined)" in seen
    assert "has declined" not in page(asked, here)
    assert post(no, here, "join") == 303, "the door stays open"
    assert states(here) == {"p1": "in", "p2": "in", "p3": "in"}


def test_programs_invite_and_decline(times: Times) -> None:
    organiser, asked, stranger = crowd(3)
    here = opened(organiser, [], by_invitation=True, most=4)
    path = f"/api/v1/tournaments/{here.pk}"

    def call(user: User | None, what: str, data: dict[str, object]) -> int:
        client = as_(user)
        token = client.get("/tournaments/").cookies.get("csrftoken")
        headers = {"X-CSRFToken": token.value} if token else {}
        answer = client.post(f"{path}/{what}", data, "application/json", headers=headers)
        return answer.status_code

    assert call(None, "invite", {"users": ["p2"]}) == 401
    assert call(stranger, "invite", {"users": ["p2"]}) == 403
    wrong: list[dict[str, object]] = [
        {},
        {"users": []},
        {"users": [7]},
        {"users": ["p2"], "more": 1},
    ]
    for nonsense in wrong:
        assert call(organiser, "invite", nonsense) == 400
    assert call(organiser, "invite", {"users": ["nobody"]}) == 422
    assert call(organiser, "invite", {"users": ["p2"]}) == 200
    assert told("tournament_invited") == ["p2"]
    assert call(stranger, "decline", {}) == 409
    assert call(asked, "decline", {}) == 200
    assert call(asked, "decline", {}) == 409


def test_people_who_cannot_be_invited_are_named_and_nobody_is_asked(times: Times) -> None:
    people = crowd(4)
    organiser = people[0]
    here = opened(organiser, [], by_invitation=True, most=4)
    relationships.block(people[1], organiser)
    User.objects.create(username="guest-x", is_guest=True)
    for names in ("p2", "guest-x", "nobody-here", "", "p3 p2"):
        assert post(organiser, here, "invite", name=names) == 303
    assert told("tournament_invited") == []
    sanctions.impose(organiser, Sanction.Kind.MUTE, by=None, reason="x", until=None)
    assert post(organiser, here, "invite", name="p3") == 403
    other = opened(people[2], [], most=4)
    assert post(people[2], other, "invite", name="p4") == 303
    assert told("tournament_invited") == []


@pytest.fixture
def members() -> list[User]:
    return crowd(5)


@pytest.fixture
def club(members: list[User]) -> Club:
    """Of the first four: the owner, an officer, two members; the fifth is a stranger."""
    found = club_of(*members[:4])
    found.members.filter(user=members[1]).update(role=1)
    return found


@pytest.mark.slow
def test_a_clubs_own_is_for_its_members_and_run_by_its_officers(
    times: Times, members: list[User], club: Club
) -> None:
    owner, officer, member, other, stranger = members
    with pytest.raises(GameError):
        opening.open_(member.pk, Plan("Elm Cup", "robin", "lanterns", club=club.pk))
    with pytest.raises(GameError):
        opening.open_(stranger.pk, Plan("Elm Cup", "robin", "lanterns", club=club.pk))
    form = (
        as_(owner)
        .get(f"/tournaments/new/?club={club.pk}&kind=robin&type=lanterns")
        .content.decode()
    )
    assert "For a club" in form
    assert (
        "For a club"
        not in as_(member).get("/tournaments/new/?kind=robin&type=lanterns").content.decode()
    )
    answer = as_(owner).post("/tournaments/new/", {**NEW, "club": str(club.pk), "most": "4"})
    assert answer.status_code == 303
    here = Tournament.objects.get(club=club)
    assert "Winter" in as_(member).get(f"/clubs/{club.pk}/").content.decode()
    assert "Winter" in as_(member).get("/tournaments/").content.decode()
    assert "members of" in page(member, here)
    for user in (None, stranger):
        client = as_(user)
        assert "Winter" not in client.get("/tournaments/").content.decode()
        for rest in ("", "log/", "standings.csv"):
            assert client.get(f"/tournaments/{here.pk}/{rest}").status_code == 404
        assert client.get(f"/api/v1/tournaments/{here.pk}").status_code == 404
        assert client.get("/api/v1/tournaments").json()["tournaments"] == []
    assert post(stranger, here, "join") == 404
    assert post(stranger, here, "withdraw") == 404
    for user in (owner, member, other):
        assert post(user, here, "join") == 303
    assert post(member, here, "disqualify", name="p4", reason="said so before") == 403
    assert post(officer, here, "disqualify", name="p4", reason="said so before") == 303


def test_a_player_who_leaves_the_club_before_the_start_gives_up_the_place(
    times: Times, members: list[User], club: Club
) -> None:
    owner, officer, member, other = members[:4]
    here = opened(owner, [owner, officer, member], club=club.pk, most=3)
    entering.join_tournament(here.pk, other.pk)
    belonging.leave_club(club.pk, member.pk)
    assert states(here) == {"p1": "in", "p2": "in", "p3": "withdrawn", "p4": "in"}
    with pytest.raises(GameError):
        entering.join_tournament(here.pk, member.pk)
    running.tick()
    game = Game.objects.filter(club=club, organised=True).first()
    assert game is not None
    assert game.visibility == Game.Visibility.PRIVATE
    assert as_(members[4]).get(f"/games/{game.pk}/").status_code == 404
    belonging.leave_club(club.pk, other.pk)
    assert states(here)["p4"] == "in", "what has begun goes on"
    assert "Autumn" in page(other, here), "who took part still sees it"


def test_a_player_who_has_left_unheard_is_taken_out_at_the_beginning(
    times: Times, members: list[User], club: Club
) -> None:
    soon = timezone.now() + timedelta(days=2)
    here = opened(members[0], members[:4], club=club.pk, starts_at=soon, least=2)
    club.members.filter(user=members[3]).delete()
    times.go(days=2, minutes=1)
    running.tick()
    assert states(here)["p4"] == "withdrawn"
    assert TournamentEvent.objects.filter(tournament=here, kind="left").count() == 1
    assert Table.objects.filter(tournament=here).count() == 3


def test_what_a_closed_club_has_not_begun_is_called_off(
    times: Times, members: list[User], club: Club
) -> None:
    begun = opened(members[0], members[:2], club=club.pk, name="Begun")
    running.tick()
    waits = opened(members[0], members[:2], club=club.pk, name="Waits", most=4)
    founding.close_club(club.pk, members[0].pk)
    running.tick()
    found = dict(Tournament.objects.values_list("pk", "status"))
    assert found == {begun.pk: "running", waits.pk: "cancelled"}
    assert "The club is closed." in told("tournament_decided", members[1])[0]


def test_a_clubs_cup_is_no_trophy_for_strangers(
    times: Times, members: list[User], club: Club
) -> None:
    here = opened(members[0], members[:2], club=club.pk, name="Elm Cup")
    running.tick()
    play_out(here, times, gone=set())
    winner = Entrant.objects.get(tournament=here, place=1).user.username
    shown = as_(members[2]).get(f"/players/{winner}/").content.decode()
    assert "Elm Cup" in shown
    for user in (None, members[4]):
        assert "Elm Cup" not in as_(user).get(f"/players/{winner}/").content.decode()


TWO = [{"type": "bali"}, {"type": "imhotep"}]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["robin", "swiss", "elimination"])
def test_each_round_plays_the_next_of_its_types(times: Times, kind: str) -> None:
    people = crowd(5)
    here = opened(people[0], people, kind=kind, further=TWO, at_once=3, rounds=4, days=20)
    running.tick()
    play_out(here, times, gone=set())
    assert_whole(here)
    seen: dict[int, set[str]] = {}
    tables = Table.objects.filter(tournament=here).exclude(game=None)
    for number, type_ in tables.values_list("round", "game__type"):
        seen.setdefault(number, set()).add(type_)
    turn = ["lanterns", "bali", "imhotep"]
    assert seen == {number: {turn[(number - 1) % 3]} for number in seen}
    assert len(seen) >= 3
    said = page(None, here)
    assert "Lanterns, Bali, Imhotep in rotation for 2" in said
    assert "round 1 Lanterns, round 2 Bali, round 3 Imhotep, and then again from the first" in said
    summary = as_(None).get(f"/api/v1/tournaments/{here.pk}").json()
    assert summary["types"] == turn


def test_entry_goes_by_the_average_of_the_types(times: Times) -> None:
    people = crowd(2)
    here = opened(people[0], [], further=[{"type": "bali"}], most=4)
    rated = {"games": 3, "listed": True, "mu": 40, "sigma": 2}
    Standing.objects.create(user=people[0], type="bali", season=ALWAYS, **rated)
    found = game_rotation.strength(here, [people[0].pk, people[1].pk])
    beginner = found[people[1].pk]
    assert found[people[0].pk] == (40 + beginner) / 2


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"further": [{"type": "chess"}]}, "bad_type"),
        ({"further": [{"type": "bali", "options": {"nonsense": 1}}]}, "bad_options"),
        ({"further": TWO * 3}, "bad_further"),
        ({"further": [{}]}, "bad_type"),
    ],
)
def test_types_that_cannot_be_played_in_turn_are_refused(
    times: Times, changed: dict[str, Any], code: str
) -> None:
    [user] = crowd(1)
    with pytest.raises(GameError) as refused:
        opened(user, [], **changed)
    assert refused.value.code == code


def test_the_form_takes_types_in_turn_and_by_invitation(times: Times) -> None:
    [user] = crowd(1)
    sent = {**NEW, "further": ["imhotep"], "by_invitation": "on"}
    assert as_(user).post("/tournaments/new/", sent).status_code == 303
    here = Tournament.objects.get()
    assert [played.type for played in game_rotation.all_of(here)] == ["lanterns", "imhotep"]
    assert here.by_invitation
    assert as_(user).post("/tournaments/new/", {**NEW, "club": "7"}).status_code == 303
    assert Tournament.objects.filter(club=None).count() == 2, "there is no such choice for them"
