"""A tournament is paused and resumed: by its organisers, or by itself."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from games.absence import deadlines
from games.errors import Forbidden, GameError, Illegal, Refused
from games.models import Game, Seat, Table, Tournament, TournamentEvent
from games.moves import actions
from games.moves import pausing as pauses_of_games
from games.tournaments.running import organising, pausing, recount, running
from notifications.models import Notification
from tests.games.test_races import at_once
from tests.games.times import Times
from tests.people import person
from tests.tournaments.playing import assert_whole, crowd, opened, play_out
from tests.tournaments.test_telling import told

pytestmark = pytest.mark.django_db(transaction=True)
REASON = "there is a fair on these days"


@pytest.fixture
def moderator(db: None) -> User:
    user = person("moderator", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    return user


def begun(people: int = 4, **changed: Any) -> tuple[Tournament, list[User]]:
    """With one more: the organiser, not a player."""
    users = crowd(people + 1)
    changed = {"pause_days": 10, "days": 40, "kind": "elimination", **changed}
    here = opened(users[0], users[1:], **changed)
    running.advance(here.pk)
    here.refresh_from_db()
    return here, users


def end_of(here: Tournament) -> datetime:
    here.refresh_from_db()
    assert here.ends_at is not None
    return here.ends_at


def test_nothing_runs_while_it_is_paused_and_all_ends_are_later(times: Times) -> None:
    here, users = begun()
    declared, tables = end_of(here), dict(Table.objects.values_list("pk", "ends_at"))
    organising.pause_tournament(here.pk, users[0].pk, 6, REASON)
    running.advance(here.pk)
    here.refresh_from_db()
    assert here.paused_until == times.now + timedelta(days=6)
    assert end_of(here) == declared + timedelta(days=6)
    for table in Table.objects.all():
        assert table.ends_at == tables[table.pk] + timedelta(days=6)
    assert set(Game.objects.values_list("paused_by", flat=True)) == {"organiser"}
    times.go(days=4)
    deadlines.act_on_overdue_seats()
    assert Game.objects.filter(status="running").count() == 2, "no clock runs"
    one, two = Game.objects.all()
    for game in (one, two):
        actions.resign(game.pk, game.seats.all()[0].user_id or 0)
    running.tick()
    assert Table.objects.count() == 2, "results are noted, and nothing begins"
    assert set(Table.objects.values_list("state", flat=True)) == {"over"}
    times.go(days=2, minutes=1)
    running.tick()
    final = Table.objects.get(round=2)
    assert final.state == "running"
    assert here.started_at is not None
    assert final.ends_at == here.started_at + timedelta(days=2 * 40 + 6)
    play_out(here, times, gone=set())
    assert_whole(here)
    kinds = TournamentEvent.objects.filter(kind__in=("paused", "resumed"))
    assert list(kinds.values_list("kind", "by", "reason")) == [
        ("paused", users[0].pk, REASON),
        ("resumed", None, ""),
    ]
    assert told("tournament_decided") == sorted(2 * [user.username for user in users[1:]])
    assert REASON in told("tournament_decided", users[1])[0]
    assert "resumes" in told("tournament_decided", users[1])[1]


def test_the_organiser_resumes_it_earlier_and_can_use_the_days_that_are_left_again(
    times: Times,
) -> None:
    here, users = begun()
    declared = end_of(here)
    later = {
        seat.pk: seat.deadline + timedelta(days=3)
        for seat in Seat.objects.filter(to_move=True)
        if seat.deadline
    }
    organising.pause_tournament(here.pk, users[0].pk, 10, REASON)
    running.advance(here.pk)
    times.go(days=3)
    organising.resume_tournament(here.pk, users[0].pk, REASON)
    running.advance(here.pk)
    assert end_of(here) == declared + timedelta(days=3)
    assert not Game.objects.filter(paused_at__isnull=False).exists()
    for seat in Seat.objects.filter(to_move=True):
        assert seat.deadline == later[seat.pk], "what it had is left"
    with pytest.raises(Refused):
        organising.pause_tournament(here.pk, users[0].pk, 8, REASON)
    organising.pause_tournament(here.pk, users[0].pk, 7, REASON)
    times.go(days=7)
    running.tick()
    assert (end_of(here), here.paused_for) == (declared + timedelta(days=10), timedelta(days=10))
    with pytest.raises(Refused):
        organising.pause_tournament(here.pk, users[0].pk, 1, REASON)


def test_who_may_not_pause_it_and_when(times: Times, moderator: User) -> None:
    here, users = begun()
    with pytest.raises(Forbidden):
        organising.pause_tournament(here.pk, users[1].pk, 2, REASON)
    with pytest.raises(Illegal):
        organising.pause_tournament(here.pk, users[0].pk, 2, "no")
    for days in (0, -3, 11, 10**9):
        with pytest.raises(Refused):
            organising.pause_tournament(here.pk, users[0].pk, days, REASON)
    with pytest.raises(Refused):
        organising.resume_tournament(here.pk, users[0].pk, REASON)
    own = opened(users[1], users[1:4], pause_days=5)
    with pytest.raises(Refused):
        organising.pause_tournament(own.pk, users[1].pk, 2, REASON)
    running.advance(own.pk)
    with pytest.raises(Forbidden):
        organising.pause_tournament(own.pk, users[1].pk, 2, REASON)
    organising.pause_tournament(own.pk, moderator.pk, 2, REASON)
    with pytest.raises(Forbidden):
        organising.resume_tournament(own.pk, users[1].pk, REASON)


def test_of_two_who_pause_it_at_once_one_is_told_that_it_is_done(
    times: Times, moderator: User
) -> None:
    here, users = begun()
    deciders = [users[0].pk, moderator.pk]
    said = at_once(lambda n: organising.pause_tournament(here.pk, deciders[n], 4, REASON), 2)
    assert sorted(type(one).__name__ for one in said) == ["NoneType", "Refused"]
    here.refresh_from_db()
    assert here.paused_for == timedelta(days=4)
    at_once(lambda _n: pausing.settle_games(), 3)
    assert Notification.objects.filter(kind="tournament_decided").count() == 4
    game = Game.objects.all()[0]
    assert game.incidents.filter(kind="paused").count() == 1


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_process_that_dies_in_the_middle_leaves_the_other_games_to_the_tick(
    times: Times, monkeypatch: pytest.MonkeyPatch, deaths: int
) -> None:
    here, users = begun()
    done, pause, resume = list[int](), pauses_of_games.pause_game, pauses_of_games.resume_game

    def dying(act: Any) -> Any:
        def do(*given: Any, **named: Any) -> None:
            act(*given, **named)
            done.append(1)
            if len(done) == deaths:
                raise KeyboardInterrupt  # nothing catches it: as a kill, the transaction is cut

        return do

    for name, act in (("pause_game", pause), ("resume_game", resume)):
        done.clear()
        if name == "pause_game":
            organising.pause_tournament(here.pk, users[0].pk, 4, REASON)
        else:
            organising.resume_tournament(here.pk, users[0].pk, REASON)
        with monkeypatch.context() as patched:
            patched.setattr(pauses_of_games, name, dying(act))
            with pytest.raises(KeyboardInterrupt):
                running.advance(here.pk)
        assert Game.objects.filter(paused_at__isnull=name != "pause_game").count() == deaths - 1
        running.tick()
        assert Game.objects.filter(paused_at__isnull=name != "pause_game").count() == 2
    assert recount.anew(here) == recount.kept(here)


def test_the_games_of_one_that_is_called_off_while_it_is_paused_go_on(times: Times) -> None:
    here, users = begun()
    organising.pause_tournament(here.pk, users[0].pk, 4, REASON)
    running.advance(here.pk)
    assert Game.objects.filter(paused_at=None).count() == 0
    organising.call_off(here.pk, users[0].pk, REASON)
    running.tick()
    assert Game.objects.filter(paused_at=None, status="running").count() == 2


def test_a_moderators_pause_of_one_game_stays_when_the_tournament_goes_on(times: Times) -> None:
    here, users = begun()
    Game.objects.filter(pk=Game.objects.all()[0].pk).update(
        paused_at=times.now, paused_by="moderator"
    )
    organising.pause_tournament(here.pk, users[0].pk, 4, REASON)
    running.advance(here.pk)
    times.go(days=4)
    running.tick()
    assert list(Game.objects.filter(paused_at__isnull=False).values_list("paused_by")) == [
        ("moderator",)
    ]


def test_a_changed_result_counts_for_whoever_had_left_and_not_once_others_play_on(
    times: Times,
) -> None:
    here, users = begun(kind="robin", at_once=1)
    game = Game.objects.order_by("pk")[0]
    loser = game.seats.all()[0].user_id or 0
    actions.resign(game.pk, loser)
    running.advance(here.pk)
    table = Table.objects.get(game=game)
    organising.correct(here.pk, users[0].pk, table.pk, [1, 2], REASON)
    player = table.players.get(entrant__user=loser)
    assert (player.points, player.left) == (1.0, False)
    assert recount.anew(here) == recount.kept(here)
    cup = opened(users[0], users[1:], kind="elimination", name="Cup")
    running.advance(cup.pk)
    for table in Table.objects.filter(tournament=cup):
        assert table.game is not None
        actions.resign(table.game.pk, table.players.all()[0].entrant.user_id)
    running.advance(cup.pk)
    assert Table.objects.filter(tournament=cup, round=2).exists()
    with pytest.raises(GameError, match="build on"):
        organising.correct(cup.pk, users[0].pk, table.pk, [1, 2], REASON)
