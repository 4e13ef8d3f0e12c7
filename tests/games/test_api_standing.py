"""Standing invitations, quick matches and what a new game asks for, by the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts import people
from accounts.company import relationships
from accounts.models import User
from community.clubs import founding, joining
from community.clubs.founding import Words
from games.lobby import quick, standing
from games.models import Game, Preset, StandingInvitation
from tests.games.api import Caller
from tests.people import browser_of, person

PATH = "games/standing-invitations"
OFFER = {"type": "lanterns", "players": 2, "pace": "medium", "most": 2}

pytestmark = pytest.mark.django_db(transaction=True)


def befriended(one: User, other: User) -> None:
    relationships.befriend(one, other)
    relationships.befriend(other, one)


class TestAStandingInvitation:
    def test_is_left_listed_paused_resumed_and_ended(self, anna: User) -> None:
        me = Caller(anna)
        asks = {"least": 1200, "in_time": 90}
        sent = {**OFFER, "rated": False, "asks": asks, "friends_only": True}
        status, made = me.post(PATH, sent)
        (one,) = made["invitations"]
        number = one.pop("id")
        assert status == 201
        assert one == {
            **sent,
            "playing": 0,
            "options": None,
            "asks": {"least": 1200, "most": None, "in_time": 90, "games": 0},
            "paused": False,
        }
        assert me.get(PATH) == (200, {"invitations": [{"id": number, **one}]})
        assert me.post(f"{PATH}/{number}/pause")[1]["invitations"][0]["paused"] is True
        assert me.post(f"{PATH}/{number}/resume")[1]["invitations"][0]["paused"] is False
        assert me.delete(f"{PATH}/{number}") == (200, {"invitations": []})
        assert me.delete(f"{PATH}/{number}")[0] == 404

    def test_seats_people_who_fit(self, anna: User, ben: User) -> None:
        for user in (anna, ben):
            assert Caller(user).post(PATH, {**OFFER, "options": {}})[0] == 201
        quick.bring_together()
        (one,) = Caller(anna).get(PATH)[1]["invitations"]
        assert one["playing"] == 1
        assert one["options"], "all options with their values"
        _, mine = Caller(anna).get("games", mine=1, status="running")
        assert [seat["user"] for seat in mine["games"][0]["seats"]] in (
            ["anna", "ben"],
            ["ben", "anna"],
        )

    def test_is_nobody_elses(self, anna: User, ben: User) -> None:
        number = standing.make(anna.pk, "lanterns", 2, "medium", most=1).pk
        assert Caller(ben).get(PATH)[1] == {"invitations": []}
        for each in (number, 0, 10**30):
            for call in ("pause", "resume"):
                assert Caller(ben).post(f"{PATH}/{each}/{call}")[0] == 404
                assert Caller().post(f"{PATH}/{each}/{call}")[0] == 401
            assert Caller(ben).delete(f"{PATH}/{each}")[0] == 404
            assert Caller().delete(f"{PATH}/{each}")[0] == 401
        assert Caller().get(PATH)[0] == Caller().post(PATH, OFFER)[0] == 401
        assert StandingInvitation.objects.get().paused_at is None

    @pytest.mark.parametrize(
        ("changed", "status"),
        [
            ({"type": "chess"}, 422),
            ({"players": 9}, 422),
            ({"pace": "live"}, 400),
            ({"most": 0}, 422),
            ({"most": 11}, 422),
            ({"options": {"nonsense": 1}}, 422),
            ({"asks": {"least": 2000, "most": 1000}}, 422),
            ({"asks": {"in_time": 101}}, 422),
            ({"asks": {"more": 1}}, 400),
            ({"type": None}, 400),
            ({"nonsense": 1}, 400),
        ],
    )
    def test_that_cannot_be_is_refused(
        self, anna: User, changed: dict[str, Any], status: int
    ) -> None:
        found, told = Caller(anna).post(PATH, {**OFFER, **changed})
        assert (found, bool(told["error"]["message"])) == (status, True)
        assert not StandingInvitation.objects.exists()

    def test_is_not_for_guests_and_not_for_an_eleventh(self, anna: User, db: None) -> None:
        assert Caller(people.create_guest("en", "UTC")).post(PATH, OFFER)[0] == 403
        for _time in range(standing.MOST):
            standing.make(anna.pk, "lanterns", 2, "medium", most=1)
        assert Caller(anna).post(PATH, OFFER)[0] == 409

    def test_needs_a_token_that_plays(self, anna: User) -> None:
        assert Caller(anna, "read").get(PATH)[0] == 200
        assert Caller(anna, "read").post(PATH, OFFER)[0] == 403
        assert Caller(anna, "play").post(PATH, OFFER)[0] == 201

    def test_is_not_shown_to_an_administrator_who_looks_as_somebody(self, anna: User) -> None:
        chief = browser_of(person("chief", is_staff=True, is_superuser=True))
        act_as = reverse("admin:act-as", args=[anna.pk])
        assert chief.post(act_as, {"reason": "asked"}).status_code == 302
        assert chief.get(f"/api/v1/{PATH}").status_code == 403
        assert chief.post(f"/api/v1/{PATH}", OFFER, "application/json").status_code == 403


class TestAQuickMatch:
    SENT = {"type": "lanterns", "pace": "slow"}

    def test_opens_a_game_or_joins_the_one_that_waits(self, anna: User, ben: User) -> None:
        status, opened = Caller(anna).post("games/quick", self.SENT)
        assert (status, opened["status"], opened["clock"]["days"]) == (200, "open", 7)
        assert Caller(anna).post("games/quick", self.SENT)[1]["id"] == opened["id"]
        _, joined = Caller(ben).post("games/quick", self.SENT)
        assert (joined["id"], joined["status"]) == (opened["id"], "running")

    def test_that_cannot_be_is_refused(self, anna: User) -> None:
        me = Caller(anna)
        assert me.post("games/quick", {})[0] == 422  # nothing played yet
        assert me.post("games/quick", {"type": "chess"})[0] == 422
        assert me.post("games/quick", {**self.SENT, "pace": "never"})[0] == 400
        assert Caller().post("games/quick", self.SENT)[0] == 401
        assert not Game.objects.exists()


class TestANewGame:
    NEW = {"type": "lanterns", "players": 2}

    def test_asks_something_of_strangers(self, anna: User, ben: User) -> None:
        _, game = Caller(anna).post("games", {**self.NEW, "asks": {"games": 3}})
        status, told = Caller(ben).post(f"games/{game['id']}/join")
        assert (status, told["error"]["code"]) == (409, "not_asked_for")
        assert Caller(anna).post("games", {**self.NEW, "asks": {"games": -1}})[0] == 422

    def test_is_one_of_a_club(self, anna: User, ben: User, cleo: User) -> None:
        club = founding.found(anna.pk, Words("Elm Street", "open"))
        joining.join_club(club.pk, ben.pk)
        sent = {**self.NEW, "club": club.pk}
        assert Caller(cleo).post("games", sent)[0] == 403
        assert Caller(anna).post("games", {**self.NEW, "club": 10**30})[0] == 400
        _, game = Caller(anna).post("games", sent)
        assert game["visibility"] == "private"
        assert Caller(cleo).get(f"games/{game['id']}")[0] == 404
        assert Caller(ben).post(f"games/{game['id']}/join")[0] == 200

    def test_keeps_its_settings_for_a_circle(self, anna: User, ben: User) -> None:
        befriended(anna, ben)
        me = Caller(anna)
        _, friends = me.post("friends/circles", {"name": "Thursday", "members": ["ben"]})
        circle = friends["circles"][0]["id"]
        clock = {"kind": "per_turn", "days": 1}
        sent = {**self.NEW, "clock": clock, "visibility": "private", "circle": circle}
        _, first = me.post("games", sent)
        (preset,) = me.get("friends")[1]["circles"][0]["presets"]
        _, again = me.post(f"friends/presets/{preset['id']}")
        assert again["clock"] == first["clock"]
        assert again["visibility"] == "private"
        assert Caller(ben).get("games", invited=1)[1]["games"][0]["id"] == again["id"]

    def test_is_not_created_for_anothers_circle_nor_for_none(self, anna: User, ben: User) -> None:
        befriended(anna, ben)
        circle = relationships.make_circle(anna, "Thursday", [ben])
        for number in (circle.pk, 0, 10**15):
            status, told = Caller(ben).post("games", {**self.NEW, "circle": number})
            assert (status, told["error"]["code"]) == (404, "not_found")
        assert not Preset.objects.exists()
        assert not Game.objects.exists()
        page = browser_of(ben).get(f"/games/types/lanterns/new/?circle={circle.pk}")
        assert page.status_code == 404
