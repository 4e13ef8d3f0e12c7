"""Which game to go to next: the one with the least time left, then the one that waited longest."""

from django.db.models import F, QuerySet

from boardgames.database.rows import Question
from games.models import Game, Seat

_WAITING = (
    f"FROM {Seat._meta.db_table} seat"
    f" JOIN {Game._meta.db_table} game ON game.id = seat.game_id"
    " WHERE seat.user_id = %s AND seat.bot = '' AND seat.to_move"
    f" AND game.status = '{Game.Status.RUNNING}' AND game.broken_at IS NULL"
)
_NUMBER = f"SELECT count(*) {_WAITING}"
#: A statement that gives the numbers of the games that wait for a person.
GAMES = f"SELECT seat.game_id {_WAITING}"


def waiting(user_id: int) -> QuerySet[Seat]:
    """The seats of this person that a game waits for, the most urgent first."""
    return Seat.objects.filter(
        user_id=user_id,
        bot="",
        to_move=True,
        game__status=Game.Status.RUNNING,
        game__broken_at=None,
    ).order_by(F("deadline").asc(nulls_last=True), "waiting_since", "id")


def number(user_id: int) -> Question[int]:
    """How many there are: each page says it."""
    return Question(_NUMBER, [user_id], lambda found: int(found[0][0]))


def next_game(user_id: int, after: int | None = None) -> int | None:
    """The id of the game to go to, or of the one that follows ``after`` in that order."""
    games = list(waiting(user_id).values_list("game_id", flat=True))
    if after in games:
        place = games.index(after)
        games = games[place + 1 :] + games[:place]
    return games[0] if games else None
