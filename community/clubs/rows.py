"""Reading a club and locking it, who may do what there, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.company import ties
from accounts.models import User
from boardgames.refusal import Refusal
from community.models import Candidate, Club, ClubMember

Role, State = ClubMember.Role, Candidate.State
#: Who runs a club.
RUNNING = (Role.OWNER, Role.OFFICER)


class NotThere(Refusal):
    """There is no such club, person or message, or none of which this person may know."""

    status = 404
    code = "not_found"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or _("There is no such club."))


def seen(club_id: int, reader_id: int) -> Club:
    """The club, if this person may know of it: of one by invitation only who is in it or invited,
    of a closed one only who was in it."""
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise NotThere
    hidden = club.closed_at is not None or club.entry == Club.Entry.INVITATION
    if hidden and membership(club_id, reader_id) is None:
        invited = Candidate.objects.filter(club=club_id, user=reader_id, state=State.INVITED)
        if club.closed_at is not None or not invited.exists():
            raise NotThere
    return club


@contextmanager
def locked(club_id: int, reader_id: int, joins: int | None = None) -> Iterator[Club]:
    """An open club of which this person may know, nobody else's to change until the transaction
    ends. Whoever ``joins`` gets into no other one until then; people are locked before clubs, as
    closing an account does."""
    with transaction.atomic(durable=True):
        seen(club_id, reader_id)
        if joins is not None:
            User.objects.select_for_update(no_key=True).get(pk=joins)
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        check_open(club)
        yield club


def check_open(club: Club) -> None:
    if club.closed_at is not None:
        raise Refusal(_("This club is closed."))


def membership(club_id: int, user_id: int | None) -> ClubMember | None:
    return ClubMember.objects.filter(club=club_id, user=user_id).first()


def is_member(club_id: int, user_id: int | None) -> bool:
    return ClubMember.objects.filter(club=club_id, user=user_id).exists()


def check_member(club_id: int, user_id: int) -> ClubMember:
    """Raise a Refusal for anybody who is no member."""
    member = membership(club_id, user_id)
    if member is None:
        raise Refusal(_("Only members of the club do this."), "forbidden", 403)
    return member


def check_runs(club_id: int, user_id: int) -> ClubMember:
    """Raise a Refusal for anybody who is neither owner nor officer."""
    member = check_member(club_id, user_id)
    if member.role not in RUNNING:
        raise Refusal(_("Only the owner and the officers of the club do this."), "forbidden", 403)
    return member


def check_owns(club_id: int, user_id: int) -> ClubMember:
    member = check_member(club_id, user_id)
    if member.role != Role.OWNER:
        raise Refusal(_("Only the owner of the club does this."), "forbidden", 403)
    return member


def those_who_run(club_id: int) -> list[int]:
    """The numbers of the owner and the officers."""
    running = ClubMember.objects.filter(club=club_id, role__in=RUNNING)
    return list(running.order_by("role", "pk").values_list("user", flat=True))


def named(name: str) -> User:
    """Somebody by name who has an open account, else a Refusal."""
    found = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if found is None:
        raise Refusal(_("Nobody is called %(names)s.") % {"names": name.strip()[:40]})
    return found


def apart_from_those_who_run(club_id: int, user_id: int) -> bool:
    return ties.apart(user_id, *those_who_run(club_id))
