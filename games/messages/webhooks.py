"""Tells webhooks and the bell what they need to know of games (``notifications.games``)."""

from collections.abc import Iterable

from accounts.models import User
from games.lobby import next as upcoming
from games.messages.about import About
from games.models import Game, Seat


def played_by(user: User) -> list[int]:
    """The numbers of the games that somebody sits in and that are not over, newest first."""
    mine = Seat.objects.filter(
        user=user, resigned_at=None, game__status__in=(Game.Status.OPEN, Game.Status.RUNNING)
    )
    return list(mine.order_by("-game").values_list("game", flat=True))


def takes_part(user: User, game_id: int) -> bool:
    """Whether somebody sits in this game, be it over or not."""
    return Seat.objects.filter(game=game_id, user=user, resigned_at=None).exists()


waiting = upcoming.GAMES


def titles(user: User, game_ids: Iterable[int]) -> dict[int, str]:
    """What these games are called for this reader, as in "Imhotep with ben, cleo (12)"."""
    games = Game.objects.filter(pk__in=list(game_ids)).defer("state", "seed")
    return {
        game.pk: f"{About(game, list(game.seats.all()), user.pk).title} ({game.pk})"
        for game in games.prefetch_related("seats__user")
    }
