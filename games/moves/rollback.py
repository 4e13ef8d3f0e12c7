"""Rollbacks: a moderator takes a game back to an earlier move, and everybody sees that.

Nothing is erased: the rollback is a new row of the log, and the moves that it takes back stay in
the history. Chance continues in a new epoch, and whatever nobody had seen at that move is
reshuffled, so that knowledge gained since is of no use.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Illegal
from games.models import Move
from games.moves import recording
from games.storage import history, packing
from games.storage.position import Position


def roll_back(position: Position, number: int, *, user_id: int | None) -> None:
    """Continue from the position after move ``number``, in the caller's transaction.

    Illegal if there is no such move to go back to. All open questions are asked again, so answers
    that were sent to the former questions do not count.
    """
    game = position.game
    if not 0 <= number < game.number:
        raise Illegal(
            _("Choose a move from 0 to %(last)d.") % {"last": max(game.number - 1, 0)}, "bad_number"
        )
    packing.take_out(game)
    stored = history.stored(game.pk, number, game.version)
    rules = game.rules.load(stored.state, stored.rules_version)
    rules.begin_epoch(1 + Move.objects.filter(game=game, action=Move.Action.ROLLBACK).count())
    position.rules, position.failure, position.log = rules, None, None
    for seat in position.seats:
        seat.decision_id = None
    recording.append(
        position, Move.Action.ROLLBACK, None, barrier=True, choice=[number], user_id=user_id
    )


def rewind(position: Position, number: int) -> None:
    """Return to the position after move ``number``, with the same chance, in the caller's
    transaction.

    Only for a game that one person plays: nobody else has seen what is taken back.
    """
    game, waited = position.game, recording.waited_for(position)
    packing.take_out(game)
    stored = history.stored(game.pk, number, game.version)
    position.rules = game.rules.load(stored.state, stored.rules_version)
    position.log = None
    game.state, game.rules_version, game.number = stored.state, stored.rules_version, number
    game.version += 1
    gone = Move.objects.filter(game=game, number__gt=number, undone_by=None)
    gone.update(undone_by=game.version)
    recording.store(position, waited, timezone.now(), None, proceeded=game.version)
