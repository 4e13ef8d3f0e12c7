"""What the owner, the officers and the members of a club may do."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.company import relationships
from boardgames.refusal import Refusal
from community.clubs.queries import membership
from community.models import ClubMember

Role = ClubMember.Role
#: The roles that manage a club.
RUNNING = (Role.OWNER, Role.OFFICER)


def check_member(club_id: int, user_id: int) -> ClubMember:
    """Raise Refusal unless this person is a member."""
    member = membership(club_id, user_id)
    if member is None:
        raise Refusal(_("Only members of the club can do this."), "forbidden", 403)
    return member


def check_runs(club_id: int, user_id: int) -> ClubMember:
    """Raise Refusal unless this person is the owner or an officer."""
    member = check_member(club_id, user_id)
    if member.role not in RUNNING:
        raise Refusal(
            _("Only the owner and the officers of the club can do this."), "forbidden", 403
        )
    return member


def check_owns(club_id: int, user_id: int) -> ClubMember:
    member = check_member(club_id, user_id)
    if member.role != Role.OWNER:
        raise Refusal(_("Only the owner of the club can do this."), "forbidden", 403)
    return member


def those_who_run(club_id: int) -> list[int]:
    """The numbers of the owner and the officers."""
    running = ClubMember.objects.filter(club=club_id, role__in=RUNNING)
    return list(running.order_by("role", "pk").values_list("user", flat=True))


def apart_from_those_who_run(club_id: int, user_id: int) -> bool:
    return relationships.apart(user_id, *those_who_run(club_id))
