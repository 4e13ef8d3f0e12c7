"""Joining a tournament before its first game, and leaving it again.

Each function is one transaction. A refusal is a ``GameError`` that says what to do.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import counting
from accounts.models import User
from games.errors import Forbidden, Refused
from games.lobby.club_games import check_may_play
from games.models import ArenaPlayer, Entrant, Tournament, TournamentEvent, TournamentInvitation
from games.ratings.skill import display_value
from games.statistics import habits
from games.tournaments import club_tournaments, opening, seasons, telling
from games.tournaments.kinds import arena, game_rotation
from games.tournaments.kinds.kinds import KINDS
from games.tournaments.rows import (
    keep_standings,
    locked,
    log_event,
    mark_due,
    no_such,
    tell_pages,
)

#: Open or running tournaments in which one person may take part.
MOST_JOINED = 20
#: With at least this many turns a person's reliability is known; one in ten may be late.
KNOWN_TURNS, MISSED = 10, 0.1

State, Kind, Status = Entrant.State, TournamentEvent.Kind, Tournament.Status


def join_tournament(tournament_id: int, user_id: int) -> Entrant:
    """Join a tournament, or its waiting list if it is full.

    The last player to join a tournament that begins when it is full lets it begin.
    """
    now = timezone.now()
    user = User.objects.get(pk=user_id)
    with locked(tournament_id) as tournament:
        if not club_tournaments.may_see(tournament, user_id):
            raise no_such()
        check_open(tournament)
        opening.check_player(tournament, user)
        check_may_play(tournament.club_id, user_id)
        entrant = Entrant.objects.filter(tournament=tournament, user=user).first()
        if entrant is not None and entrant.state in (State.IN, State.WAITING):
            raise Refused(_("You have already joined."), "joined_already")
        if entrant is not None and entrant.state == State.DISQUALIFIED:
            raise Forbidden(_("The organisers have disqualified you."), "disqualified")
        _check_invited(tournament, user_id)
        _check_entry(tournament, user)
        taken = _taken(tournament, besides=user_id)
        state = State.IN if taken < tournament.most else State.WAITING
        entrant, _new = Entrant.objects.update_or_create(
            tournament=tournament, user=user, defaults={"state": state, "joined_at": now}
        )
        log_event(
            tournament, Kind.JOINED, now, by=user_id, entrant=entrant.pk, waits=state != State.IN
        )
        if state == State.IN:
            telling.remind(tournament, [entrant], now)
        if tournament.status == Status.RUNNING:
            _join_running(tournament, entrant, now)
        elif tournament.starts_at is None and taken + 1 == tournament.most:
            mark_due(tournament, now)
        tell_pages(tournament)
    return entrant


def _join_running(tournament: Tournament, entrant: Entrant, now: datetime) -> None:
    """Add a person to a tournament that already runs, in the caller's transaction."""
    if entrant.state != State.IN:
        return
    if not entrant.seed:
        entrant.seed = Entrant.objects.filter(tournament=tournament, seed__gt=0).count() + 1
        entrant.rating = game_rotation.strength(tournament, [entrant.user_id])[entrant.user_id]
    entrant.idle_from = now
    entrant.save(update_fields=["seed", "rating", "idle_from"])
    keep_standings(tournament, {(0, 0)})
    if tournament.kind == Tournament.Kind.ARENA:
        ArenaPlayer.objects.get_or_create(
            entrant=entrant, defaults={"tournament": tournament, "free_from": now}
        )
        mark_due(tournament, now)


def take_out(
    tournament: Tournament,
    entrant: Entrant,
    state: str,
    now: datetime,
    *,
    by: int | None,
    reason: str = "",
) -> None:
    """Take an entrant out before the start, in the caller's transaction.

    The next player on the waiting list gets the place.
    """
    had_place = entrant.state == State.IN
    entrant.state = state
    entrant.save(update_fields=["state"])
    log_event(tournament, Kind.LEFT, now, by=by, reason=reason, entrant=entrant.pk)
    if by != entrant.user_id:
        telling.decided(tournament, [entrant], str(state), reason, now)
    if had_place:
        fill(tournament, now)
    tell_pages(tournament)


def fill(tournament: Tournament, now: datetime) -> bool:
    """Give free places to players on the waiting list, in the caller's transaction.

    Returns whether there were any.
    """
    free = max(tournament.most - _taken(tournament), 0)
    waiting = Entrant.objects.filter(tournament=tournament, state=State.WAITING)
    found = list(waiting.order_by("joined_at", "pk")[:free])
    for entrant in found:
        entrant.state = State.IN
        entrant.save(update_fields=["state"])
        log_event(tournament, Kind.JOINED, now, entrant=entrant.pk, waits=False)
        if tournament.status == Status.RUNNING:
            _join_running(tournament, entrant, now)
        telling.decided(tournament, [entrant], "place", "", now)
    telling.remind(tournament, found, now)
    return bool(found)


def _taken(tournament: Tournament, besides: int | None = None) -> int:
    """The number of places taken, without one that is reserved for this person."""
    there = Entrant.objects.filter(tournament=tournament, state=State.IN)
    return there.count() + seasons.coming(tournament, besides)


def joinable(tournament: Tournament) -> bool:
    runs = tournament.status == Status.RUNNING and KINDS[tournament.kind].joins_late
    ended = KINDS[tournament.kind].live and has_ended(tournament)
    return (runs and not ended) or tournament.status == Status.OPEN


def has_ended(tournament: Tournament) -> bool:
    """Whether its declared end is past, though some of its games may run."""
    return tournament.ends_at is not None and tournament.ends_at <= timezone.now()


def check_guests(tournament: Tournament) -> None:
    """Raise Forbidden or Refused where a new guest cannot join."""
    if not arena.rules(tournament).guests:
        raise Forbidden(_("Guests cannot join this arena."), "no_guests")
    check_open(tournament)


def check_open(tournament: Tournament) -> None:
    """Raise Refused if nobody can join any more."""
    if not joinable(tournament):
        raise Refused(_("This tournament has begun or is over."), "not_open")


def _check_invited(tournament: Tournament, user_id: int) -> None:
    """Raise Forbidden for a user who is not invited to a tournament by invitation; its organiser
    need not be."""
    if not tournament.by_invitation or user_id == tournament.organiser_id:
        return
    if not TournamentInvitation.objects.filter(tournament=tournament, user=user_id).exists():
        raise Forbidden(_("This tournament is by invitation only."), "not_invited")


def _check_entry(tournament: Tournament, user: User) -> None:
    """Raise Refused, with the reason, for a person for whom the tournament is not meant."""
    rating = display_value(game_rotation.strength(tournament, [user.pk])[user.pk])
    if tournament.lowest is not None and rating < tournament.lowest:
        raise Refused(
            _("It is for ratings from %(least)d up; yours is %(rating)d.")
            % {"least": tournament.lowest, "rating": rating},
            "rating_too_low",
        )
    if tournament.highest is not None and rating > tournament.highest:
        raise Refused(
            _("It is for ratings up to %(most)d; yours is %(rating)d.")
            % {"most": tournament.highest, "rating": rating},
            "rating_too_high",
        )
    turns = habits.read_habits([user.pk])[user.pk].turns
    known = turns.turns >= KNOWN_TURNS
    if tournament.reliable and known and turns.timeouts > turns.turns * MISSED:
        raise Refused(_("It is for players who take nine of ten turns on time."), "not_reliable")
    counting.alone(user.pk)
    joined = Entrant.objects.filter(
        user=user,
        state__in=(State.IN, State.WAITING),
        tournament__status__in=(Tournament.Status.OPEN, Tournament.Status.RUNNING),
    )
    if joined.count() >= MOST_JOINED:
        raise Refused(
            _("You are in %(count)d tournaments. Please finish one of them first.")
            % {"count": MOST_JOINED},
            "too_many_joined",
        )
