"""What nobody comes back for is cleared, and nothing else."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import people
from accounts.models import User
from games import tasks
from games.absence import departures
from games.lobby import clearing, open_games
from games.models import Game, Move
from games.moves import ending
from games.storage.position import Position, locked

pytestmark = pytest.mark.django_db(transaction=True)


def guest(days_ago: float) -> User:
    user = people.create_guest("en", "UTC")
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(days=days_ago))
    return user


def test_guests_who_never_played_are_closed_in_time(lanterns: None) -> None:
    idle, new, player = guest(91), guest(89), guest(91)
    open_games.create(player.pk, "lanterns", 2)
    tasks.clear()
    closed = User.objects.filter(is_active=False)
    assert [user.pk for user in closed] == [idle.pk]
    assert closed[0].username == f"former-player-{idle.pk}"
    assert {new.pk, player.pk} <= set(
        User.objects.filter(is_active=True).values_list("pk", flat=True)
    )


def test_a_guest_who_played_once_is_kept(duel: Position, ben: User) -> None:
    User.objects.update(is_guest=True, date_joined=timezone.now() - timedelta(days=1000))
    assert departures.close_idle_guests() == 0


def cancelled(game_id: int, **at: object) -> None:
    Game.objects.filter(pk=game_id).update(**at)


def test_games_cancelled_before_their_start_are_deleted_after_a_month(
    lanterns: None, anna: User
) -> None:
    old, new, waiting = (open_games.create(anna.pk, "lanterns", 2).game.pk for _ in range(3))
    for game_id in (old, new):
        open_games.cancel(game_id, anna.pk)
    long_ago = timezone.now() - timedelta(days=31)
    Game.objects.filter(pk__in=(old, waiting)).update(created_at=long_ago)
    assert clearing.delete_cancelled() == 1
    assert set(Game.objects.values_list("pk", flat=True)) == {new, waiting}


def test_games_cancelled_while_they_ran_are_deleted_after_a_year(duel: Position) -> None:
    game_id = duel.game.pk
    with locked(game_id) as position:
        ending.cancel_game(position, timezone.now(), by="moderator")
    assert Move.objects.filter(game_id=game_id).exists()
    for days, left in ((364, True), (366, False)):
        Game.objects.update(finished_at=timezone.now() - timedelta(days=days))
        tasks.clear()
        assert Game.objects.exists() is left
