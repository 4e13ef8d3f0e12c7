"""Actions of players and organisers while a tournament runs.

The log shows each reason to everyone. Organisers and moderators who take part decide nothing about
the tournament: another organiser does, or a moderator who does not take part.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.errors import Forbidden, Illegal, Refused
from games.models import Entrant, Table, Tournament
from games.tournaments import club_tournaments, entering, interest, rows, telling
from games.tournaments.arena import arena_ticks, breaks
from games.tournaments.kinds.kinds import get_kind
from games.tournaments.kinds.standing import Seated
from games.tournaments.rows import GONE, field, keep_standings, locked, mark_due, place_of
from games.tournaments.running import pausing, results, running
from games.tournaments.running.results import How

LONGEST_REASON = 200

State, Status = Entrant.State, Tournament.Status


def withdraw_player(tournament_id: int, user_id: int) -> None:
    """Withdraw: before the start the place becomes free; later all own games are lost."""
    now = timezone.now()
    with locked(tournament_id) as tournament:
        entrant = _there(tournament, user_id=user_id)
        _leave(tournament, entrant, State.WITHDRAWN, now, by=user_id)
    rows.wake(tournament_id)


def disqualify(tournament_id: int, by_id: int, username: str, reason: str) -> None:
    """Take a player out for a reason; they get no more games."""
    now, reason = timezone.now(), _reason(reason)
    with locked(tournament_id) as tournament:
        check_decides(tournament, by_id)
        entrant = _there(tournament, username=username)
        if entrant.user_id == by_id:
            raise Forbidden(
                _("You cannot decide about yourself. You can withdraw instead."), "interest"
            )
        _leave(tournament, entrant, State.DISQUALIFIED, now, by=by_id, reason=reason)
    rows.wake(tournament_id)


def correct(
    tournament_id: int, by_id: int, table_id: int, ranks: Sequence[int], reason: str
) -> None:
    """Correct the result of a finished table: a rank for each player, in order, even if a player
    left.

    Refused once others play on the basis of it.
    """
    now, reason = timezone.now(), _reason(reason)
    with locked(tournament_id) as tournament:
        check_decides(tournament, by_id)
        table = rows.get_table(tournament, table_id)
        players = list(table.players.all())
        if tournament.status != Status.RUNNING or table.state != Table.State.OVER:
            raise Refused(_("You can change results only while the tournament runs."), "not_over")
        if len(ranks) != len(players) or not all(1 <= rank <= len(players) for rank in ranks):
            raise Illegal(_("Give each player a place, counting from 1."), "bad_ranks")
        if get_kind(tournament).settled(field(tournament), place_of(table)):
            raise Refused(
                _("Other games already build on this result, so it cannot be changed any more."),
                "stands",
            )
        seated = [
            Seated(player.entrant_id, rank, player.score, lapsed=player.lapsed and rank > 1)
            for player, rank in zip(players, ranks, strict=True)
        ]
        results.enter(tournament, table, How.CORRECTED, seated, now, by=by_id, reason=reason)
        if get_kind(tournament).live:
            arena_ticks.recount(tournament)
        else:
            keep_standings(tournament, {(table.stage, table.group)})
        people = [player.entrant for player in players]
        telling.decided(tournament, people, "corrected", reason, now, table.pk)
        mark_due(tournament, now)
    rows.wake(tournament_id)


def pause_tournament(tournament_id: int, by_id: int, days: int, reason: str) -> None:
    """Pause the whole tournament for at most this many days."""
    now, reason = timezone.now(), _reason(reason)
    with locked(tournament_id) as tournament:
        _check_pauses(tournament, by_id)
        if tournament.paused_until is not None:
            raise Refused(_("It is already paused."), "paused")
        left = pausing.days_left(tournament)
        if not 1 <= days <= left:
            raise Refused(
                ngettext(
                    "It can be paused for %(n)d more day.",
                    "It can be paused for %(n)d more days.",
                    left,
                )
                % {"n": left},
                "bad_days",
            )
        pausing.begin_pause(tournament, days, now, by=by_id, reason=reason)
    rows.wake(tournament_id)


def resume_tournament(tournament_id: int, by_id: int, reason: str) -> None:
    """End a pause before it ends by itself."""
    now, reason = timezone.now(), _reason(reason)
    with locked(tournament_id) as tournament:
        _check_pauses(tournament, by_id)
        if tournament.paused_until is None:
            raise Refused(_("It is not paused."), "not_paused")
        pausing.end_pause(tournament, now, by=by_id, reason=reason)
        mark_due(tournament, now)
    rows.wake(tournament_id)


def _check_pauses(tournament: Tournament, by_id: int) -> None:
    check_decides(tournament, by_id)
    if tournament.status != Status.RUNNING:
        raise Refused(_("You can pause only a running tournament."), "not_running")


def call_off(tournament_id: int, by_id: int, reason: str) -> None:
    """Cancel the tournament; running games continue outside of it."""
    now, reason = timezone.now(), _reason(reason)
    with locked(tournament_id) as tournament:
        check_decides(tournament, by_id)
        if tournament.status not in (Status.OPEN, Status.RUNNING):
            raise Refused(_("This tournament is over."), "not_open")
        running.end_tournament(tournament, Status.CANCELLED, now, reason=reason, by=by_id)


def runs(tournament: Tournament, user: User | None) -> bool:
    """Whether this user runs it: the organiser, managers of its club, and moderators."""
    if user is None or not user.is_active:
        return False
    if user.pk == tournament.organiser_id or club_tournaments.runs(tournament.club_id, user.pk):
        return True
    return user.has_perm("games.moderate_game")


def check_runs(tournament: Tournament, by_id: int) -> None:
    if not runs(tournament, User.objects.get(pk=by_id)):
        raise Forbidden(_("Only the organisers of the tournament can do this."), "not_organiser")


def check_decides(tournament: Tournament, by_id: int) -> None:
    """Raise Forbidden for anyone who does not run it, and for people who take part.

    From the first game on, organisers and moderators who take part have an interest in others'
    results.
    """
    check_runs(tournament, by_id)
    interest.check_interest(tournament, by_id)


def _there(tournament: Tournament, **who: object) -> Entrant:
    """An entrant who takes part or is on the waiting list; by ``user_id`` or ``username``."""
    found = Entrant.objects.filter(tournament=tournament)
    found = found.filter(**{name.replace("username", "user__username"): who[name] for name in who})
    entrant = found.exclude(state__in=GONE).first()
    if entrant is None or tournament.status not in (Status.OPEN, Status.RUNNING):
        raise Refused(_("No player of this name takes part now."), "not_in")
    return entrant


def _leave(
    tournament: Tournament,
    entrant: Entrant,
    state: str,
    now: datetime,
    *,
    by: int,
    reason: str = "",
) -> None:
    if tournament.status == Status.OPEN:
        entering.take_out(tournament, entrant, state, now, by=by, reason=reason)
        return
    takes_break = entrant.state == State.IN and state == State.WITHDRAWN
    if get_kind(tournament).live and takes_break:
        breaks.begin_break(tournament, entrant)
        return
    results.go(tournament, entrant, state, now, by=by, reason=reason)
    mark_due(tournament, now)


def _reason(given: str) -> str:
    reason = " ".join(given.split())[:LONGEST_REASON]
    if len(reason) < 5:
        raise Illegal(_("Please give a reason. The log shows it."), "no_reason")
    return reason
