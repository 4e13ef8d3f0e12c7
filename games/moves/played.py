"""Players' own turns: whether a game was really played, and since when a player has been away.

A game counts once every player who began it has ended as many turns of their own as its type
requires. Planned turns are their own; turns that a bot, a standing instruction or the clock has
ended do not count.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, Max, Q

from games.models import Game, Move, Tenure

Action = Move.Action
#: Actions by which a person's turn has ended, if they have not been taken back.
OWN_TURN = Q(action=Action.CHOOSE, user__isnull=False) | Q(action=Action.CONFIRM)
OWN_TURN &= Q(undone_by=None, waited_since__isnull=False, tenure__user__isnull=False)


def was_played(game: Game) -> bool:
    """Whether all people who began the game have ended enough turns, on whatever seat.

    In the caller's transaction, with the last move in the log.
    """
    began = Tenure.objects.filter(
        seat__game=game, began=Tenure.Reason.START, user__isnull=False
    ).values_list("user", flat=True)
    turns = Move.objects.filter(OWN_TURN, game=game).order_by().values_list("tenure__user")
    ended = dict(turns.annotate(Count("pk")))
    return all(ended.get(user_id, 0) >= game.rules.counts_after for user_id in began)


def away_since(user_id: int, now: datetime) -> datetime:
    """The start of the absence to which a game belongs that this person leaves now without a word.

    It began when they first left a game in this way, if they have ended no turn anywhere since
    then.
    """
    left = Tenure.objects.filter(user=user_id)
    since: datetime | None = left.aggregate(Max("away_since"))["away_since__max"]
    if since is None:
        return now
    moved = left.filter(seat__game__moved_at__gt=since).values("seat__game")
    turns = Move.objects.filter(OWN_TURN, game__in=moved, tenure__user=user_id, at__gt=since)
    return now if turns.exists() else since
