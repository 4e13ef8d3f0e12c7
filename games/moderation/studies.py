"""Moderators' acts on studies: hide comments, remove the titles.

A moderator who takes part in the study is refused, and so is one with an interest in its club or in
the person.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.moderation import audit
from games.errors import Refused
from games.models import Study, StudyComment, StudyMember
from games.moderation import interest
from games.moderation.act_frame import person_of
from games.studies import writing
from games.studies.access import Role
from games.studies.locks import changed


@contextmanager
def _at_work(study_id: int, moderator_id: int) -> Iterator[Study]:
    """Lock a study; refused for a moderator who has a part in it."""
    with transaction.atomic():
        found = Study.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
        study = found.filter(pk=study_id).first()
        if study is None:
            raise Refused(_("This study has been deleted meanwhile."), "gone")
        if study.members.filter(user=moderator_id).exists():
            raise Refused(
                _("You take part in this study. Let another moderator decide."), "own_study"
            )
        if study.club is not None:
            interest.check_club(study.club, moderator_id)
        yield study
        changed(study)


def set_hidden(comment: StudyComment, moderator_id: int, *, hidden: bool) -> None:
    """Hide a comment from all readers, or show it again; the audit log has both names."""
    interest.check_person(comment.by_id, moderator_id)
    study_id = comment.chapter.study_id
    with _at_work(study_id, moderator_id):
        try:
            comment.refresh_from_db(fields=["hidden_at", "hidden_by", "hidden_by_moderator"])
        except StudyComment.DoesNotExist:
            raise Refused(_("This comment has been deleted meanwhile."), "gone") from None
        before = comment.hidden_at is not None
        if hidden == before and hidden == comment.hidden_by_moderator:
            raise Refused(_("This has already been done."), "no_change")
        writing.set_hidden(comment, moderator_id if hidden else None, as_moderator=True)
        audit.write(
            person_of(moderator_id),
            "hide" if hidden else "show",
            person=comment.by,
            reason=f"study {study_id}, comment {comment.pk}",
            before={"hidden": before},
            after={"hidden": hidden},
        )


def clear_titles(study_id: int, moderator_id: int) -> None:
    """Remove the titles of a study and its chapters; it is then called by its number."""
    owner = StudyMember.objects.filter(study=study_id, role=Role.OWNER).first()
    if owner is not None:
        interest.check_person(owner.user_id, moderator_id)
    with _at_work(study_id, moderator_id) as study:
        before = {"titles": words_of(study)}
        study.title, study.titles_removed = "", True
        study.chapters.update(title="")
        audit.write(
            person_of(moderator_id),
            "clear study",
            person=owner.user if owner else None,
            reason=f"study {study_id}",
            before=before,
            after={"titles": ""},
        )


def words_of(study: Study) -> str:
    """Its title and those of its chapters."""
    titles = study.chapters.order_by("pk").values_list("title", flat=True)
    return "\n".join(filter(None, [study.title, *titles]))
