"""A person's notifications and how they were sent, for the export of all their data."""

from accounts import exporting
from notifications.models import Notification, Preference, PushSubscription, Rhythm, Webhook


def register_export() -> None:
    """Register the sections of an export; called at the start of each process."""
    for name, section in {
        "notifications": exporting.make_section(
            Notification, "kind", "game_id", "state", "created_at", "done_at", "read_at"
        ),
        "notification_settings": exporting.make_section(Preference, "kind", "channel", "when"),
        "rhythm": lambda user: list(Rhythm.objects.filter(user=user).values()),
        "devices": exporting.make_section(PushSubscription, "device", "created_at", "last_used_at"),
        "webhooks": exporting.make_section(Webhook, "url", "form", "created_at", "off_at"),
    }.items():
        exporting.register(name, section)
