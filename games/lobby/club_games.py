"""Games of clubs: only members can join and watch them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.models import User
from community.clubs import listing
from community.models import ClubMember
from games.errors import Forbidden, Illegal


def check_may_play(club_id: int | None, user_id: int) -> None:
    """Forbidden for a person who is not in the game's club, or if that club is closed."""
    if club_id is None:
        return
    mine = ClubMember.objects.filter(club=club_id, user=user_id, club__closed_at=None)
    if not mine.exists():
        raise Forbidden(_("Only members of the club can play its games."), "no_member")


def check_members(club_id: int | None, people: Iterable[User]) -> None:
    """Illegal, with the names, if anybody invited to a club's game is not a member."""
    if club_id is None:
        return
    known = {person.pk: person.username for person in people}
    there = listing.among(club_id, known)
    others = [name for number, name in known.items() if number not in there]
    if others:
        raise Illegal(
            _("%(names)s is not a member of the club.") % {"names": ", ".join(others)}, "no_member"
        )
