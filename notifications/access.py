"""What tells somebody without a session: it ends when a new password ends the sessions."""

from typing import Any

from accounts.models import User, access_ended
from notifications import devices, hooks


def listen() -> None:
    """At the start of each process."""
    access_ended.connect(_ended)


def _ended(user: User, **_signal: Any) -> None:
    devices.remove_all(user)
    hooks.pause(user)
