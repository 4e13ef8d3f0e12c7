"""A player's private notes about a game: a note, a plan, and that they have put it off."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Forbidden, Illegal, NotFound, Refused
from games.models import Game, Notebook, Seat

LONGEST_NOTE, LONGEST_PLAN = 4000, 500
#: How many hours a game can be put off.
LATER = (3, 12, 24)
#: A game that was put off comes back this long before its time is up.
IN_TIME = timedelta(hours=2)


def many(game_ids: Iterable[int], user_id: int) -> dict[int, Notebook]:
    """A person's notes about these games, by game; they may be shown to nobody else."""
    kept = Notebook.objects.filter(user=user_id, game__in=list(game_ids))
    return {notebook.game_id: notebook for notebook in kept}


def write(game_id: int, user_id: int, *, note: str | None = None, plan: str | None = None) -> None:
    """Store a note, or a plan for the next turn; None leaves the old one. Forbidden without a seat,
    Illegal for a text that is too long."""
    _seat(game_id, user_id)
    new: dict[str, str] = {}
    for name, text, most in (("note", note, LONGEST_NOTE), ("plan", plan, LONGEST_PLAN)):
        if text is not None:
            text = text.strip()
            if len(text) > most:
                raise Illegal(_("That is too long: at most %(n)d characters.") % {"n": most})
            new[name] = text
    Notebook.objects.update_or_create(game_id=game_id, user_id=user_id, defaults=new)


def put_off(game_id: int, user_id: int, hours: int) -> datetime:
    """Leave the game out of this person's queue for these hours, and return until when.

    It comes back before its time is up. Refused while the game does not wait for them.
    """
    seat = _seat(game_id, user_id)
    if hours not in LATER:
        raise Illegal(_("You can put off a game by %(hours)s hours.") % {"hours": _or(LATER)})
    if not (seat.to_move and seat.held_by(user_id)) or seat.game.status != Game.Status.RUNNING:
        raise Refused(_("This game is not waiting for you."), "not_waiting")
    until = timezone.now() + timedelta(hours=hours)
    if seat.deadline is not None:
        until = min(until, seat.deadline - IN_TIME)
    Notebook.objects.update_or_create(
        game_id=game_id, user_id=user_id, defaults={"later_until": until}
    )
    return until


def _or(numbers: Iterable[int]) -> str:
    *first, last = map(str, numbers)
    return _("%(first)s or %(last)s") % {"first": ", ".join(first), "last": last}


def _seat(game_id: int, user_id: int) -> Seat:
    """The seat that this person owns, even while a bot plays it."""
    seat = Seat.objects.filter(game=game_id, user=user_id).select_related("game").first()
    if seat is None:
        if not Game.objects.filter(pk=game_id, visibility=Game.Visibility.PUBLIC).exists():
            raise NotFound
        raise Forbidden(_("You have no seat in this game."), "no_seat")
    return seat
