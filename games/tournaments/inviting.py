"""Tournaments by invitation: organisers invite players; everyone can see that it is so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.company import relationships
from accounts.models import User
from accounts.moderation import sanctions
from games.errors import Forbidden, Illegal, Refused
from games.lobby import limits
from games.lobby.club_games import check_members
from games.models import Entrant, Tournament, TournamentInvitation
from games.tournaments import entering, telling
from games.tournaments.rows import locked
from games.tournaments.running import organising

#: People who can be invited to one tournament, and at a time.
MOST_INVITED, MOST_NAMES = 300, 30

State = Entrant.State


def invite_people(tournament_id: int, by_id: int, names: Sequence[str]) -> int:
    """Invite these people, who are notified; return how many are newly invited."""
    with locked(tournament_id) as tournament:
        check_invites(tournament, by_id)
        people = _people(tournament, by_id, names)
        asked = TournamentInvitation.objects.filter(tournament=tournament)
        known = {*asked.values_list("user", flat=True), by_id}
        fresh = [user.pk for user in people if user.pk not in known]
        if len(known) + len(fresh) > MOST_INVITED:
            raise Refused(
                _("You can invite at most %(most)d people to a tournament.")
                % {"most": MOST_INVITED},
                "too_many_invited",
            )
        limits.count_act("invitation", by_id, by=len(fresh))
        TournamentInvitation.objects.bulk_create(
            TournamentInvitation(tournament=tournament, user_id=user_id, by_id=by_id)
            for user_id in fresh
        )
        telling.invited(tournament, fresh, by_id, timezone.now())
    return len(fresh)


def check_invites(tournament: Tournament, by_id: int) -> None:
    """Raise Forbidden for a person who cannot invite to this tournament, Refused if nobody can
    now."""
    organising.check_runs(tournament, by_id)
    entering.check_open(tournament)
    if not tournament.by_invitation:
        raise Refused(
            _("This tournament needs no invitation: everyone can join."), "not_by_invitation"
        )
    if why := sanctions.why_muted(by_id):
        raise Forbidden(why, "muted")


def decline_invitation(tournament_id: int, user_id: int) -> None:
    """Decline an invitation. The person can still join, but is not invited again."""
    with transaction.atomic():
        open_ = TournamentInvitation.objects.select_for_update(of=("self",))
        mine = open_.filter(tournament=tournament_id, user=user_id, declined_at=None).first()
        there = Entrant.objects.filter(tournament=tournament_id, user=user_id)
        if mine is None or there.filter(state__in=(State.IN, State.WAITING)).exists():
            raise Refused(_("You have no invitation to answer here."), "not_invited")
        mine.declined_at = timezone.now()
        mine.save(update_fields=["declined_at"])


def waiting_for(user_id: int) -> QuerySet[TournamentInvitation]:
    """A person's unanswered invitations, except those across a block."""
    joined = Entrant.objects.filter(user=user_id).values("tournament")
    found = TournamentInvitation.objects.filter(user=user_id, declined_at=None)
    return found.exclude(tournament__in=joined).exclude(by__in=relationships.apart_from(user_id))


def list_invitations(tournament: Tournament) -> list[TournamentInvitation]:
    """All invitations of a tournament, for its organisers."""
    rows = TournamentInvitation.objects.filter(tournament=tournament)
    return list(rows.select_related("user").order_by("pk"))


def find_named(names: Iterable[str]) -> dict[str, User]:
    """The people with these names who can be invited to tournaments, by their names in capitals."""
    wanted = {name.upper() for name in names}
    found = User.objects.filter(is_active=True, is_guest=False, owner=None)
    found = found.annotate(upper=Upper("username")).filter(upper__in=wanted)
    return {user.username.upper(): user for user in found}


def _people(tournament: Tournament, by_id: int, names: Sequence[str]) -> list[User]:
    """The people with these names; Illegal says who cannot be invited."""
    if not 0 < len(names) <= MOST_NAMES:
        raise Illegal(
            _("Invite one to %(most)d people at a time.") % {"most": MOST_NAMES}, "bad_names"
        )
    people = find_named(names)
    unknown = {name.upper(): name for name in names if name.upper() not in people}
    if unknown:
        raise Illegal(
            _("Nobody is called %(names)s.") % {"names": ", ".join(unknown.values())},
            "unknown_user",
        )
    apart = relationships.apart_from(by_id)
    refused = [user.username for user in people.values() if user.pk in apart]
    if refused:
        raise Illegal(_("You cannot invite %(names)s.") % {"names": ", ".join(refused)}, "apart")
    check_members(tournament.club_id, people.values())
    return list(people.values())
