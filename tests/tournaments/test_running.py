"""A tournament goes on by itself, whoever vanishes, and ends by its declared date."""

import random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import changes
from games.errors import Forbidden, GameError
from games.lobby import arranged_games
from games.models import Entrant, Game, Table, TablePlayer, Tournament, TournamentEvent
from games.moves import actions, seat_holders
from games.storage.position import locked
from games.tournaments import entering
from games.tournaments.running import organising, running
from games.votes import voting
from tests.games.times import Times
from tests.tournaments.playing import assert_whole, crowd, opened, play_out

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_begins_when_it_is_full_with_as_many_games_as_one_may_have(times: Times) -> None:
    people = crowd(8)
    tournament = opened(people[0], people, at_once=2)
    running.tick()
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.RUNNING
    assert Table.objects.filter(tournament=tournament).count() == 28
    assert Game.objects.filter(status="running", organised=True).count() == 8
    for user in people:
        assert user.seats.filter(game__status="running").count() == 2


def test_the_next_game_begins_when_one_ends(times: Times) -> None:
    people = crowd(4)
    tournament = opened(people[0], people, at_once=1)
    running.tick()
    first, second = Game.objects.order_by("pk")
    for game in (first, second):
        actions.resign(game.pk, game.seats.all()[0].user_id or 0)
    running.tick()  # it is due by what the end has announced
    assert Game.objects.filter(status="running").count() == 2
    assert Table.objects.filter(tournament=tournament, state="over").count() == 2


def test_no_game_begins_for_one_where_the_other_leaves_between_look_and_begin(
    times: Times,
) -> None:
    people = crowd(4)
    tournament = opened(people[0], people, at_once=1)
    running.tick()
    waiting = Table.objects.filter(tournament=tournament, state=Table.State.WAITING)[0]
    leaver = waiting.players.all()[0].entrant
    organising.withdraw_player(tournament.pk, leaver.user_id)
    assert not running._begin(tournament.pk, waiting.pk)
    running.tick()
    waiting.refresh_from_db()
    assert (waiting.game, waiting.how) == (None, Table.How.WALKOVER)


@pytest.mark.slow
@pytest.mark.parametrize(("people", "players", "group_size"), [(8, 2, 8), (7, 4, 7), (9, 3, 9)])
def test_with_a_tenth_gone_it_ends_by_its_date(
    times: Times, people: int, players: int, group_size: int
) -> None:
    users = crowd(people)
    tournament = opened(users[0], users, players=players, group_size=group_size, least=players)
    running.tick()
    play_out(tournament, times, gone={users[-1].pk})
    assert_whole(tournament)
    last = Entrant.objects.get(tournament=tournament, user=users[-1])
    assert (last.state, last.place) == (Entrant.State.OUT, people)


@pytest.mark.slow
def test_thirty_seven_people_come_to_one_winner_in_a_final_group(times: Times) -> None:
    users = crowd(37)
    tournament = opened(users[0], users, at_once=4)
    running.tick()
    gone = {user.pk for user in random.Random(1).sample(users, 4)}
    play_out(tournament, times, gone, step=24)
    assert_whole(tournament)
    assert max(Table.objects.values_list("stage", flat=True)) == 1


def test_twice_is_as_once(times: Times) -> None:
    users = crowd(4)
    opened(users[0], users)
    for _time in range(3):
        for each in Tournament.objects.all():
            running.advance(each.pk)
    assert Table.objects.count() == 6
    assert Game.objects.count() == TournamentEvent.objects.filter(kind="began").count() == 4


def test_a_game_whose_process_died_in_the_middle_is_made_once(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    users = crowd(4)
    tournament = opened(users[0], users, at_once=3)
    begin, begun = arranged_games.start_game, list[Game]()

    def die(*given: Any, **named: Any) -> Game:
        begun.append(begin(*given, **named))
        if len(begun) in (1, 3):
            raise KeyboardInterrupt  # nothing catches it: as a kill, the transaction is cut
        return begun[-1]

    with monkeypatch.context() as patched:
        patched.setattr(arranged_games, "start_game", die)
        for _death in range(2):
            with pytest.raises(KeyboardInterrupt):
                running.advance(tournament.pk)
    Tournament.objects.update(due_at="2020-01-01T00:00Z")
    running.advance(tournament.pk)
    assert Game.objects.count() == 6
    assert Table.objects.filter(game=None).count() == 0


def test_what_a_lost_process_did_not_hear_of_the_tick_finds(times: Times) -> None:
    users = crowd(2)
    tournament = opened(users[0], users)
    running.tick()
    changes.finished.disconnect(dispatch_uid="tournaments hear of ends")
    try:
        actions.resign(Game.objects.get().pk, users[0].pk)
        running.tick()
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.RUNNING
        times.go(minutes=6)
        running.tick()
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.FINISHED
    finally:
        running.listen_to_ended_games()


def test_with_too_few_people_it_is_called_off_at_its_date(times: Times) -> None:
    users = crowd(3)
    tournament = opened(
        users[0], users[:2], most=8, least=3, starts_at=times.go(days=0).replace(day=25)
    )
    running.tick()
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.OPEN
    times.go(days=5)
    running.tick()
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.CANCELLED


@pytest.mark.parametrize("late", ["stands", "draw"])
def test_a_game_that_is_late_is_settled_at_the_declared_end(times: Times, late: str) -> None:
    """Even one whose clock a moderator has stopped."""
    users = crowd(2)
    tournament = opened(users[0], users, days=10, late=late)
    running.tick()
    Game.objects.update(paused_at=times.now, paused_by="moderator")
    times.go(days=10, minutes=1)
    running.tick()
    assert_whole(tournament)
    assert Table.objects.get().how == Table.How.LATE
    result = Game.objects.get().result
    assert result is not None
    assert ("drawn" in result, "cut" in result) == (late == "draw", late == "stands")


def test_a_game_that_does_not_begin_in_time_gives_nobody_points(times: Times) -> None:
    """One is still at the game before, so that the next one waits."""
    users = crowd(3)
    tournament = opened(users[0], users, days=10, at_once=1, late="draw")
    running.tick()
    assert Table.objects.filter(state=Table.State.WAITING).count() == 2
    Game.objects.update(paused_at=times.now, paused_by="moderator")
    times.go(days=10, minutes=1)
    running.tick()
    assert_whole(tournament)
    assert sorted(Table.objects.values_list("how", flat=True)) == ["late", "unplayed", "unplayed"]
    unplayed = TablePlayer.objects.filter(table__how=Table.How.UNPLAYED)
    assert set(unplayed.values_list("points", "left")) == {(0, False)}
    page = Client().get(f"/tournaments/{tournament.pk}/").content.decode()
    assert page.count("no game began in time, so nobody gets points") == 2


def test_a_broken_game_does_not_hold_it_up(times: Times) -> None:
    users = crowd(2)
    tournament = opened(users[0], users, days=10)
    running.tick()
    Game.objects.update(broken_at=times.now, broken_reason="a slip")
    times.go(days=10, minutes=1)
    running.tick()
    assert_whole(tournament)
    assert Table.objects.get().how == Table.How.CANCELLED


def test_a_game_that_both_have_left_is_over_and_both_have_left_it(times: Times) -> None:
    users = crowd(2)
    opened(users[0], users, days=10)
    running.tick()
    with locked(Game.objects.get().pk) as here:
        for seat in here.seats:
            seat_holders.bot_plays_on(here, seat, times.now)
    times.go(days=1)
    running.tick()
    table = Table.objects.exclude(game=None).earliest("pk")
    assert (table.state, table.how) == (Table.State.OVER, Table.How.CANCELLED)
    assert set(table.players.values_list("left", flat=True)) == {True}


def test_its_players_can_neither_pause_nor_cancel_a_game(times: Times) -> None:
    users = crowd(2)
    opened(users[0], users)
    running.tick()
    for kind in ("pause", "cancel"):
        with pytest.raises(GameError):
            voting.call(Game.objects.get().pk, users[0].pk, kind)


def test_nobody_joins_without_a_confirmed_address(db: None, times: Times) -> None:
    users = crowd(2)
    tournament = opened(users[0], [], most=4)
    guest = User.objects.create(username="guest", is_guest=True)
    with pytest.raises(Forbidden):
        entering.join_tournament(tournament.pk, guest.pk)
