"""Which game waits most urgently."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.lobby import open_games
from games.lobby.next_game import next_game
from games.models import Game, Seat
from tests.games.api import Caller


def waiting_game(anna: User, ben: User, hours_left: float | None, hours_waited: float) -> int:
    game_id = open_games.create(anna.pk, "lanterns", 2).game.pk
    open_games.join_game(game_id, ben.pk)
    now = timezone.now()
    Seat.objects.filter(game_id=game_id, user=anna).update(
        deadline=None if hours_left is None else now + timedelta(hours=hours_left),
        waiting_since=now - timedelta(hours=hours_waited),
    )
    return game_id


def test_least_time_left_then_longest_wait(anna: User, ben: User) -> None:
    short_wait = waiting_game(anna, ben, None, 1)
    later = waiting_game(anna, ben, 20, 9)
    soon = waiting_game(anna, ben, 2, 1)
    long_wait = waiting_game(anna, ben, None, 50)
    order = [soon, later, long_wait, short_wait]
    assert next_game(anna.pk) == soon
    for game_id, following in zip(order, [*order[1:], soon], strict=True):
        assert next_game(anna.pk, after=game_id) == following


def test_only_games_that_wait_for_the_caller(anna: User, ben: User, cleo: User) -> None:
    game_id = waiting_game(anna, ben, 2, 1)
    assert next_game(cleo.pk) is None
    assert next_game(anna.pk, after=game_id) is None
    assert next_game(anna.pk, after=999) == game_id
    Game.objects.filter(pk=game_id).update(broken_at=timezone.now())
    assert next_game(anna.pk) is None


def test_by_the_api(anna: User, ben: User, cleo: User) -> None:
    game_id = waiting_game(anna, ben, 2, 1)
    assert Caller(anna).get("next")[1]["id"] == game_id
    assert Caller(anna).get("next", after=game_id) == (200, None)
    assert Caller(cleo).get("next") == (200, None)
