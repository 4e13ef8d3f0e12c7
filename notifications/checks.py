"""The checks of `manage.py check --deploy`."""

from typing import Any

from django.core.checks import CheckMessage, Error

from notifications import push


def vapid_key(**kwargs: Any) -> list[CheckMessage]:
    """An error for an invalid key, which would otherwise show only when push notifications fail."""
    try:
        push.public_key()
    except ValueError:
        return [
            Error(
                "VAPID_PRIVATE_KEY is no private key.",
                hint="python -c 'import secrets; print(secrets.token_urlsafe(32))' makes one.",
                id="notifications.E001",
            )
        ]
    return []
