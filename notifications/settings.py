"""Storing what somebody chose on the settings page."""

from collections.abc import Mapping

from django.db import transaction

from accounts.models import User
from notifications import preferences
from notifications.models import Rhythm, When
from notifications.preferences import Setting


def store(user: User, chosen: Mapping[Setting, When], rhythm: Rhythm, reminder_share: int) -> None:
    """From now on these hold."""
    with transaction.atomic(durable=True):
        preferences.choose(user.pk, chosen)
        rhythm.save()
        user.reminder_share = reminder_share
        user.save(update_fields=["reminder_share"])


def reset(user: User) -> None:
    """The defaults hold again."""
    with transaction.atomic(durable=True):
        preferences.reset(user.pk)
        Rhythm.objects.filter(user=user).delete()
        user.reminder_share = User._meta.get_field("reminder_share").get_default()
        user.save(update_fields=["reminder_share"])
