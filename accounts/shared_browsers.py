"""Accounts that signed in with the same browser, which may belong to one person; for moderators.

It is a weak sign by itself: families share browsers. Guests are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import SharedBrowser, User

KEPT = timedelta(days=90)


def record_shared_browsers(user_id: int, others: Iterable[int]) -> None:
    """Record that this person has signed in where those others have."""
    if not (known := set(others) - {user_id}):
        return
    now = timezone.now()
    there = User.objects.filter(pk__in=known, is_active=True).values_list("pk", flat=True)
    pairs = sorted(sorted((user_id, other)) for other in there)
    SharedBrowser.objects.bulk_create(
        [SharedBrowser(one_id=one, other_id=other, at=now) for one, other in pairs],
        update_conflicts=True,
        unique_fields=["one", "other"],
        update_fields=["at"],
    )


def list_pairs(user: User) -> QuerySet[SharedBrowser]:
    """The pairs that include this person."""
    return SharedBrowser.objects.filter(Q(one=user) | Q(other=user))


def among(users: Iterable[User]) -> list[tuple[int, int]]:
    """The pairs among these people, the lower number first."""
    ours = [user.pk for user in users]
    pairs = SharedBrowser.objects.filter(one__in=ours, other__in=ours)
    return list(pairs.order_by("one", "other").values_list("one", "other"))


def forget_old() -> None:
    SharedBrowser.objects.filter(at__lt=timezone.now() - KEPT).delete()
