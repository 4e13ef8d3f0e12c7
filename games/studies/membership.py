"""The members of a study: the owner names people who write and people who read."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.company import relationships
from accounts.models import User
from accounts.moderation import sanctions
from games.errors import Illegal, NotFound, Refused
from games.models import Study, StudyComment, StudyMember
from games.notification_events.kinds import StudyAdded
from games.studies.access import Role, check_owns
from games.studies.locks import changed, locked
from games.studies.making import check_member
from notifications import outbox

MOST_MEMBERS = 50


def set_member(study_id: int, by_id: int, name: str, *, writes: bool) -> None:
    """Let a friend write in the study, or only read it; the same for a member.

    Refused for anybody else, as nobody can be put on a list by strangers.
    """
    with locked(study_id, by_id) as access:
        check_owns(access)
        person = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
        if person is None:
            raise NotFound(_("Nobody is called %(names)s.") % {"names": name.strip()[:40]})
        if person.pk == by_id:
            raise Illegal(_("You own this study."), "yourself")
        check_member(person)
        role = Role.WRITER if writes else Role.READER
        member = StudyMember.objects.filter(study=access.study, user=person).first()
        if member is None:
            _check_new(access.study, by_id, person)
            member = StudyMember(study=access.study, user=person)
            _tell(access.study, by_id, person)
        member.role = role
        member.save()
        changed(access.study)


def _tell(study: Study, by_id: int, person: User) -> None:
    """Notify a new member, of one person once a day; muted people cause no notifications."""
    if not sanctions.why_muted(by_id):
        fact, now = StudyAdded(study=study.pk, by=by_id), timezone.now()
        key = outbox.of_day(now, by_id)
        outbox.write([outbox.notification(fact, person.pk, None, now, key)])


def _check_new(study: Study, by_id: int, person: User) -> None:
    if not relationships.friends_of(by_id).filter(pk=person.pk).exists():
        raise Refused(
            _(
                "%(name)s is not one of your friends. Send the link of the study instead: with it "
                "everybody can read."
            )
            % {"name": person.username},
            "no_friend",
        )
    if study.members.count() >= MOST_MEMBERS:
        raise Refused(
            _("A study has at most %(most)d members.") % {"most": MOST_MEMBERS}, "too_many_members"
        )


def remove_member(study_id: int, by_id: int, name: str) -> None:
    """End somebody's membership. What they have written stays. The owner removes others; everybody
    else can leave."""
    with locked(study_id, by_id) as access:
        found = StudyMember.objects.filter(study=access.study, user__username__iexact=name.strip())
        member = found.exclude(role=Role.OWNER).first()
        if member is None:
            raise NotFound(_("The study has no such member."))
        if member.user_id != by_id:
            check_owns(access)
        member.delete()
        changed(access.study)


def hand_over(study_id: int, by_id: int, name: str) -> None:
    """Make a writer the owner; the owner becomes a writer."""
    with locked(study_id, by_id) as access:
        check_owns(access)
        found = StudyMember.objects.filter(
            study=access.study, role=Role.WRITER, user__username__iexact=name.strip()
        )
        member = found.select_related("user").first()
        if member is None or not member.user.is_active:
            raise Refused(_("Choose a member who writes in the study."), "no_writer")
        _pass_to(access.study, member)
        changed(access.study)


def _pass_to(study: Study, member: StudyMember) -> None:
    StudyMember.objects.filter(study=study, role=Role.OWNER).update(role=Role.WRITER)
    member.role = Role.OWNER
    member.save(update_fields=["role"])


def forget_person(user: User) -> None:
    """Remove the person of a closed account from all studies, with their comments.

    A study of theirs passes to the writer who has been there for the longest time; without one it
    is deleted.
    """
    studies = set(StudyMember.objects.filter(user=user).values_list("study_id", flat=True))
    said = StudyComment.objects.filter(by=user)
    studies |= set(said.values_list("chapter__study_id", flat=True))
    locked_ones = Study.objects.select_for_update(no_key=True).filter(pk__in=studies)
    for study in locked_ones.order_by("pk"):
        StudyComment.objects.filter(by=user, chapter__study=study).delete()
        own = StudyMember.objects.filter(study=study, user=user).first()
        if own is not None and own.role == Role.OWNER:
            others = study.members.filter(role=Role.WRITER, user__is_active=True)
            following = others.order_by("since", "pk").first()
            if following is None:
                changed(study)  # its open pages look, and find nothing
                study.delete()
                continue
            _pass_to(study, following)
        if own is not None:
            StudyMember.objects.filter(pk=own.pk).delete()
        changed(study)
