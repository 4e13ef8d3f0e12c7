"""Whether a game was played: everybody who began it has ended turns of their own.

So many as the game type asks for. A turn that a bot, a standing instruction or the clock has ended
is nobody's own.
"""

from __future__ import annotations

from django.db.models import Count, Q

from games.models import Game, Move, Tenure

Action = Move.Action
#: The rows of the log by which a person's turn has ended, and that have not been taken back.
OWN_TURN = Q(action=Action.CHOOSE, user__isnull=False) | Q(action=Action.CONFIRM)
OWN_TURN &= Q(undone_by=None, waited_since__isnull=False, tenure__user__isnull=False)


def was_played(game: Game) -> bool:
    """Whether all people who began it have ended enough turns, on whatever seat; in the caller's
    transaction, with the last move in the log."""
    began = Tenure.objects.filter(
        seat__game=game, began=Tenure.Reason.START, user__isnull=False
    ).values_list("user", flat=True)
    turns = Move.objects.filter(OWN_TURN, game=game).order_by().values_list("tenure__user")
    ended = dict(turns.annotate(Count("pk")))
    return all(ended.get(user_id, 0) >= game.rules.counts_after for user_id in began)
