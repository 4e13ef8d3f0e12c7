"""Rematches: the players of a finished game play again, with the same settings.

One player offers it, the others accept with one tap each, and it starts when all have. Seats rotate
by one, so the player who sat second begins. A player who declines ends the offer; then a new one is
possible.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.clocks import kinds
from games.errors import Forbidden, Refused, TooMany
from games.lobby import arranged_games, limits
from games.models import Game, Rematch, Seat
from games.moves import incidents
from games.notification_events import writing
from games.storage.position import Position, locked

#: An offer that not everybody has accepted by then is void.
LASTS = timedelta(days=7)
#: Offers per player, game and day: the others are notified of each.
MOST_OFFERS = 3
DAY = timedelta(days=1)


def agree(game_id: int, user_id: int) -> Rematch:
    """Offer a rematch, or accept the open offer; agreeing twice changes nothing.

    Forbidden for a person who did not play, Refused before the end and for a person who lets too
    many games wait, TooMany for too many offers or new games, Illegal if the game type no longer
    takes the options.
    """
    now = timezone.now()
    with locked(game_id, user_id=user_id) as position:
        seat = _played(position, user_id)
        limits.check_waiting(user_id)
        offer = newest_offer(position.game, now)
        if offer is None or offer.declined_by is not None:
            offer = _offer(position, seat, now)
        elif seat.index not in offer.accepted and offer.made_id is None:
            offer.accepted.append(seat.index)
            offer.save(update_fields=["accepted"])
        if offer.made_id is None and not missing(position, offer):
            limits.count_act("new game", user_id)
            offer.made, offer.closed_at = _begin(position, offer), now
            offer.save(update_fields=["made", "closed_at"])
        incidents.tell(position)
    return offer


def decline(game_id: int, user_id: int) -> None:
    """Decline, even after having agreed: the offer is void, and the others can see that."""
    now = timezone.now()
    with locked(game_id, user_id=user_id) as position:
        seat = _played(position, user_id)
        offer = newest_offer(position.game, now)
        if offer is None or offer.closed_at is not None:
            raise Refused(_("There is no rematch offer to answer."), "no_rematch")
        offer.declined_by, offer.closed_at = seat.index, now
        offer.save(update_fields=["declined_by", "closed_at"])
        incidents.tell(position)


def newest_offer(game: Game, now: datetime) -> Rematch | None:
    """The newest offer: open, accepted by all or declined. None without one, or if its time is
    up."""
    offer = Rematch.objects.filter(game=game).order_by("-pk").first()
    return None if offer is None or _expired(offer, now) else offer


def missing(position: Position, offer: Rematch) -> list[Seat]:
    """The seats whose owners have not agreed yet."""
    return [seat for seat in asked(position) if seat.index not in offer.accepted]


def asked(position: Position) -> list[Seat]:
    """The seats whose owners can play a rematch; bots play the others."""
    return [seat for seat in position.seats if seat.user is not None and seat.user.is_active]


def is_possible(game: Game) -> bool:
    """Whether the game was played and is over."""
    over = game.status in (Game.Status.FINISHED, Game.Status.CANCELLED)
    return over and bool(game.started_at) and not game.practice


def _played(position: Position, user_id: int) -> Seat:
    """The seat of a person who played."""
    seat = next((seat for seat in asked(position) if seat.user_id == user_id), None)
    if seat is None:
        raise Forbidden(_("You did not play this game."), "no_seat")
    if not is_possible(position.game):
        raise Refused(_("This game is not over yet."), "not_over")
    return seat


def _offer(position: Position, seat: Seat, now: datetime) -> Rematch:
    lately = Rematch.objects.filter(
        game=position.game, offered_by=seat.index, offered_at__gt=now - DAY
    )
    offers = list(lately.order_by("-offered_at").values_list("offered_at", flat=True)[:MOST_OFFERS])
    if len(offers) == MOST_OFFERS:
        said = _("You have offered a rematch too often today. Please try again tomorrow.")
        raise TooMany(said, offers[-1] + DAY - now)
    # An offer that is still open has run out of time.
    Rematch.objects.filter(game=position.game, closed_at=None).update(closed_at=now)
    offer = Rematch.objects.create(
        game=position.game, offered_by=seat.index, offered_at=now, accepted=[seat.index]
    )
    others = [other.user_id for other in missing(position, offer) if other.user_id]
    writing.rematch_offered(position, offer, others, now)
    return offer


def _expired(offer: Rematch, now: datetime) -> bool:
    return offer.closed_at is None and offer.offered_at <= now - LASTS


def _begin(position: Position, offer: Rematch) -> Game:
    """The new game, started; a live one starts once all are present."""
    old = position.game
    people = {seat.index: seat.user_id for seat in asked(position)}
    if kinds.get_clock(old).live:
        for user_id in people.values():
            limits.check_live(user_id or 0)
    maker_id = people[offer.offered_by]
    assert maker_id is not None  # bots offer nothing
    turned = [*position.seats[1:], position.seats[0]]
    return arranged_games.start_game(
        old.type,
        [people.get(seat.index) for seat in turned],
        maker_id=maker_id,
        options=old.options,
        clock=old.clock,
        visibility=old.visibility,
        rated=old.rated,
        lines=old.allows_lines,
        club_id=old.club_id,
    )
