"""A game's own name, which its creator may give it and change until the game is over."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User, account_closed
from accounts.moderation import sanctions
from community.clubs import founding
from games.errors import Forbidden, Illegal, Refused
from games.lobby import limits
from games.models import Game, Incident
from games.models.game import LONGEST_NAME
from games.moves import incidents
from games.storage.position import Position, locked


def rename(game_id: int, user_id: int, name: str) -> Position:
    """Give a game of this person another name, or none.

    Illegal for a name that is too long, Forbidden for guests and for people who may not write,
    Refused after a moderator has removed a name, and for games of tournaments, practice games and
    games that are over, TooMany for too many changes in an hour.
    """
    called = check_name(name, user_id)
    with locked(game_id, user_id=user_id, broken=True) as position:
        game = position.game
        if game.created_by_id != user_id:
            raise Forbidden(_("Only the player who created this game can name it."), "not_maker")
        if not may_rename(position, user_id):
            raise Refused(_("This game keeps the name that it has."), "keeps_name")
        if _was_removed(game):
            raise Refused(_("A moderator has removed the name of this game."), "name_removed")
        if called == game.name:
            return position
        limits.count_act("game name", user_id)
        game.name = called
        game.save(update_fields=["name"])
        seat = position.seat_of(user_id)
        if game.status == Game.Status.RUNNING:
            incidents.record_incident(position, Incident.Kind.RENAMED, seat=seat, user_id=user_id)
        else:
            incidents.tell(position)
    return position


def may_rename(position: Position, user_id: int | None) -> bool:
    """Whether it is a game of this person that can have another name: one that is open, or that
    they play."""
    game = position.game
    if game.created_by_id != user_id or game.organised or game.practice:
        return False
    plays = game.status == Game.Status.RUNNING and position.seat_of(user_id) is not None
    return plays or game.status == Game.Status.OPEN


def listen_to_closed_accounts() -> None:
    """Take the names away that people gave who close their account; called at the start of each
    process."""
    account_closed.connect(_forget)


def _forget(user: User, **_signal: Any) -> None:
    # By the seats: there is no index of creators, and a creator has sat in the game.
    sat = Game.objects.filter(created_by=user, seats__tenures__user=user).exclude(name="")
    Game.objects.filter(pk__in=list(sat.values_list("pk", flat=True))).update(name="")


def check_name(name: str, user_id: int) -> str:
    """The name as it is stored: one line, or nothing."""
    called = founding.plain(name)
    if not called:
        return ""
    if len(called) > LONGEST_NAME:
        raise Illegal(
            _("At most %(most)d characters, please.") % {"most": LONGEST_NAME}, "bad_name"
        )
    if why := sanctions.why_muted(user_id):
        raise Forbidden(why, "muted")
    if User.objects.filter(pk=user_id, is_guest=True).exists():
        raise Forbidden(
            _("Names are for members of the site. Make your account permanent first."), "guest"
        )
    return called


def _was_removed(game: Game) -> bool:
    acts = Incident.objects.filter(game=game, kind=Incident.Kind.MODERATED)
    return acts.filter(data__action="unnamed").exists()
