"""Ends what informs a person without a session: push devices and webhooks.

It ends when a new password ends the sessions, and is deleted with the account.
"""

from typing import Any

from accounts.models import User, access_ended, account_closed
from notifications import devices
from notifications.models import Preference, Rhythm
from notifications.webhooks import hooks


def listen_to_access_changes() -> None:
    """Connect the signals; called at the start of each process."""
    access_ended.connect(_ended)
    account_closed.connect(_forgotten)


def _ended(user: User, **_signal: Any) -> None:
    devices.remove_all(user)
    hooks.pause_all(user)


def _forgotten(user: User, **_signal: Any) -> None:
    devices.remove_all(user)
    user.webhooks.all().delete()
    for model in (Preference, Rhythm):
        model._default_manager.filter(user=user).delete()
