"""What people are told of their tournaments, and where else these are shown to them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.preferences import reading_as
from games.archive import feed
from games.models import Entrant, Game, Table, Tournament
from games.moves import actions
from games.tournaments import entering
from games.tournaments.running import organising, running
from notifications import planning
from notifications.kinds import kind_of
from notifications.models import Notification
from tests.games.times import Times
from tests.tournaments.playing import crowd, opened

pytestmark = pytest.mark.django_db(transaction=True)
REASON = "said so in the rules"


def told(kind: str, user: User | None = None) -> list[str]:
    """Whom, or what exactly somebody."""
    found = Notification.objects.filter(kind=kind).order_by("pk").select_related("user")
    if user is None:
        return sorted(each.user.username for each in found)
    with reading_as(user):
        words = [kind_of(each).words(each) for each in found if each.user_id == user.pk]
    return [" ".join([each.subject, *each.lines]) for each in words]


def lose(user: User) -> None:
    """All games that they are at."""
    for game in Game.objects.filter(status="running", seats__user=user):
        actions.resign(game.pk, user.pk)


def test_an_elimination_tells_of_its_begin_its_rounds_and_its_end(times: Times) -> None:
    people = crowd(4)
    opened(people[0], people, kind="elimination", name="Autumn Cup")
    running.tick()
    assert told("tournament_began") == ["p1", "p2", "p3", "p4"]
    assert "It ends by" in told("tournament_began", people[0])[0]
    lose(people[3])
    running.tick()
    assert told("tournament_round") == [], "the other match still runs"
    lose(people[2])
    running.tick()
    running.tick()
    assert told("tournament_round") == ["p1", "p2", "p3", "p4"]
    [said] = told("tournament_round", people[0])
    assert said == "Autumn Cup: semi-final is over You are still in."
    assert "You are out." in told("tournament_round", people[3])[0]
    lose(people[0])
    running.tick()
    assert told("tournament_over") == ["p1", "p2", "p3", "p4"]
    assert told("tournament_over", people[1])[0].startswith("Autumn Cup: you have won!")
    assert "number 2 of 4. 1. p2 2. p1" in told("tournament_over", people[0])[0]
    assert told("tournament_round") == ["p1", "p2", "p3", "p4"], "the final is the result"


@pytest.mark.slow
def test_a_round_robin_whose_rounds_overlap_tells_when_all_groups_are_over(times: Times) -> None:
    people = crowd(6)
    opened(people[0], people, group_size=3, at_once=3)
    running.tick()
    for user in people[2:]:
        lose(user)
        running.tick()
    assert Table.objects.filter(stage=1).count() == 1
    assert told("tournament_round") == [user.username for user in people]
    [said] = told("tournament_round", people[0])
    assert "You are ranked 1 with 2 points. You are still in." in said
    assert (
        "You have finished your games. Others are still playing."
        in told("tournament_round", people[5])[0]
    )


def test_who_has_a_place_is_reminded_a_day_before_the_start_and_nobody_else(times: Times) -> None:
    people = crowd(5)
    begins = times.now + timedelta(days=3)
    here = opened(people[0], people[:4], most=4, starts_at=begins)
    entering.join_tournament(here.pk, people[4].pk)  # the waiting list
    organising.withdraw_player(here.pk, people[2].pk)  # gives the place to the one who waits
    organising.withdraw_player(here.pk, people[1].pk)
    entering.join_tournament(here.pk, people[1].pk)  # the same reminder, not a second one
    times.go(days=2, seconds=-1)
    planning.plan_due()
    assert reminded() == []
    times.go(seconds=1)
    planning.plan_due()
    assert reminded() == ["p1", "p2", "p4", "p5"]
    assert "Autumn begins soon" in told("tournament_soon", people[0])[0]
    late = opened(people[0], people[:1], starts_at=times.now + timedelta(hours=5))
    assert not Notification.objects.filter(data__tournament=late.pk, kind="tournament_soon")


def test_nobody_is_reminded_of_a_tournament_that_is_cancelled_or_put_off(times: Times) -> None:
    [organiser, *people] = crowd(4)
    off = opened(organiser, people, starts_at=times.now + timedelta(days=3))
    organising.call_off(off.pk, organiser.pk, REASON)
    later = opened(organiser, people, name="Later", starts_at=times.now + timedelta(days=3))
    Tournament.objects.filter(pk=later.pk).update(starts_at=times.now + timedelta(days=9))
    times.go(days=2, hours=1)
    planning.plan_due()
    assert reminded() == []


def reminded() -> list[str]:
    found = Notification.objects.filter(kind="tournament_soon", state=Notification.State.PLANNED)
    return sorted(found.values_list("user__username", flat=True))


def test_a_player_is_told_of_a_decision_with_the_reason(times: Times) -> None:
    people = crowd(5)
    here = opened(people[0], people[:3], most=3, starts_at=timezone.now().replace(day=25))
    for user in people[3:]:
        entering.join_tournament(here.pk, user.pk)
    organising.disqualify(here.pk, people[0].pk, "p3", REASON)
    organising.withdraw_player(here.pk, people[1].pk)
    assert told("tournament_decided") == ["p3", "p4", "p5"]
    assert "you are disqualified" in told("tournament_decided", people[2])[0]
    assert REASON in told("tournament_decided", people[2])[0]
    assert "you have a place" in told("tournament_decided", people[3])[0]
    organising.call_off(here.pk, people[0].pk, "there is a fair on that day")
    assert "there is a fair" in told("tournament_decided", people[0])[0]


def test_a_changed_result_is_told_to_all_at_the_table(times: Times) -> None:
    people = crowd(4)
    here = opened(people[0], people[1:], most=3, at_once=1)
    running.tick()
    game = Game.objects.get()
    actions.resign(game.pk, game.seats.all()[0].user_id or 0)
    running.tick()
    table = Table.objects.get(state="over")
    there = [player.entrant.user for player in table.players.all()]
    organising.correct(here.pk, people[0].pk, table.pk, [1, 2], REASON)
    assert told("tournament_decided") == sorted(user.username for user in there)
    assert told("tournament_decided", there[0])[0].count(REASON) == 1


def test_my_games_the_table_and_its_letter_name_the_tournament_and_the_round(times: Times) -> None:
    people = crowd(4)
    opened(people[0], people, kind="elimination", name="Autumn Cup")
    running.tick()
    client = Client()
    client.force_login(people[0])
    listed = client.get("/my/?show=running").content.decode()
    assert "Autumn Cup, semi-final" in listed
    game = Game.objects.filter(seats__user=people[0]).get()
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert "Autumn Cup, semi-final" in page
    assert "Autumn Cup, semi-final" in told("game_started", people[0])[0]


def test_the_calendar_has_the_dates_of_tournaments(times: Times) -> None:
    people = crowd(3)
    opened(
        people[0], people[:2], most=4, name="Winter; Cup", starts_at=timezone.now().replace(day=25)
    )
    opened(people[0], people, name="Autumn Cup", days=30)
    running.tick()
    shown = feed.calendar(feed.renew(people[0].pk)) or ""
    assert "SUMMARY:Winter\\; Cup begins" in shown
    assert "DTSTART:20261125T120000Z" in shown
    assert shown.count("SUMMARY:Autumn Cup: your unfinished games are decided") == 1
    assert "DTSTART:20261221T120000Z" in shown


def test_a_profile_shows_the_first_three_places_unless_results_are_hidden(times: Times) -> None:
    people = crowd(2)
    opened(people[0], people, name="Autumn Cup")
    running.tick()
    lose(people[1])
    running.tick()
    assert list(Entrant.objects.order_by("place").values_list("user", flat=True)) == [
        people[0].pk,
        people[1].pk,
    ]
    page = Client().get("/players/p1/").content.decode()
    assert "Trophies" in page
    assert "Autumn Cup" in page
