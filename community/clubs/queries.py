"""Reading a club, as far as a person may know of it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from boardgames.refusal import Refusal
from community.clubs.errors import NotThere
from community.models import Candidate, Club, ClubMember

State = Candidate.State


def seen(club_id: int, reader_id: int) -> Club:
    """The club, if this person may know of it.

    Clubs by invitation are visible to members and invited people, closed ones to former members.
    """
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise NotThere
    hidden = club.closed_at is not None or club.entry == Club.Entry.INVITATION
    if hidden and membership(club_id, reader_id) is None:
        invited = Candidate.objects.filter(club=club_id, user=reader_id, state=State.INVITED)
        if club.closed_at is not None or not invited.exists():
            raise NotThere
    return club


def membership(club_id: int, user_id: int | None) -> ClubMember | None:
    return ClubMember.objects.filter(club=club_id, user=user_id).first()


def is_member(club_id: int, user_id: int | None) -> bool:
    return ClubMember.objects.filter(club=club_id, user=user_id).exists()


def named(name: str) -> User:
    """The person of this name with an open account; otherwise raises Refusal."""
    found = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if found is None:
        raise Refusal(_("Nobody is called %(names)s.") % {"names": name.strip()[:40]})
    return found
