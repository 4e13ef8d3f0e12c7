"""The progress of each count. A counting process locks its row, so nothing is counted twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction

from games.models import Progress

#: Younger rows may still be followed by an older one that has not been committed.
SETTLED = timedelta(minutes=2)


@contextmanager
def held(name: str, *, wait: bool = False) -> Iterator[Progress | None]:
    """This count's row, saved at the end of the block together with what is counted in it.

    None if another process is counting, unless ``wait`` is set.
    """
    Progress.objects.get_or_create(name=name)
    with transaction.atomic(durable=True):
        rows = Progress.objects.select_for_update(skip_locked=not wait)
        progress = rows.filter(name=name).first()
        yield progress
        if progress is not None:
            progress.save()
