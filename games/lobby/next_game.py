"""The next game to go to: the one with the least time left, then the one that waited longest."""

from django.db.models import F, QuerySet

from games.models import Game, Seat


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


def next_game(user_id: int, after: int | None = None) -> int | None:
    """The id of the next game to go to, or of the one after ``after`` in that order."""
    games = list(find_waiting_seats(user_id).values_list("game_id", flat=True))
    if after in games:
        place = games.index(after)
        games = games[place + 1 :] + games[:place]
    return games[0] if games else None
