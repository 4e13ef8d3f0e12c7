"""Events: planning, answering, and the tables that the service makes at the date."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.company import relationships
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from boardgames.words import dates
from community.clubs import belonging
from community.models import Club
from games.archive import feed
from games.clubs import events, making, seating
from games.clubs.events import Plan
from games.lobby import arranged_games, open_games, ready_check
from games.models import ClubEvent, ClubTable, Coming, Game, Seat
from games.tasks import look_at_live_games, seat_clubs
from notifications import planning
from notifications.kinds import kind_of
from notifications.models import Announcement, Delivery, Notification, Rhythm
from tests.clubs.founding import browser, club_of, page, press
from tests.games.times import Times
from tests.people import person

FORM = {"title": "Lantern evening", "players": "4", "clock": "2", "policy": "bot"}


def form(**changed: str) -> dict[str, str]:
    at = timezone.now() + timedelta(days=3)
    return {**FORM, "at": at.strftime("%Y-%m-%dT%H:%M"), **changed}


LIVE = {"kind": "live", "move_minutes": 3}


def planned(
    club: Club, by: User, players: int = 4, days: float = 3, clock: dict[str, Any] | None = None
) -> ClubEvent:
    at = timezone.now() + timedelta(days=days)
    clock = clock or {"kind": "per_turn", "days": 1}
    wanted = Plan("Lantern evening", at, "lanterns", players, clock)
    return events.plan(club.pk, by.pk, wanted)


def reply(user: User | None, event: ClubEvent, what: str) -> int:
    address = f"/clubs/{event.club_id}/events/{event.pk}/{what}/"
    return browser(user).post(address).status_code


def come(event: ClubEvent, *users: User) -> None:
    for user in users:
        assert reply(user, event, "come") == 303


def games(event: ClubEvent) -> list[Game]:
    return list(Game.objects.filter(club_table__event=event).order_by("pk"))


def told(user: User, kind: str) -> list[Notification]:
    planning.plan_due()
    return list(Notification.objects.filter(user=user, kind=kind, state="planned"))


@pytest.fixture
def seven(club: Club, anna: User, ben: User, cleo: User) -> list[User]:
    """Seven members."""
    more = [person(f"member{n}") for n in range(4)]
    for one in more:
        press(one, club, "join")
    return [anna, ben, cleo, *more]


class TestSeating:
    @pytest.mark.parametrize(
        ("people", "allowed", "most", "wanted"),
        [
            (7, (2, 3, 4), 4, [4, 3]),
            (5, (2, 3, 4), 4, [3, 2]),
            (9, (2, 3, 4), 4, [3, 3, 3]),
            (10, (2, 3, 4), 4, [4, 3, 3]),
            (4, (2, 3, 4), 2, [2, 2]),
            (5, (2, 3, 4), 2, [2, 2]),
            (7, (4,), 4, [4]),
            (3, (4,), 4, []),
            (1, (2, 3, 4), 4, []),
            (0, (2, 3, 4), 4, []),
            (5, (1, 2, 5), 4, [2, 2]),
        ],
    )
    def test_few_are_left_over_at_few_tables_as_alike_as_can_be(
        self, people: int, allowed: tuple[int, ...], most: int, wanted: list[int]
    ) -> None:
        assert seating.sizes(people, allowed, most) == wanted

    def test_all_are_seated_once_or_left_over_if_they_said_yes_last(self) -> None:
        for number in range(30):
            found = seating.seat(
                range(number), (2, 4), 4, lambda one, other: False, random.Random(number)
            )
            seated = [one for table in found.tables for one in table]
            assert sorted([*seated, *found.left]) == list(range(number))
            assert found.left == ([number - 1] if number % 2 else [])

    def test_two_who_are_apart_never_sit_together(self) -> None:
        enemies = {frozenset(pair) for pair in ((0, 1), (0, 2), (0, 3), (4, 5))}
        apart: Callable[[int, int], bool] = lambda *pair: frozenset(pair) in enemies  # noqa: E731
        for seed in range(20):
            found = seating.seat(range(8), (2, 3, 4), 4, apart, random.Random(seed))
            for table in found.tables:
                assert not any(apart(one, other) for one in table for other in table)
            assert found.left == []
        lonely = seating.seat([7, 8], (2,), 2, lambda one, other: one != other, random.Random(1))
        assert lonely == ([], [7, 8])


class TestPlanning:
    def test_officers_plan_one_and_all_members_are_notified(
        self, club: Club, ben: User, cleo: User
    ) -> None:
        address = f"/clubs/{club.pk}/events/lanterns/"
        assert "Plan an event" in page(ben, address)
        assert browser(ben).post(address, form()).status_code == 303
        event = ClubEvent.objects.get()
        assert (event.title, event.players, event.by) == ("Lantern evening", 4, ben)
        assert event.options, "all options are kept"
        (news,) = told(cleo, "club_event")
        assert "Lantern evening" in kind_of(news).words(news).subject
        assert told(ben, "club_event") == [], "who has planned it knows"
        seen = page(cleo, f"/clubs/{club.pk}/")
        assert "Lantern evening" in seen
        assert "1 person is coming: too few for a table so far." in seen

    def test_nobody_else_does(self, club: Club, cleo: User, dora: User) -> None:
        address = f"/clubs/{club.pk}/events/lanterns/"
        for user, status in ((cleo, 403), (dora, 403), (None, 302)):
            assert browser(user).get(address).status_code == status
            assert browser(user).post(address, form()).status_code == status
        assert not ClubEvent.objects.exists()
        assert browser(dora).get("/clubs/999999/events/lanterns/").status_code == 404

    @pytest.mark.parametrize(
        "wrong",
        [
            {"title": "x"},
            {"title": "x" * 61},
            {"at": "nonsense"},
            {"at": "2020-01-01T10:00"},
            {"at": "2999-01-01T10:00"},
            {"players": "77"},
            {"clock": "nonsense"},
        ],
    )
    def test_nonsense_is_refused(self, club: Club, anna: User, wrong: dict[str, str]) -> None:
        address = f"/clubs/{club.pk}/events/lanterns/"
        assert browser(anna).post(address, form(**wrong)).status_code == 422
        assert not ClubEvent.objects.exists()
        assert browser(anna).get(f"/clubs/{club.pk}/events/nonsense/").status_code == 404

    def test_the_muted_plan_none_and_there_is_a_limit(
        self, club: Club, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sanctions.impose(ben, Sanction.Kind.MUTE, by=None, reason="Too loud", until=None)
        address = f"/clubs/{club.pk}/events/lanterns/"
        assert browser(ben).post(address, form()).status_code == 422
        monkeypatch.setattr(events, "MOST_PLANNED", 1)
        assert browser(anna).post(address, form()).status_code == 303
        assert browser(anna).post(address, form()).status_code == 422
        assert ClubEvent.objects.count() == 1


class TestComing:
    def test_members_say_yes_and_no_and_change_their_minds(
        self, club: Club, anna: User, cleo: User
    ) -> None:
        event = planned(club, anna)
        come(event, cleo, cleo)
        assert "2 people are coming: one table for 2." in page(cleo, f"/clubs/{club.pk}/")
        assert reply(cleo, event, "stay-away") == 303
        assert not Coming.objects.get(user=cleo).comes
        assert "You are not coming" in page(cleo, f"/clubs/{club.pk}/")
        assert reply(cleo, event, "nonsense") == 404

    def test_nobody_else_does(self, club: Club, anna: User, dora: User) -> None:
        event = planned(club, anna)
        for what in ("come", "stay-away", "call-off"):
            assert reply(dora, event, what) == 403
            assert reply(None, event, what) == 302
        assert Coming.objects.count() == 1
        other = club_of(dora, name="Of Dora")
        answer = browser(dora).post(f"/clubs/{other.pk}/events/{event.pk}/come/")
        assert answer.status_code == 404, "an event of another club"

    def test_officers_cancel_it_and_everyone_who_comes_is_notified(
        self, club: Club, anna: User, ben: User, cleo: User
    ) -> None:
        event = planned(club, anna)
        come(event, cleo)
        assert reply(cleo, event, "call-off") == 403
        assert reply(ben, event, "call-off") == 303
        (news,) = told(cleo, "club_event_off")
        assert "is cancelled" in kind_of(news).words(news).subject
        assert reply(cleo, event, "come") == 409
        assert told(cleo, "club_event") == [], "what is called off is not told any more"
        making.tick()
        assert not ClubTable.objects.exists()

    def test_a_member_who_comes_is_reminded_a_day_before(
        self, club: Club, anna: User, ben: User, cleo: User, times: Times
    ) -> None:
        event = planned(club, anna)
        come(event, ben)
        assert told(ben, "club_event_soon") == []
        times.go(hours=49)
        (news,) = told(ben, "club_event_soon")
        assert "2 people are coming" in " ".join(kind_of(news).words(news).lines)
        assert told(cleo, "club_event_soon") == []

    def test_a_member_who_comes_to_a_live_one_is_reminded_a_quarter_of_an_hour_before_too(
        self, club: Club, anna: User, ben: User, times: Times
    ) -> None:
        event = planned(club, anna, clock=LIVE)
        come(event, ben)
        Rhythm.objects.create(user=ben, quiet_from="00:00", quiet_until="23:00")
        times.go(hours=49)
        assert len(told(ben, "club_event_soon")) == 1
        times.go(hours=22, minutes=44)
        assert len(told(ben, "club_event_soon")) == 1
        times.go(minutes=1)
        second = told(ben, "club_event_soon")[0]  # the newest
        assert "10 minutes" in " ".join(kind_of(second).words(second).lines)
        sent = Delivery.objects.get(notification=second, channel="mail")
        assert sent.due_at == times.now, "tomorrow would be too late"

    def test_one_that_is_soon_already_has_no_reminder(self, club: Club, anna: User) -> None:
        planned(club, anna, days=0.5)
        assert list(Announcement.objects.values_list("kind", flat=True)) == ["club_event"]

    def test_closing_the_club_calls_it_off(self, club: Club, anna: User, cleo: User) -> None:
        event = planned(club, anna)
        come(event, cleo)
        press(anna, club, "close", sure="1")
        assert ClubEvent.objects.get().state == "off"
        assert len(told(cleo, "club_event_off")) == 1


class TestTables:
    def test_a_live_evening_waits_ten_minutes_and_stays_in_sight(
        self, club: Club, anna: User, ben: User, cleo: User, times: Times
    ) -> None:
        event = planned(club, anna, players=3, clock=LIVE)
        come(event, ben, cleo)
        times.go(hours=72)
        seat_clubs()
        (game,) = games(event)
        assert (game.status, game.ready_by) == ("open", times.now + timedelta(minutes=10))
        (news,) = told(cleo, "club_tables")
        assert game.ready_by is not None
        by = dates.moment(game.ready_by)
        assert kind_of(news).words(news).lines[0].endswith(f"by {by} that you are there.")
        for user in (anna, ben):
            ready_check.ready(game.pk, user.pk)
        times.go(minutes=9)
        look_at_live_games()
        assert f'href="/games/{game.pk}/">Table 1</a>' in page(cleo, f"/clubs/{club.pk}/")
        ready_check.ready(game.pk, cleo.pk)
        assert games(event)[0].status == "running"
        times.go(hours=5)
        assert "Table 1" in page(ben, f"/clubs/{club.pk}/")
        times.go(hours=1)
        assert "Table 1" not in page(ben, f"/clubs/{club.pk}/")

    def test_a_replacement_player_has_half_a_minute(
        self, club: Club, anna: User, ben: User, cleo: User, times: Times
    ) -> None:
        event = planned(club, anna, players=2, clock=LIVE)
        come(event, ben)
        times.go(hours=72)
        seat_clubs()
        (game,) = games(event)
        ready_check.ready(game.pk, anna.pk)
        times.go(minutes=10)
        look_at_live_games()
        open_games.join_game(game.pk, cleo.pk)
        assert games(event)[0].ready_by == times.now + timedelta(seconds=30)

    def test_at_its_date_all_who_come_sit_at_tables_and_their_games_run(
        self, club: Club, seven: list[User], times: Times
    ) -> None:
        event = planned(club, seven[0])
        come(event, *seven[1:])
        seat_clubs()
        assert games(event) == [], "not before its date"
        times.go(hours=73)
        seat_clubs()
        made = games(event)
        assert sorted(game.players for game in made) == [3, 4]
        assert {game.status for game in made} == {"running"}
        assert {game.club_id for game in made} == {club.pk}
        seated = Seat.objects.filter(game__in=made).values_list("user", flat=True)
        assert sorted(seated) == sorted(user.pk for user in seven)
        assert ClubEvent.objects.get().state == "over"
        (news,) = told(seven[3], "club_tables")
        assert kind_of(news).words(news).path == f"/games/{news.game_id}/"
        began = kind_of(news).words(news).lines[-1]
        assert began.endswith("UTC."), "when, with the zone"
        seat_clubs()
        assert len(games(event)) == 2, "twice is as once"

    def test_a_member_who_finds_no_seat_is_told(
        self, club: Club, seven: list[User], times: Times
    ) -> None:
        event = planned(club, seven[0], players=2)
        come(event, *seven[1:])
        times.go(hours=73)
        seat_clubs()
        assert len(games(event)) == 3
        (news,) = told(seven[6], "club_tables")
        assert "no seat" in kind_of(news).words(news).subject
        assert news.game_id is None

    def test_with_too_few_there_is_none(self, club: Club, anna: User, times: Times) -> None:
        event = planned(club, anna)
        times.go(hours=73)
        seat_clubs()
        assert games(event) == []
        assert ClubEvent.objects.get().state == "over"
        assert len(told(anna, "club_tables")) == 1
        assert reply(anna, event, "come") == 409

    def test_killed_at_any_step_each_table_gets_one_game(
        self, club: Club, seven: list[User], times: Times, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        event = planned(club, seven[0], players=2)
        come(event, *seven[1:])
        times.go(hours=73)
        begin = arranged_games.start_game
        killed: list[int] = []

        def dies(*args: object, **values: object) -> Game:
            game = begin(*args, **values)  # type: ignore[arg-type]
            if len(killed) < 4:
                killed.append(game.pk)
                raise SystemError("killed after the game was made")
            return game

        monkeypatch.setattr(arranged_games, "start_game", dies)
        for _time in range(8):
            seat_clubs()
            times.go(hours=26)  # a failed row rests
        assert len(killed) == 4
        assert len(games(event)) == 3
        assert Game.objects.count() == 3, "none beside the tables"
        assert ClubTable.objects.count() == 3

    def test_a_member_who_is_apart_suspended_or_gone_does_not_sit_there(
        self, club: Club, seven: list[User], times: Times
    ) -> None:
        event = planned(club, seven[0], players=2)
        come(event, *seven[1:])
        sanctions.impose(seven[6], Sanction.Kind.SUSPENSION, by=None, reason="x", until=None)
        press(seven[0], club, "remove", name=seven[5].username)
        relationships.block(seven[3], seven[4])
        times.go(hours=73)
        seat_clubs()
        for game in games(event):
            there = set(Seat.objects.filter(game=game).values_list("user", flat=True))
            assert not {seven[3].pk, seven[4].pk} <= there
            assert not {seven[5].pk, seven[6].pk} & there
        left = [user for user in seven[:5] if told(user, "club_tables")[0].game_id is None]
        assert len(left) == 1


def test_the_calendar_has_the_events_that_somebody_comes_to(
    club: Club, anna: User, ben: User, cleo: User
) -> None:
    event = planned(club, ben)
    events.answer_event(club.pk, event.pk, cleo.pk, comes=True)
    keys = {user.username: feed.renew(user.pk) for user in (anna, ben, cleo)}

    def shown(user: User) -> str:
        return (feed.calendar(keys[user.username]) or "").replace("\r\n ", "")

    assert f"DTSTART:{event.at:%Y%m%dT%H%M%SZ}" in shown(cleo)
    ends = event.at + timedelta(hours=1)
    assert f"DTEND:{ends:%Y%m%dT%H%M%SZ}" in shown(cleo)
    assert "SUMMARY:Lantern evening (Tuesday Table) begins" in shown(cleo)
    address = f"/clubs/{club.pk}/#event-{event.pk}"
    assert f"DESCRIPTION:http://127.0.0.1:8000{address}" in shown(cleo), "of no other event"
    assert f'id="event-{event.pk}"' in page(cleo, f"/clubs/{club.pk}/")
    assert "VEVENT" in shown(ben)
    assert "VEVENT" not in shown(anna), "she has not said that she comes"
    belonging.leave_club(club.pk, cleo.pk)
    assert "VEVENT" not in shown(cleo)
    events.call_off(club.pk, event.pk, ben.pk)
    assert "VEVENT" not in shown(ben)
