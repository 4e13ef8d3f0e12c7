"""Evenings by schedule: an arena each week at the same hour, and what is on today."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.errors import GameError
from games.models import Series, Tournament
from games.tournaments import entering
from games.tournaments.running import organising, running
from games.tournaments.series import series
from notifications import planning
from notifications.models import Notification
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.tournaments.arenas import opened, plan
from tests.tournaments.playing import crowd
from tests.tournaments.playing import opened as cup_of
from tests.tournaments.seasons import edition
from tests.tournaments.test_telling import told

pytestmark = pytest.mark.django_db(transaction=True)

#: A Thursday, 20:00 in Berlin, in summer; the clocks change on the 25th.
THURSDAY = datetime(2026, 10, 22, 18, 0, tzinfo=UTC)


def ticks() -> None:
    series.tick()
    running.tick_arenas()


def weekly(organiser: User, begins: datetime | None, **changed: Any) -> Series:
    changed = {"name": "Thursday night", "starts_at": None, **changed}
    return series.start_series(organiser.pk, plan(**changed), "week", 7, begins)


@pytest.fixture
def autumn(times: Times) -> Times:
    times.now = datetime(2026, 10, 16, 12, 0, tzinfo=UTC)
    return times


def test_one_opens_each_week_at_the_hour_of_the_organisers_clock_and_runs_or_lapses(
    autumn: Times,
) -> None:
    people = crowd(3)
    User.objects.filter(pk=people[0].pk).update(time_zone="Europe/Berlin")
    here = weekly(people[0], THURSDAY, arena={"minutes": 45, "guests": True})
    first = edition(here, 1)
    assert (first.kind, first.starts_at, first.status) == ("arena", THURSDAY, "open")
    for user in people[:2]:
        entering.join_tournament(first.pk, user.pk)
    autumn.now = THURSDAY
    ticks()
    assert edition(here, 1).status == "running"
    second = edition(here, 2)
    assert second.starts_at == THURSDAY + timedelta(days=7, hours=1), "20:00 in winter, too"
    assert second.arena == {"minutes": 45, "grace_minutes": 10, "guests": True}
    entering.join_tournament(second.pk, people[2].pk)
    autumn.now = second.starts_at
    ticks()
    assert edition(here, 2).status == "cancelled"
    assert told("tournament_decided") == ["p3"]
    assert "too few" in told("tournament_decided", people[2])[0]
    assert edition(here, 3).status == "open"


def test_a_plan_that_is_changed_holds_from_the_next_week_on(autumn: Times) -> None:
    [organiser] = crowd(1)
    here = weekly(organiser, THURSDAY)
    series.change(here.pk, organiser.pk, plan(starts_at=None, arena={"minutes": 90}), "week", 7)
    autumn.now = THURSDAY
    ticks()
    assert edition(here, 2).arena == {"minutes": 90, "grace_minutes": 10, "guests": False}


@pytest.mark.parametrize(
    ("rhythm", "begins", "code"),
    [("over", THURSDAY, "bad_rhythm"), ("week", None, "bad_starts_at")],
)
def test_it_has_a_rhythm_of_dates_and_an_hour(
    autumn: Times, rhythm: str, begins: datetime | None, code: str
) -> None:
    [organiser] = crowd(1)
    with pytest.raises(GameError) as refused:
        series.start_series(organiser.pk, plan(starts_at=None), rhythm, 7, begins)
    assert refused.value.code == code
    assert not Series.objects.exists()


def test_who_has_joined_is_reminded_a_day_and_a_quarter_of_an_hour_before(autumn: Times) -> None:
    people = crowd(3)
    here = opened(people[0], people, starts_at=THURSDAY)
    autumn.now = THURSDAY - timedelta(minutes=15, seconds=1)
    planning.plan_due()
    assert _reminded() == {"p1": 1, "p2": 1, "p3": 1}
    organising.withdraw_player(here.pk, people[2].pk)
    autumn.go(seconds=1)
    planning.plan_due()
    assert _reminded() == {"p1": 2, "p2": 2, "p3": 1}
    assert any("begins in a few minutes" in each for each in told("tournament_soon", people[0]))


def _reminded() -> dict[str, int]:
    found = Notification.objects.filter(kind="tournament_soon", state=Notification.State.PLANNED)
    names = list(found.values_list("user__username", flat=True))
    return {name: names.count(name) for name in sorted(set(names))}


def _sections(client: Client) -> dict[str, list[str]]:
    _head, *sections = client.get("/tournaments/").content.decode().split("<h2 ")
    return {
        each.split(">", 1)[1].split("<")[0]: re.findall(r"<b>([^<]+)</b>", each)
        for each in sections
    }


def test_the_list_begins_with_what_is_on_in_the_readers_own_day(autumn: Times) -> None:
    people = crowd(4)
    User.objects.filter(pk=people[1].pk).update(time_zone="Asia/Tokyo")
    autumn.now = THURSDAY - timedelta(hours=4)  # 14:00 UTC, 23:00 in Tokyo
    late = opened(people[0], [], name="Late", starts_at=THURSDAY)  # tomorrow in Tokyo
    opened(people[0], people[:1], name="Soon", starts_at=autumn.now + timedelta(minutes=30))
    opened(people[2], [], name="Tomorrow", starts_at=THURSDAY + timedelta(hours=9))
    cup_of(people[3], [], name="Cup", starts_at=THURSDAY + timedelta(minutes=1))
    assert _sections(as_(None)) == {"Today": ["Soon", "Late", "Cup"], "Open to join": ["Tomorrow"]}
    assert _sections(as_(people[1]))["Today"] == ["Soon"]
    mine = _sections(as_(people[0]))
    assert mine["Today"] == ["Soon", "Late", "Cup"], "each is listed once"
    assert "Mine" not in mine
    entering.join_tournament(late.pk, people[1].pk)
    entering.join_tournament(late.pk, people[2].pk)
    autumn.now = THURSDAY
    running.tick_arenas()
    assert Tournament.objects.get(pk=late.pk).status == "running"
    page = as_(None).get("/tournaments/").content.decode()
    assert "It is running, until 18:30 UTC" in page
    assert "It begins at 18:01 UTC" in page
