"""Corrections of whether a game counts for ratings, and the recount that follows."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.errors import NotFound, Refused
from games.models import Game, RatingChange
from games.ratings.counting import RATINGS, subtract_changes
from games.statistics import progress


def set_rated(game_id: int, rated: bool, note: Callable[[Game], None] = lambda _game: None) -> None:
    """Let a game count for ratings, or not; the tick then recounts all games that ended after it.

    Refused for a cancelled game, which counts for nothing, and if nothing would change. The caller
    checks the permission; ``note`` records the reason, in the same transaction.
    """
    game = Game.objects.only("type", "status").filter(pk=game_id).first()
    if game is None:
        raise NotFound
    with progress.held(RATINGS.of(game.type), wait=True) as counted:
        assert counted is not None  # we waited for the lock
        game = Game.objects.select_for_update().defer("state", "seed").get(pk=game_id)
        if game.status == Game.Status.CANCELLED:
            raise Refused(_("A cancelled game cannot be rated."), "cancelled")
        if game.rated == rated:
            raise Refused(_("This is already so."), "no_change")
        Game.objects.filter(pk=game_id).update(rated=rated)
        note(game)
        subtract_changes(RatingChange.objects.filter(game=game))
        if game.finished_at is not None and counted.at is not None:
            here, come_to = (game.finished_at, game.pk - 1), (counted.at, counted.row)
            counted.at, counted.row = min(here, come_to)
