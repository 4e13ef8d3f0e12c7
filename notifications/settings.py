"""Stores what a person chose on the settings page."""

from collections.abc import Mapping

from django.db import transaction

from accounts.models import User
from notifications import preferences
from notifications.models import Channel, Rhythm, When
from notifications.preferences import Setting


def store(user: User, chosen: Mapping[Setting, When], rhythm: Rhythm, reminder_share: int) -> None:
    """Store these choices."""
    with transaction.atomic(durable=True):
        preferences.save_preferences(user.pk, chosen)
        if _has_no_mail(chosen):
            preferences.silence(user.pk, Channel.MAIL)
        rhythm.save()
        user.reminder_share = reminder_share
        user.save(update_fields=["reminder_share"])


def _has_no_mail(chosen: Mapping[Setting, When]) -> bool:
    return {when for (_kind, by), when in chosen.items() if by == Channel.MAIL} == {When.NEVER}


def reset(user: User) -> None:
    """Return to the defaults."""
    with transaction.atomic(durable=True):
        preferences.reset(user.pk)
        Rhythm.objects.filter(user=user).delete()
        user.reminder_share = User._meta.get_field("reminder_share").get_default()
        user.save(update_fields=["reminder_share"])
