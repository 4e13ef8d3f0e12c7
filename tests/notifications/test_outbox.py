"""What is written down, in the move's own transaction, and when it is due."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.errors import Illegal
from games.lobby import open_games
from games.models import Game, Move
from games.moves import actions
from games.storage import position
from games.storage.position import Position
from notifications.models import Notification
from tests.games.playing import answer, seat_of, to_kind, to_the_end, user_of
from tests.games.times import Times


def queued(kind: str) -> list[tuple[int, timedelta]]:
    """For whom, and how long from now."""
    rows = Notification.objects.filter(kind=kind).order_by("id")
    return [(row.user_id, row.due_at - timezone.now()) for row in rows]


def test_the_start_is_told_to_all_players_and_their_time_is_watched(
    duel: Position, anna: User, ben: User
) -> None:
    after = timedelta(seconds=90)
    assert sorted(queued("game_started")) == [(anna.pk, after), (ben.pk, after)]
    earliest = timedelta(days=3) - timedelta(days=3) / 4  # a quarter of three days is 18 hours
    assert sorted(queued("reminder")) == [(anna.pk, earliest), (ben.pk, earliest)]
    assert queued("your_turn") == []


@pytest.mark.parametrize(("share", "before"), [(10, timedelta(days=2)), (50, timedelta(days=10))])
def test_a_reminder_comes_when_the_share_is_left_that_its_reader_has_chosen(
    anna: User, ben: User, times: Times, share: int, before: timedelta
) -> None:
    User.objects.update(reminder_share=share)
    clock = {"kind": "per_turn", "days": 20}
    game = open_games.create(anna.pk, "lanterns", 2, clock=clock).game
    open_games.join_game(game.pk, ben.pk)
    assert {due for _user, due in queued("reminder")} == {timedelta(days=20) - before}


def test_without_a_limit_there_is_no_reminder(anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 2, clock={"kind": "none"}).game
    open_games.join_game(game.pk, ben.pk)
    assert queued("reminder") == []


def test_somebody_who_is_asked_newly_is_told_and_who_moved_is_not(duel: Position) -> None:
    winner = to_kind(duel.game.pk, "light_lantern")
    told = Notification.objects.filter(kind="your_turn").order_by("id").last()
    assert told is not None
    assert (told.user_id, told.data["seat"]) == (user_of(duel.game.pk, winner), winner)
    before = Notification.objects.count()
    after = answer(duel.game.pk, winner)  # goes on with the same turn
    actions.undo(duel.game.pk, user_of(duel.game.pk, winner), version=after.version)
    assert Notification.objects.count() == before


def test_withdrawing_an_answer_tells_nobody_that_it_is_his_turn(duel: Position) -> None:
    after = answer(duel.game.pk, 0)
    actions.withdraw_answer(duel.game.pk, user_of(duel.game.pk, 0), version=after.version)
    assert queued("your_turn") == []


def test_a_move_that_is_refused_tells_nothing(duel: Position) -> None:
    before = Notification.objects.count()
    with pytest.raises(Illegal):
        actions.choose(duel.game.pk, user_of(duel.game.pk, 0), ("nonsense",), version=1)
    assert Notification.objects.count() == before


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_told(duel: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    """The outbox and the move stand or fall together."""
    answer(duel.game.pk, 0)
    before = Notification.objects.count(), Move.objects.count()

    def fail(*args: object) -> None:
        raise DatabaseError

    monkeypatch.setattr("games.storage.statements.update", fail)
    with pytest.raises(DatabaseError):
        answer(duel.game.pk, 1)
    assert (Notification.objects.count(), Move.objects.count()) == before


def test_the_end_is_told_to_all_owners(duel: Position, anna: User, ben: User) -> None:
    game = to_the_end(duel.game.pk)
    assert game.status == Game.Status.FINISHED
    assert sorted(user for user, _due in queued("game_over")) == [anna.pk, ben.pk]


def test_somebody_who_gives_up_needs_no_mail_about_it(
    duel: Position, anna: User, ben: User
) -> None:
    actions.resign(duel.game.pk, anna.pk)
    assert [user for user, _due in queued("game_over")] == [ben.pk]


def test_invitations_are_told_once(times: Times, anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 3, invite=["ben"]).game
    open_games.invite(game.pk, anna.pk, ["ben"])
    assert queued("invited") == [(ben.pk, timedelta(0))]


def test_bots_are_told_nothing(anna: User) -> None:
    open_games.create(anna.pk, "lanterns", 3, bots=2)
    assert set(Notification.objects.values_list("user", flat=True)) == {anna.pk}


def test_a_change_costs_one_statement(duel: Position) -> None:
    answer(duel.game.pk, 0)
    seat = position.load(duel.game.pk, user_of(duel.game.pk, 1)).running().decision(1)
    assert seat is not None
    with CaptureQueriesContext(connection) as queries:
        actions.choose(duel.game.pk, user_of(duel.game.pk, 1), seat.choices[0], version=2)
    about = [q for q in queries.captured_queries if "notifications_" in q["sql"]]
    assert len(about) == 1
    assert seat_of(duel.game.pk, 1)
