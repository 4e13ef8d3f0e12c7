"""Lists of studies, and what is written in one."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from accounts.company import relationships
from accounts.models import User
from community.models import ClubMember
from games.models import Chapter, Study, StudyComment, StudyMember
from games.studies.access import Role, Visibility

#: Studies per list.
SHOWN = 30


def of_person(user_id: int) -> QuerySet[Study]:
    """The studies that this person has a part in, the last changed first."""
    mine = StudyMember.objects.filter(user=user_id).values("study")
    return _newest(Study.objects.filter(pk__in=mine))


def written_by(user_id: int) -> QuerySet[Study]:
    """The studies in which this person writes, the last changed first."""
    roles = (Role.OWNER, Role.WRITER)
    mine = StudyMember.objects.filter(user=user_id, role__in=roles).values("study")
    return Study.objects.filter(pk__in=mine).order_by("-changed_at", "-pk")[:SHOWN]


def of_clubs(user_id: int) -> QuerySet[Study]:
    """Other studies of clubs that this person is in, without those of people apart."""
    clubs = ClubMember.objects.filter(user=user_id).values("club")
    found = Study.objects.filter(visibility=Visibility.CLUB, club__in=clubs)
    return _newest(_by_others(found, user_id))


def public(user_id: int | None) -> QuerySet[Study]:
    """The public studies with something in them, without this person's own."""
    found = Study.objects.filter(
        visibility=Visibility.PUBLIC, pk__in=Chapter.objects.values("study")
    )
    return _newest(_by_others(found, user_id))


def _by_others(studies: QuerySet[Study], user_id: int | None) -> QuerySet[Study]:
    if user_id is None:
        return studies
    apart = Q(user__in=relationships.apart_from(user_id), role=Role.OWNER)
    left_out = StudyMember.objects.filter(Q(user=user_id) | apart).values("study")
    return studies.exclude(pk__in=left_out)


def _newest(studies: QuerySet[Study]) -> QuerySet[Study]:
    return (
        studies.order_by("-changed_at", "-pk")
        .prefetch_related("members__user")
        .annotate(chapter_count=Count("chapters"))
    )


def owner_of(study: Study) -> User | None:
    """The owner of a listed study."""
    return next((one.user for one in study.members.all() if one.role == Role.OWNER), None)


def comments(chapter: Chapter, reader_id: int | None) -> list[StudyComment]:
    """The comments of a chapter, oldest first.

    Left out: those of people who block the reader or are blocked. Hidden ones are included, but
    their text must not be shown.
    """
    found = StudyComment.objects.filter(chapter=chapter).select_related("by").order_by("pk")
    apart = relationships.apart_from(reader_id)
    return list(found.exclude(by__in=apart) if apart else found)


def kept_by(user: User) -> dict[str, object]:
    """This person's studies and comments, for the export."""
    studies = StudyMember.objects.filter(user=user).order_by("pk")
    written = StudyComment.objects.filter(by=user).order_by("pk")
    fields = ("study_id", "study__title", "role", "since")
    return {
        "studies": list(studies.values(*fields)),
        "comments": list(
            written.values(
                *("chapter__study_id", "chapter__game_id", "node"),
                *("text", "at", "edited_at", "hidden_at"),
            )
        ),
    }
