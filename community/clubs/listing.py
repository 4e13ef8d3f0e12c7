"""Lists of clubs and of their members, page by page, each supported by an index."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.company import relationships
from accounts.models import Privacy, User
from community.clubs.queries import State
from community.models import Candidate, Club, ClubMember
from community.models.clubs import CLUB_NAME_PARTS

#: Clubs and members per page, and the letters by which a name is searched.
CLUBS, MEMBERS, FEWEST_LETTERS = 30, 50, 3
#: The most requests, invitations and removals that are shown.
CANDIDATES = 200


def of_person(user_id: int) -> list[ClubMember]:
    """The open clubs that this person is a member of, by name."""
    mine = ClubMember.objects.filter(user=user_id, club__closed_at=None)
    return list(mine.select_related("club").order_by("club__name"))


def closed_of(user_id: int) -> list[Club]:
    """Closed clubs of which this person was a member."""
    found = Club.objects.filter(members__user=user_id).exclude(closed_at=None)
    return list(found.order_by("-closed_at")[:CLUBS])


def inviting(user_id: int) -> list[Candidate]:
    """Open invitations, except those from people who block this person or are blocked."""
    found = Candidate.objects.filter(user=user_id, state=State.INVITED, club__closed_at=None)
    found = found.exclude(by__in=relationships.apart_from(user_id))
    return list(found.select_related("club", "by").order_by("-pk")[:CLUBS])


def to_join(
    user_id: int, *, part: str = "", language: str = "", after: Club | None = None
) -> list[Club]:
    """Public open clubs that this person is neither in nor invited to, the biggest first.

    One more than a page has, if there are more.
    """
    mine = ClubMember.objects.filter(club=OuterRef("pk"), user=user_id)
    invited = Candidate.objects.filter(club=OuterRef("pk"), user=user_id, state=State.INVITED)
    found = Club.objects.filter(~Exists(mine), ~Exists(invited), closed_at=None).exclude(
        entry=Club.Entry.INVITATION
    )
    if part:
        pieces = sorted({part.lower()[at : at + 3] for at in range(len(part) - 2)})
        if not pieces:
            return []
        # This uses the index over pieces of names; their order is checked afterwards.
        found = found.alias(pieces=CLUB_NAME_PARTS).filter(
            Q(pieces__contains=pieces), name__icontains=part
        )
    if language:
        found = found.filter(languages__contains=[language])
    if after is not None:
        found = found.filter(Q(size__lt=after.size) | Q(size=after.size, pk__gt=after.pk))
    return list(found.order_by("-size", "pk")[: CLUBS + 1])


def members(club_id: int, after: ClubMember | None = None, most: int = MEMBERS) -> list[ClubMember]:
    """The owner, the officers, then the others in order of joining, without suspended people.

    One more than a page has, if there are more."""
    found = ClubMember.objects.filter(club=club_id, user__is_active=True)
    if after is not None:
        found = found.filter(Q(role__gt=after.role) | Q(role=after.role, pk__gt=after.pk))
    return list(found.select_related("user").order_by("role", "pk")[: most + 1])


def shown_to_strangers(club_id: int, reader_id: int, most: int) -> list[ClubMember]:
    """The first members who do not hide, without those who block the reader or are blocked."""
    hiding = Privacy.objects.filter(user=OuterRef("user"), hidden__contains=["found"])
    found = ClubMember.objects.filter(~Exists(hiding), club=club_id, user__is_active=True)
    found = found.exclude(user__in=relationships.apart_from(reader_id))
    return list(found.select_related("user").order_by("role", "pk")[:most])


def among(club_id: int, user_ids: Iterable[int]) -> set[int]:
    """The members among these people."""
    found = ClubMember.objects.filter(club=club_id, user__in=list(user_ids))
    return set(found.values_list("user", flat=True))


def candidates(club_id: int, state: str) -> list[Candidate]:
    """People who asked, are invited or were removed, newest first."""
    found = Candidate.objects.filter(club=club_id, state=state, user__is_active=True)
    return list(found.select_related("user", "by").order_by("-pk")[:CANDIDATES])


def asking(club_id: int) -> int:
    return Candidate.objects.filter(club=club_id, state=State.ASKS, user__is_active=True).count()


def kept_of(user: User) -> dict[str, list[dict[str, object]]]:
    """The clubs that this person is in or asks to join, for the export."""
    fields = ("club_id", "club__name")
    mine: QuerySet = ClubMember.objects.filter(user=user).order_by("pk")
    waiting: QuerySet = Candidate.objects.filter(user=user).order_by("pk")
    return {
        "member": list(mine.values(*fields, "role", "since")),
        "candidate": list(waiting.values(*fields, "state", "words", "at")),
    }
