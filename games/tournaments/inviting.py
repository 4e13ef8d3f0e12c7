"""Tournaments by invitation: organisers invite players; everyone can see that it is so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.company import relationships
from accounts.models import Block, User
from accounts.moderation import sanctions
from games.errors import Forbidden, Illegal, Refused
from games.lobby import limits
from games.lobby.club_games import check_members
from games.models import Entrant, Tournament, TournamentInvitation
from games.tournaments import entering, telling
from games.tournaments.rows import GONE, locked
from games.tournaments.running import organising

#: People who can be invited to one tournament, and at a time.
MOST_INVITED, MOST_NAMES = 300, 30

State = Entrant.State


def invite_people(tournament_id: int, by_id: int, names: Sequence[str]) -> int:
    """Invite these people, who are notified; return how many are newly invited."""
    with locked(tournament_id) as tournament:
        check_invites(tournament, by_id)
        people = _get_people(tournament, by_id, names)
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


def list_answers(tournament: Tournament) -> list[tuple[str, str]]:
    """The name of everybody who is invited, with `in` for those who take part or wait for a place,
    `left` for those who have taken part, `declined`, or else `invited`; for its organisers."""
    entered = dict(Entrant.objects.filter(tournament=tournament).values_list("user", "state"))
    found = []
    for each in list_invitations(tournament):
        if each.user_id in entered:
            answer = "left" if entered[each.user_id] in GONE else "in"
        else:
            answer = "declined" if each.declined_at else "invited"
        found.append((each.user.username, answer))
    return found


def list_invitations(tournament: Tournament) -> list[TournamentInvitation]:
    """All invitations of a tournament, for its organisers."""
    rows = TournamentInvitation.objects.filter(tournament=tournament)
    return list(rows.select_related("user").order_by("pk"))


def find_people(tournament: Tournament, by_id: int, names: Iterable[str]) -> dict[str, User]:
    """The people with these names, by their names in capitals.

    As nobody is told of a block, people who have blocked this person are missing like guests, bots
    and suspended people; those who are invited already stay.
    """
    wanted = {name.upper() for name in names}
    found = User.objects.filter(is_active=True, is_guest=False, owner=None)
    found = found.annotate(upper=Upper("username")).filter(upper__in=wanted)
    blocking = Block.objects.filter(blocked=by_id).values("user")
    invited = TournamentInvitation.objects.filter(tournament=tournament).values("user")
    found = found.filter(~Q(pk__in=blocking) | Q(pk__in=invited)).order_by("pk")
    return {user.username.upper(): user for user in found}


def _get_people(tournament: Tournament, by_id: int, names: Sequence[str]) -> list[User]:
    """The people with these names; Illegal says who cannot be invited."""
    if not 0 < len(names) <= MOST_NAMES:
        raise Illegal(
            _("Invite one to %(most)d people at a time.") % {"most": MOST_NAMES}, "bad_names"
        )
    people = find_people(tournament, by_id, names)
    unknown = {name.upper(): name for name in names if name.upper() not in people}
    if unknown:
        raise Illegal(
            _("There is nobody called %(names)s whom you can invite.")
            % {"names": ", ".join(unknown.values())},
            "unknown_user",
        )
    blocked = relationships.blocked_by(by_id).filter(pk__in=[user.pk for user in people.values()])
    refused = [user.username for user in blocked]
    if refused:
        raise Illegal(_("You cannot invite %(names)s.") % {"names": ", ".join(refused)}, "apart")
    check_members(tournament.club_id, people.values())
    return list(people.values())
