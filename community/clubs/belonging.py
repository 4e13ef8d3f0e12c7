"""Membership: roles, leaving, removing, handing the club over. Each change is one transaction."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from boardgames.refusal import Refusal
from community.clubs.founding import shut
from community.clubs.locks import locked
from community.clubs.queries import State
from community.clubs.rights import Role, check_member, check_owns, check_runs
from community.models import Candidate, Club, ClubMember, ClubMessage

#: Officers per club.
MOST_OFFICERS = 10
#: Sent after the commit when a person has stopped being a member (``club_id``, ``user_id``).
gone = Signal()


def leave_club(club_id: int, user_id: int) -> None:
    """Leave the club. An owner must hand it over first, or closes it as the last member."""
    with locked(club_id, user_id) as club:
        member = check_member(club_id, user_id)
        if member.role == Role.OWNER:
            if club.size > 1:
                raise Refusal(_("Hand the club over first, or close it."))
            shut(club, timezone.now())
            return
        _let_go(member)


def remove_member(club_id: int, by_id: int, name: str) -> None:
    """Remove a member. They can come back only by invitation.

    Officers can remove members, the owner officers, too."""
    with locked(club_id, by_id):
        mine, member = check_runs(club_id, by_id), _other(club_id, by_id, name)
        if member.role <= mine.role:
            raise Refusal(_("Only the owner of the club can do this."))
        _let_go(member)
        Candidate.objects.create(
            club_id=club_id, user_id=member.user_id, state=State.OUT, by_id=by_id
        )


def set_officer(club_id: int, by_id: int, name: str, *, officer: bool) -> None:
    """Make a member an officer, or an officer a plain member."""
    with locked(club_id, by_id):
        check_owns(club_id, by_id)
        member = _other(club_id, by_id, name)
        officers = ClubMember.objects.filter(club=club_id, role=Role.OFFICER)
        if officer and officers.count() >= MOST_OFFICERS:
            raise Refusal(_("A club has at most %(most)d officers.") % {"most": MOST_OFFICERS})
        _set_role(member, Role.OFFICER if officer else Role.MEMBER)


def hand_over(club_id: int, by_id: int, name: str) -> None:
    """Make another member the owner; the former owner becomes an officer."""
    with locked(club_id, by_id):
        mine, member = check_owns(club_id, by_id), _other(club_id, by_id, name)
        _set_role(mine, Role.OFFICER)
        _set_role(member, Role.OWNER)


def forget_member(user: User) -> None:
    """Remove the person of a closed account from all clubs, with their messages.

    A club of theirs passes to the member who has been an officer for the longest time, otherwise to
    the oldest member.
    """
    ClubMessage.objects.filter(by=user).delete()
    Candidate.objects.filter(user=user).delete()
    for member in ClubMember.objects.filter(user=user).order_by("club"):
        club = Club.objects.select_for_update(no_key=True).get(pk=member.club_id)
        _let_go(member)
        if member.role == Role.OWNER and club.closed_at is None:
            pass_on(club)


def pass_on(club: Club) -> None:
    """Pass the club to its next owner, in the caller's transaction; without one it closes."""
    owner = ClubMember.objects.filter(club=club, role=Role.OWNER).first()
    others = ClubMember.objects.filter(club=club, user__is_active=True).exclude(role=Role.OWNER)
    following = others.order_by("role", "pk").first()
    if following is None:
        shut(club, timezone.now())
        return
    if owner is not None:
        _set_role(owner, Role.MEMBER)
    _set_role(following, Role.OWNER)


def _other(club_id: int, by_id: int, name: str) -> ClubMember:
    found = ClubMember.objects.filter(club=club_id, user__username__iexact=name)
    member = found.select_related("user").exclude(user=by_id).first()
    if member is None:
        raise Refusal(
            _("Choose another member of this club: %(name)s is not one.") % {"name": name[:40]}
        )
    return member


def _set_role(member: ClubMember, role: int) -> None:
    if role == Role.OWNER and not member.user.is_active:
        raise Refusal(_("%(name)s is suspended.") % {"name": member.user.username})
    member.role = role
    member.save(update_fields=["role"])


def _let_go(member: ClubMember) -> None:
    ClubMember.objects.filter(pk=member.pk).delete()
    Club.objects.filter(pk=member.club_id).update(size=F("size") - 1)
    club_id, user_id = member.club_id, member.user_id
    transaction.on_commit(
        lambda: gone.send_robust(Club, club_id=club_id, user_id=user_id), robust=True
    )
