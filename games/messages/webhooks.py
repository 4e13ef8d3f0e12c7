"""Implements for webhooks and the bell what they need to know of games
(``notifications.games``)."""

from collections.abc import Iterable

from accounts.models import User
from games.lobby import lists
from games.lobby import next_game as upcoming
from games.messages import about
from games.messages.about import About
from games.models import Game, Seat
from games.storage.table_context import WAITING_GAMES
from notifications.games import Waiting


def played_by(user: User) -> list[int]:
    """The numbers of this person's games that are not over, newest first."""
    mine = Seat.objects.filter(
        user=user, resigned_at=None, game__status__in=(Game.Status.OPEN, Game.Status.RUNNING)
    )
    return list(mine.order_by("-game").values_list("game", flat=True))


def takes_part(user: User, game_id: int) -> bool:
    """Whether a person has a seat in this game, even if it is over."""
    return Seat.objects.filter(game=game_id, user=user, resigned_at=None).exists()


waiting = WAITING_GAMES


def waiting_for(user: User) -> list[Waiting]:
    """The games that wait for a person, for the text of a message to them."""
    deadlines = dict(upcoming.find_waiting_seats(user.pk).values_list("game_id", "deadline"))
    return [
        Waiting(
            here.game.pk,
            About(here.game, here.seats, user.pk).title,
            about.game_path(here.game),
            deadlines[here.game.pk],
        )
        for here in lists.by_number(deadlines)
    ]


def to_tell_of(game_ids: Iterable[int]) -> dict[int, Game]:
    """The rows of these games, by number, with their seats (``GameKind.about``)."""
    found = {}
    for here in lists.by_number(game_ids):
        found[here.game.pk] = here.game
        about.know(here.game, here.seats)
    return found


def titles(user: User, game_ids: Iterable[int]) -> dict[int, str]:
    """The names of these games for this reader, as in "Imhotep 12 with ben, cleo"."""
    return {
        here.game.pk: About(here.game, here.seats, user.pk).title
        for here in lists.by_number(game_ids)
    }
