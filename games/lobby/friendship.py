"""Friend requests, with a notification to the other person."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.company import relationships
from accounts.models import Friend, User
from games.lobby import limits
from games.notification_events import writing


def befriend(user: User, other: User) -> bool:
    """Send a friend request, or accept one; return whether they are friends now.

    Refusal where that is not possible; TooMany for too many requests.
    """
    if Friend.objects.filter(user=user, friend=other).exists():
        return relationships.befriend(user, other)
    limits.count_act("friend request", user.pk)
    with transaction.atomic():
        both = relationships.befriend(user, other)
        writing.befriended(user, other, timezone.now(), agreed=both)
    return both
