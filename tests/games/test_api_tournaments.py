"""Opening and managing tournaments and series by the API."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import people
from accounts.models import User
from community.clubs import founding, joining
from community.clubs.founding import Words
from games.models import Series, Tournament
from games.moves import actions
from games.tournaments import entering, inviting, listing
from games.tournaments.running import organising, running
from games.tournaments.series import series
from tests.games.api import Caller
from tests.games.times import Times
from tests.people import browser_of, person
from tests.tournaments.playing import opened

CUP = {"name": "Lantern Cup", "kind": "robin", "type": "lanterns", "least": 2, "most": 4}
MONTHLY = {**CUP, "name": "Monthly", "rhythm": "month", "joining": 7}
WHEN_FULL = {**CUP, "rhythm": "over", "joining": 0}
CLOCK = {"kind": "per_turn", "days": 2}

pytestmark = pytest.mark.django_db(transaction=True)


class TestATournament:
    def test_is_opened_and_shows_its_plan(self, anna: User) -> None:
        begins = timezone.now() + timedelta(days=3)
        sent = {**CUP, "clock": CLOCK, "starts_at": begins.isoformat(), "further": ["bali"]}
        sent |= {"pause_days": 5, "lowest": 1000, "by_invitation": True, "allows_lines": False}
        status, made = Caller(anna).post("tournaments", sent)
        assert (status, made["status"], made["organiser"]) == (201, "open", "anna")
        assert made["types"] == ["lanterns", "bali"]
        plan = made["plan"]
        assert (plan["name"], plan["most"], plan["pause_days"]) == ("Lantern Cup", 4, 5)
        assert plan["clock"] | CLOCK == plan["clock"]
        assert plan["clock"]["policy"] == "forfeit"
        assert plan["allows_lines"] is False
        assert (plan["points"], plan["tie_breaks"]) == ([1, 0], ["direct", "berger", "share"])
        assert (plan["lowest"], plan["further"], plan["by_invitation"]) == (1000, ["bali"], True)
        assert Caller().get(f"tournaments/{made['id']}")[1] == made
        again = {**plan, "name": "Again", "kind": "robin", "type": "lanterns"}
        _, other = Caller(anna).post("tournaments", again)
        assert other["plan"] == {**plan, "name": "Again"}, "a plan can be sent as it is shown"

    def test_is_a_ladder_that_runs_at_once(self, anna: User) -> None:
        sent = {**CUP, "kind": "ladder", "days": 60, "ladder": {"reach": 3}}
        status, made = Caller(anna).post("tournaments", sent)
        assert (status, made["status"]) == (201, "running")
        assert made["plan"]["ladder"]["reach"] == 3
        assert made["plan"]["ladder"]["answer_days"] == 4

    def test_of_a_club_is_opened_by_its_officers(self, anna: User, ben: User) -> None:
        club = founding.found(anna.pk, Words("Elm Street", "open")).pk
        joining.join_club(club, ben.pk)
        assert Caller(ben).post("tournaments", {**CUP, "club": club})[0] == 403
        assert Caller(anna).post("tournaments", {**CUP, "club": club})[1]["club"] == club
        assert Caller(anna).post("tournaments", {**CUP, "club": 2**62})[0] in (403, 404)
        assert Tournament.objects.count() == 1

    @pytest.mark.parametrize(
        ("changed", "status", "code"),
        [
            ({"name": "x"}, 422, "bad_name"),
            ({"name": "a\x00b"}, 400, "malformed"),
            ({"kind": "arena"}, 422, "bad_starts_at"),
            ({"kind": "league"}, 422, "bad_kind"),
            ({"type": "chess"}, 422, "bad_type"),
            ({"players": 9}, 422, "bad_players"),
            ({"players": 10**30}, 422, "bad_players"),
            ({"least": 5}, 422, "bad_most"),
            ({"most": 10**30}, 422, "bad_most"),
            ({"days": 0}, 422, "bad_days"),
            ({"days": None}, 400, "malformed"),
            ({"group_size": 99}, 422, "bad_at_once"),
            ({"rounds": 99}, 422, "bad_rounds"),
            ({"match": 2}, 422, "bad_match"),
            ({"lives": 2}, 422, "bad_lives"),
            ({"pause_days": 99}, 422, "bad_pause_days"),
            ({"late": "never"}, 400, "malformed"),
            ({"lowest": 10**6}, 400, "malformed"),
            ({"lowest": 2000, "highest": 1000}, 422, "bad_highest"),
            ({"options": {"nonsense": 1}}, 422, "bad_options"),
            ({"further": ["chess"]}, 422, "bad_type"),
            ({"further": ["bali"] * 9}, 422, "bad_further"),
            ({"points": ["NaN", 0]}, 422, "bad_points"),
            ({"points": [0, 1]}, 422, "bad_points"),
            ({"tie_breaks": ["luck"]}, 422, "bad_tie_breaks"),
            ({"clock": {"kind": "none"}}, 422, "bad_clock"),
            ({"clock": {"kind": "live", "move_minutes": 5}}, 422, "bad_clock"),
            ({"clock": {"kind": "per_turn", "days": 0}}, 422, "bad_clock"),
            ({"kind": "ladder", "days": 60, "ladder": {"reach": 0}}, 422, "bad_ladder"),
            ({"kind": "ladder", "days": 60, "further": ["bali"]}, 422, "bad_further"),
            ({"starts_at": "2020-01-01T00:00:00Z"}, 422, "bad_starts_at"),
            ({"starts_at": "9999-12-31T23:59:59Z"}, 422, "bad_starts_at"),
            ({"starts_at": "tomorrow"}, 400, "malformed"),
            ({"club": -1}, 400, "malformed"),
            ({"organiser": "ben"}, 400, "malformed"),
        ],
    )
    def test_that_cannot_be_is_refused(
        self, anna: User, changed: dict[str, Any], status: int, code: str
    ) -> None:
        found, told = Caller(anna).post("tournaments", {**CUP, **changed})
        assert (found, told["error"]["code"]) == (status, code)
        assert told["error"]["message"]
        assert not Tournament.objects.exists()

    def test_is_opened_by_members_alone_and_not_by_the_dozen(self, anna: User) -> None:
        assert Caller().post("tournaments", CUP)[0] == 401
        guest = people.create_guest("en", "UTC")
        assert Caller(guest).post("tournaments", CUP)[0] == 403
        assert Caller(anna, "play").post("tournaments", CUP)[0] == 403
        for number in range(3):
            assert Caller(anna).post("tournaments", {**CUP, "name": f"Cup {number}"})[0] == 201
        status, told = Caller(anna).post("tournaments", CUP)
        assert (status, told["error"]["code"]) == (409, "too_many_run")

    def test_is_not_opened_by_an_administrator_who_looks_as_somebody(self, anna: User) -> None:
        chief = browser_of(person("chief", is_staff=True, is_superuser=True))
        act_as = reverse("admin:act-as", args=[anna.pk])
        assert chief.post(act_as, {"reason": "asked"}).status_code == 302
        for path, sent in (("tournaments", CUP), ("series", MONTHLY)):
            answer = chief.post(f"/api/v1/{path}", sent, "application/json")
            assert answer.status_code == 403
        assert not Tournament.objects.exists()


class TestTheLog:
    def test_is_read_page_by_page(
        self, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here = opened(anna, [anna, ben], most=4, pause_days=5)
        organising.disqualify(here.pk, anna.pk, "ben", "Has two accounts")
        monkeypatch.setattr(listing, "LINES", 2)
        _, first = Caller().get(f"tournaments/{here.pk}/log")
        assert [one["kind"] for one in first["log"]] == ["left", "joined"]
        assert first["log"][0]["reason"] == "Has two accounts"
        assert first["log"][0]["text"] == "ben left before the start"
        _, rest = Caller().get(f"tournaments/{here.pk}/log", before=first["next"])
        assert [one["kind"] for one in rest["log"]] == ["joined", "opened"]
        assert rest["log"][0]["text"] == "anna joined"

    def test_is_in_the_callers_language(self, anna: User) -> None:
        here = opened(anna, [anna], most=4)
        anna.language = "de"
        anna.save()
        _, told = Caller(anna).get(f"tournaments/{here.pk}/log")
        assert told["log"][-1]["text"] == "Eröffnet"

    def test_of_a_club_is_for_its_members(self, anna: User, ben: User) -> None:
        club = founding.found(anna.pk, Words("Elm Street", "open")).pk
        path = f"tournaments/{opened(anna, [anna], club=club).pk}/log"
        assert Caller(anna).get(path)[0] == 200
        assert Caller(ben).get(path)[0] == Caller().get(path)[0] == 404
        assert Caller(anna).get("tournaments/0/log")[0] == 404
        assert Caller(anna).get(f"tournaments/{10**30}/log")[0] == 404
        assert Caller(anna).get(path, before="x")[0] == 400
        assert Caller(anna).get(path, before=10**30)[0] == 400


class TestManagement:
    def test_shows_organisers_who_is_invited_and_who_has_answered(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        here = opened(anna, [], by_invitation=True, most=4)
        inviting.invite_people(here.pk, anna.pk, ["ben", "cleo"])
        entering.join_tournament(here.pk, ben.pk)
        inviting.decline_invitation(here.pk, cleo.pk)
        _, seen = Caller(anna).get(f"tournaments/{here.pk}/management")
        found = [(one["user"], one["state"]) for one in seen["invited"]]
        assert found == [("ben", "in"), ("cleo", "declined")]
        assert (seen["has_part"], seen["ahead"], seen["pause_days_left"]) == (False, [], 0)

    def test_says_who_has_left(self, anna: User, times: Times) -> None:
        here = opened(anna, [], by_invitation=True, most=8)
        people = [person(name) for name in ("dora", "emil", "fred", "gwen", "hugo")]
        inviting.invite_people(here.pk, anna.pk, [each.username for each in people])
        for each in people[:4]:
            entering.join_tournament(here.pk, each.pk)
        organising.withdraw_player(here.pk, people[0].pk)
        expected = {"dora": "left", "emil": "in", "fred": "in", "gwen": "in", "hugo": "invited"}

        def told() -> dict[str, str]:
            _, seen = Caller(anna).get(f"tournaments/{here.pk}/management")
            return {one["user"]: one["state"] for one in seen["invited"]}

        assert told() == expected
        Tournament.objects.filter(pk=here.pk).update(
            due_at=timezone.now(), starts_at=timezone.now()
        )
        running.tick()
        here.refresh_from_db()
        assert here.status == "running"
        organising.withdraw_player(here.pk, people[1].pk)
        organising.disqualify(here.pk, anna.pk, "fred", "Two accounts")
        assert told() == expected | {"emil": "left", "fred": "left"}

    def test_shows_facts_about_games(self, anna: User, ben: User, cleo: User, times: Times) -> None:
        here = opened(cleo, [anna, ben])
        running.tick()
        table = here.tables.get()
        actions.resign(table.game_id or 0, ben.pk)
        running.tick()
        _, seen = Caller(cleo).get(f"tournaments/{here.pk}/management")
        assert set(seen) >= {"ahead", "early", "again", "waiting"}
        assert seen["has_part"] is False

    def test_is_for_organisers_alone(self, anna: User, ben: User) -> None:
        path = f"tournaments/{opened(anna, [anna, ben]).pk}/management"
        assert Caller(anna).get(path)[0] == 200
        assert Caller(ben).get(path)[0] == 403
        assert Caller().get(path)[0] == 401
        assert Caller(anna).get("tournaments/0/management")[0] == 404


class TestASeries:
    def test_is_started_changed_and_ended(self, anna: User) -> None:
        me = Caller(anna)
        status, made = me.post("series", MONTHLY)
        assert (status, made["rhythm"], made["active"]) == (201, "month", True)
        assert [one["tournament"]["name"] for one in made["editions"]] == ["Monthly 1"]
        path = f"series/{made['id']}"
        assert Caller().get(path)[1] == made
        status, changed = me.put(path, {**made["plan"], "name": "Monthly cup", "most": 8})
        assert (status, changed["name"], changed["plan"]["most"]) == (200, "Monthly cup", 8)
        assert changed["plan"] == {**made["plan"], "name": "Monthly cup", "most": 8}
        assert changed["editions"] == made["editions"], "what is open keeps its rules"
        status, ended = me.post(f"{path}/stop")
        assert (status, ended["active"]) == (200, False)
        assert me.post(f"{path}/stop")[0] == 409

    def test_is_a_league(self, anna: User) -> None:
        sent = {**MONTHLY, "kind": "league", "rhythm": "over", "least": 4, "group_size": 6}
        status, made = Caller(anna).post("series", {**sent, "most": 32})
        assert (status, made["kind"], made["plan"]["rising"]) == (201, "league", 2)

    def test_begins_at_its_date(self, anna: User) -> None:
        begins = timezone.now() + timedelta(days=20)
        _, made = Caller(anna).post("series", {**MONTHLY, "starts_at": begins.isoformat()})
        assert made["editions"][0]["tournament"]["starts_at"][:16] == begins.isoformat()[:16]

    def test_whose_editions_start_when_full_can_name_a_date_for_the_first(self, anna: User) -> None:
        begins = timezone.now() + timedelta(days=20)
        sent = {**WHEN_FULL, "starts_at": begins.isoformat()}
        _, made = Caller(anna).post("series", sent)
        assert made["editions"][0]["tournament"]["starts_at"][:16] == begins.isoformat()[:16]
        assert made["joining"] == 0

    def test_of_ladders_has_no_days_to_join(self, anna: User) -> None:
        me, sent = Caller(anna), {**CUP, "kind": "ladder", "days": 60, "rhythm": "over"}
        for days in (1, 7):
            status, told = me.post("series", {**sent, "joining": days})
            assert (status, told["error"]["code"]) == (422, "bad_joining")
            assert "0" in told["error"]["message"]
        status, told = me.post("series", {**sent, "rhythm": "month"})
        assert (status, told["error"]["code"]) == (422, "bad_rhythm")
        status, made = me.post("series", sent)
        assert (status, made["joining"], made["plan"]["joining"]) == (201, 0, 0)
        assert made["editions"][0]["tournament"]["status"] == "running"
        plan = {name: value for name, value in made["plan"].items() if name != "joining"}
        status, changed = me.put(f"series/{made['id']}", {**plan, "most": 9})
        assert (status, changed["joining"], changed["plan"]["most"]) == (200, 0, 9)

    def test_shows_a_clock_that_no_longer_exists_and_can_be_given_another(self, anna: User) -> None:
        me = Caller(anna)
        made = me.post("series", MONTHLY)[1]
        path = f"series/{made['id']}"
        here = Series.objects.get()
        gone = {**made["plan"]["clock"], "days": 500}
        here.plan = {**here.plan, "clock": gone, "ladder": {"reach": 99}}
        here.save()
        status, seen = Caller().get(path)
        assert (status, seen["plan"]["clock"]) == (200, gone)
        page = f"/tournaments/series/{here.pk}"
        assert browser_of(anna).get(f"{page}/").status_code == 200
        assert browser_of(anna).get(f"{page}/change/").status_code == 200
        status, told = me.put(path, {**made["plan"], "clock": gone})
        assert (status, told["error"]["code"]) == (422, "bad_clock")
        assert me.put(path, made["plan"])[1]["plan"] == made["plan"]
        Series.objects.update(plan={**here.plan, "kind": "ladder", "ladder": {"reach": 99}})
        assert Caller().get(path)[0] == 200

    def test_ended_at_once_counts_for_a_day_and_until_its_tournaments_are_over(
        self, anna: User, times: Times
    ) -> None:
        me = Caller(anna)
        for number in range(series.MOST_RUN):
            made = me.post("series", {**WHEN_FULL, "name": f"Cup {number}"})[1]
            assert me.post(f"series/{made['id']}/stop")[0] == 200
        assert me.post("series", WHEN_FULL)[0] == 409
        Tournament.objects.update(status=Tournament.Status.CANCELLED)
        assert me.post("series", WHEN_FULL)[0] == 409, "they were made today"
        times.go(days=1, minutes=1)
        for status in (Tournament.Status.OPEN, Tournament.Status.RUNNING):
            Tournament.objects.update(status=status)
            told = me.post("series", WHEN_FULL)
            assert (told[0], told[1]["error"]["code"]) == (409, "too_many_run")
        Tournament.objects.update(status=Tournament.Status.FINISHED)
        assert me.post("series", WHEN_FULL)[0] == 201

    @pytest.mark.parametrize(
        ("changed", "status", "code"),
        [
            ({"rhythm": "day"}, 400, "malformed"),
            ({"clock": {"kind": "none"}}, 422, "bad_clock"),
            ({"clock": {"kind": "live", "move_minutes": 5}}, 422, "bad_clock"),
            ({"clock": {"kind": "per_turn", "days": 10**30}}, 422, "bad_clock"),
            ({"options": {"nonsense": 1}}, 422, "bad_options"),
            ({"options": {"bright": "yes"}}, 422, "bad_options"),
            ({"further": ["chess"]}, 422, "bad_type"),
            ({"rhythm": None}, 400, "malformed"),
            ({"joining": 99}, 422, "bad_joining"),
            ({"joining": 0}, 422, "bad_joining"),
            ({"joining": -(10**30)}, 422, "bad_joining"),
            ({"name": "x" * 55}, 422, "bad_name"),
            ({"by_invitation": True}, 422, "bad_by_invitation"),
            ({"kind": "league"}, 422, "bad_rhythm"),
            ({"nonsense": 1}, 400, "malformed"),
        ],
    )
    def test_that_cannot_be_is_refused(
        self, anna: User, changed: dict[str, Any], status: int, code: str
    ) -> None:
        found, told = Caller(anna).post("series", {**MONTHLY, **changed})
        assert (found, told["error"]["code"]) == (status, code)
        assert not Series.objects.exists()
        made = Caller(anna).post("series", MONTHLY)[1]
        kept = {name: value for name, value in changed.items() if name != "kind"}
        if kept:
            found, told = Caller(anna).put(f"series/{made['id']}", {**made["plan"], **kept})
            assert (found, told["error"]["code"]) == (status, code)
        assert Caller().get(f"series/{made['id']}")[1] == made

    @pytest.mark.parametrize(
        "options",
        [
            '{"x": NaN}',
            '{"bright": NaN}',
            '{"bright": 1e999}',
            '{"bright": [{"\\ud800": -Infinity}]}',
            '{"\\ud800": 1}',
            '{"bright": "\\udfff"}',
            '{"a\\u0000b": 1}',
            f'{{"{"x" * 900_000}": 1}}',
            f'{{"bright": "{"x" * 900_000}"}}',
        ],
    )
    def test_with_hostile_options_is_refused_before_anything_is_stored(
        self, anna: User, options: str
    ) -> None:
        me = Caller(anna)
        made = me.post("series", MONTHLY)[1]
        for send, path, plan in (
            (me.post, "series", WHEN_FULL),
            (me.put, f"series/{made['id']}", made["plan"]),
            (me.post, "tournaments", CUP),
        ):
            sent = json.dumps({**plan, "options": None}).replace(
                '"options": null', f'"options": {options}'
            )
            status, told = send(path, sent)
            assert (status, told["error"]["code"]) in ((422, "bad_options"), (400, "malformed"))
            assert len(told["error"]["message"]) < 1000
        assert Tournament.objects.count() == 1
        assert Caller().get(f"series/{made['id']}")[1] == made

    def test_of_ladders_keeps_possible_rules(self, anna: User) -> None:
        me = Caller(anna)
        sent = {**CUP, "kind": "ladder", "days": 60, "rhythm": "over", "joining": 0}
        made = me.post("series", sent)[1]
        path = f"series/{made['id']}"
        for rules in ({"reach": 0}, {"idle_days": 10**30}):
            status, told = me.put(path, {**made["plan"], "ladder": rules})
            assert (status, told["error"]["code"]) == (422, "bad_ladder")
        assert Caller().get(path)[1] == made

    def test_keeps_its_kind_its_type_and_its_club(self, anna: User) -> None:
        made = Caller(anna).post("series", MONTHLY)[1]
        for more in ({"kind": "swiss"}, {"type": "bali"}, {"club": 1}):
            assert Caller(anna).put(f"series/{made['id']}", {**made["plan"], **more})[0] == 400

    def test_is_changed_and_ended_by_whoever_runs_it(self, anna: User, ben: User) -> None:
        made = Caller(anna).post("series", MONTHLY)[1]
        for number, found in ((made["id"], 403), (0, 404), (10**30, 404)):
            path = f"series/{number}"
            assert Caller(ben).put(path, made["plan"])[0] == found
            assert Caller(ben).post(f"{path}/stop")[0] == found
            assert Caller().put(path, made["plan"])[0] == 401
            assert Caller().post(f"{path}/stop")[0] == 401
        assert Caller(anna, "play").post(f"series/{made['id']}/stop")[0] == 403
        assert Caller(people.create_guest("en", "UTC")).post("series", MONTHLY)[0] == 403
        assert Caller().post("series", MONTHLY)[0] == 401
        assert Series.objects.get().active

    def test_of_a_club_is_ended_by_an_officer_and_hidden_from_others(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        club = founding.found(anna.pk, Words("Elm Street", "open")).pk
        joining.join_club(club, ben.pk)
        made = Caller(anna).post("series", {**MONTHLY, "club": club})[1]
        path = f"series/{made['id']}"
        assert Caller(cleo).put(path, made["plan"])[0] == 404
        assert Caller(cleo).post(f"{path}/stop")[0] == 404
        assert Caller(ben).post(f"{path}/stop")[0] == 403
        _, changed = Caller(anna).put(path, made["plan"])
        assert changed["club"] == club, "it stays the club's"

    def test_not_more_than_three_at_a_time(self, anna: User) -> None:
        for number in range(series.MOST_RUN):
            assert Caller(anna).post("series", {**MONTHLY, "name": f"Cup {number}"})[0] == 201
        status, told = Caller(anna).post("series", MONTHLY)
        assert (status, told["error"]["code"]) == (409, "too_many_run")
