"""Opening a tournament: the permission, and what is stored of its plan."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import counting
from accounts.models import User
from games.errors import Forbidden, Refused
from games.models import Series, Tournament, TournamentEvent
from games.tournaments import club_tournaments
from games.tournaments.kinds import arena as arenas
from games.tournaments.kinds.kinds import KINDS
from games.tournaments.plan import (
    Plan,
    bad,
    check_plan,
    tie_breaks_of,
    usual_points,
)
from games.tournaments.rows import log_event

#: Open or running tournaments that one person may run. Those cancelled on the day of their opening
#: count, because people are invited to each.
MOST_RUN = 3

Kind, Status = TournamentEvent.Kind, Tournament.Status


def open_(organiser_id: int, plan: Plan) -> Tournament:
    """Open a tournament for others to join. Raises Illegal for a wrong setting, Forbidden for a
    user who may not, Refused for one who already runs the maximum."""
    now = timezone.now()
    user = User.objects.get(pk=organiser_id)
    check_member(user)
    club_tournaments.check_may_open(plan.club, organiser_id)
    if plan.kind == Tournament.Kind.LEAGUE:
        raise bad("kind", _("A league runs for years. Please open it as a series."))
    with transaction.atomic():
        counting.alone(organiser_id)
        lately = Q(status=Status.CANCELLED, opened_at__gt=now - timedelta(days=1))
        running = Tournament.objects.filter(
            Q(status__in=(Status.OPEN, Status.RUNNING)) | lately, organiser=user, series=None
        )
        if running.count() >= MOST_RUN and not user.is_staff:
            raise Refused(
                _(
                    "You run %(count)d tournaments, including those cancelled today. You "
                    "can open another one when one of them is over."
                )
                % {"count": MOST_RUN},
                "too_many_run",
            )
        return create(user, plan, now)


def create(
    organiser: User,
    plan: Plan,
    now: datetime,
    *,
    series: Series | None = None,
    edition: int | None = None,
) -> Tournament:
    """Create the tournament of this plan, in the caller's transaction.

    Illegal names the wrong setting.
    """
    plan = check_plan(plan, now)
    tournament = Tournament.objects.create(
        organiser=organiser,
        series=series,
        edition=edition,
        name=plan.name,
        kind=plan.kind,
        club_id=plan.club,
        type=plan.type,
        players=plan.players,
        options=plan.options,
        further=plan.further or None,
        clock=plan.clock,
        rated=plan.rated,
        allows_lines=plan.allows_lines,
        least=plan.least,
        most=plan.most,
        starts_at=plan.starts_at,
        days=plan.days,
        group_size=plan.group_size,
        match=plan.match,
        lives=plan.lives,
        pause_days=0 if KINDS[plan.kind].joins_late else plan.pause_days,
        rounds=plan.rounds if plan.kind == Tournament.Kind.SWISS else 0,
        rising=plan.rising if plan.kind == Tournament.Kind.LEAGUE else 0,
        at_once=1 if KINDS[plan.kind].live else plan.at_once,
        late=plan.late,
        points=list(plan.points) or usual_points(plan.players),
        tie_breaks=list(tie_breaks_of(plan)),
        lowest=plan.lowest,
        highest=plan.highest,
        reliable=plan.reliable,
        by_invitation=plan.by_invitation,
        ladder=plan.ladder or None,
        arena=plan.arena or None,
        opened_at=now,
        due_at=plan.starts_at,
    )
    log_event(tournament, Kind.OPENED, now, by=organiser.pk)
    if KINDS[plan.kind].lasting:
        _begin(tournament, now)
    return tournament


def check_member(user: User) -> None:
    """Raise Forbidden for a user who may not run or join a tournament: others must rely on them."""
    if user.is_guest or user.is_bot or user.confirmed_email is None:
        raise Forbidden(
            _("Tournaments are for members with a confirmed e-mail address."), "not_confirmed"
        )


def check_player(tournament: Tournament, user: User) -> None:
    """Raise Forbidden for a user who may not join this tournament: in an arena guests may, where
    its organiser allows it."""
    arena = tournament.kind == Tournament.Kind.ARENA
    if not (arena and user.is_guest and arenas.rules(tournament).guests):
        check_member(user)


def _begin(tournament: Tournament, now: datetime) -> None:
    """Begin one that runs from its opening on."""
    tournament.status, tournament.started_at, tournament.due_at = Status.RUNNING, now, now
    tournament.ends_at = now + timedelta(days=tournament.days)
    tournament.save(update_fields=["status", "started_at", "due_at", "ends_at"])
    log_event(tournament, Kind.STARTED, now, entrants=[])
