"""Taking over a seat whose owner is absent: without risk, and with the time of a whole turn."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from games.lobby import club_games, limits, open_games
from games.moves import seat_holders
from games.moves.conditions import check_running, has_looked, has_sat, on_offer
from games.stages import stage_visibility
from games.storage.position import Position, check_seen, locked

User = get_user_model()


def take_seat(game_id: int, user_id: int, *, key: str = "") -> Position:
    """Take the seat on offer; ``key`` is that of the link to a private game.

    Refused if none is on offer (any more), for people for whom too many games wait, and for people
    who have had a seat at this table or looked at it as a moderator: they know more than the seat
    may. The former owner is a spectator from now on.
    """
    check_seen(game_id, user_id, key)
    with locked(game_id) as position:
        check_running(position)
        seat = next((seat for seat in position.seats if on_offer(seat)), None)
        if seat is None:
            raise Refused(_("This game has no seat on offer."), "no_seat_offered")
        limits.check_waiting(user_id)
        club_games.check_may_play(position.game.club_id, user_id)
        stage_visibility.check_may_play(position.game, user_id)
        if has_sat(position.game, user_id):
            raise Refused(_("You have already had a seat in this game."), "has_sat_here")
        if has_looked(position.game, user_id):
            raise Refused(
                _("You have looked at this game as a moderator, so you cannot play in it."),
                "has_looked",
            )
        open_games.check_together(position, user_id)
        user = User.objects.get(pk=user_id)
        open_games.check_rated(position.game, user)
        seat_holders.replace(position, seat, user, timezone.now())
    return position
