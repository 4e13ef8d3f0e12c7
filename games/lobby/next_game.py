"""The next game to go to: the one with the least time left, then the one that waited longest."""

from datetime import datetime

from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import Game, Notebook, Seat


def find_waiting_seats(user_id: int) -> QuerySet[Seat]:
    """This person's seats that a game waits for, the most urgent first."""
    return Seat.objects.filter(
        user_id=user_id,
        bot="",
        to_move=True,
        game__status=Game.Status.RUNNING,
        game__broken_at=None,
        game__practice=False,
    ).order_by(F("deadline").asc(nulls_last=True), "waiting_since", "id")


def find_put_off(user_id: int, now: datetime) -> set[int]:
    """The ids of the games that this person has put off until later."""
    kept = Notebook.objects.filter(user=user_id, later_until__gt=now)
    return set(kept.values_list("game_id", flat=True))


def next_game(user_id: int, after: int | None = None) -> int | None:
    """The id of the next game to go to, or of the one after ``after`` in that order; games that
    were put off are left out."""
    later = find_put_off(user_id, timezone.now())
    waiting = find_waiting_seats(user_id).values_list("game_id", flat=True)
    games = [game for game in waiting if game not in later or game == after]
    if after in games:
        place = games.index(after)
        games = games[place + 1 :] + games[:place]
    return games[0] if games else None
