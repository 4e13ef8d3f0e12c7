"""What `manage.py check --deploy` looks at."""

from typing import Any

from django.core.checks import CheckMessage, Error

from notifications import push


def vapid_key(**kwargs: Any) -> list[CheckMessage]:
    """A key that is none would be noticed only when nobody gets push messages."""
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
