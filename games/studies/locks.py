"""The lock of a study. All that is written goes under it, and raises the version."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from boardgames.redis import best_effort, messages
from games.models import Study
from games.studies.access import Access, access_to, not_found


def topic(study_id: int) -> str:
    """The topic to which open pages of a study subscribe."""
    return f"study{study_id}"


@contextmanager
def locked(study_id: int, user_id: int) -> Iterator[Access]:
    """A study that this person may read, under its row lock until the transaction ends."""
    with transaction.atomic():
        yield access_to(lock_study(study_id), user_id)


def lock_study(study_id: int) -> Study:
    """Lock a study for the caller's transaction, whoever may read it."""
    study = Study.objects.select_for_update(no_key=True).filter(pk=study_id).first()
    if study is None:
        raise not_found()
    return study


def changed(study: Study, *, by_people: bool = True) -> None:
    """Raise the version of a locked study; after the commit its open pages are told.

    Lists are sorted by when people changed it.
    """
    study.version += 1
    if by_people:
        study.changed_at = timezone.now()
    study.save()
    news = messages.text([topic(study.pk)], {"type": "study", "version": study.version})
    transaction.on_commit(lambda: best_effort.publish(news), robust=True)
