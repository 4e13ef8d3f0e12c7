from datetime import time

from django.db import migrations, models
from django.db.models import CASCADE, Index, Q, UniqueConstraint
from django.utils import timezone

from boardgames.database.tables import ID, USER, create_table
from notifications import registry

REPLACED = """
    0002_channels 0003_preferences_from_mutes 0004_webhook_failing_since 0005_unread_index
    0006_quick_answers 0007_fewer_indexes 0008_announcements 0009_counted_index 0010_unanswered
    0011_push_key 0012_even_if_seen
"""

CHANNELS = [("mail", "E-mail"), ("push", "Push notification"), ("webhook", "Webhook")]
MOMENTS = [
    ("now", "immediately"),
    ("batched", "bundled, after a while"),
    ("daily", "once a day"),
    ("never", "never"),
]


class Migration(migrations.Migration):
    initial = True
    replaces = [("notifications", name) for name in REPLACED.split()]
    dependencies = [("accounts", "0001_initial"), ("games", "0001_initial")]
    operations = [
        create_table(
            "Notification",
            {
                "id": ID,
                "key": models.CharField(max_length=120),
                "kind": models.CharField("about", max_length=20, choices=registry.choices),
                "user": models.ForeignKey(
                    USER, CASCADE, db_index=False, related_name="notifications"
                ),
                "game": models.ForeignKey(
                    "games.game", CASCADE, null=True, blank=True, related_name="notifications"
                ),
                "data": models.JSONField(default=dict),
                "due_at": models.DateTimeField("due"),
                "state": models.CharField(
                    "state",
                    max_length=8,
                    default="queued",
                    choices=[
                        ("queued", "waiting"),
                        ("planned", "handed to channels"),
                        ("skipped", "no longer needed"),
                        ("failed", "abandoned"),
                    ],
                ),
                "reason": models.CharField(
                    "reason", max_length=200, blank=True, help_text="Why nobody was notified."
                ),
                "created_at": models.DateTimeField("created at", default=timezone.now),
                "done_at": models.DateTimeField("done", null=True, blank=True),
                "read_at": models.DateTimeField(
                    "read",
                    null=True,
                    blank=True,
                    help_text="since when it no longer counts as unread",
                ),
            },
            verbose_name="notification",
            verbose_name_plural="notifications",
            ordering=["-id"],
            indexes=[
                Index(
                    fields=["due_at", "id"], name="notification_due", condition=Q(state="queued")
                ),
                Index(fields=["done_at"], name="notification_done", condition=~Q(state="queued")),
                Index(fields=["user", "-id"], name="notification_of_user"),
                Index(
                    fields=["user", "due_at"],
                    name="notification_counted",
                    condition=Q(read_at__isnull=True, state="planned"),
                    include=("id", "game", "kind"),
                ),
            ],
            constraints=[UniqueConstraint(fields=("key",), name="notification_key")],
        ),
        create_table(
            "Announcement",
            {
                "id": ID,
                "key": models.CharField(max_length=120),
                "kind": models.CharField("about", max_length=20, choices=registry.choices),
                "game": models.ForeignKey("games.game", CASCADE, null=True, related_name="+"),
                "data": models.JSONField(default=dict),
                "due_at": models.DateTimeField("due"),
                "created_at": models.DateTimeField("created at", default=timezone.now),
            },
            verbose_name="announcement",
            verbose_name_plural="announcements",
            constraints=[UniqueConstraint(fields=("key",), name="announcement_key")],
        ),
        create_table(
            "Delivery",
            {
                "id": ID,
                "notification": models.ForeignKey(
                    "notifications.notification", CASCADE, related_name="deliveries"
                ),
                "user": models.ForeignKey(USER, CASCADE, related_name="+"),
                "channel": models.CharField("channel", max_length=10, choices=CHANNELS),
                "target": models.PositiveBigIntegerField(
                    default=0, help_text="number of the push subscription or webhook; 0 for e-mail"
                ),
                "batch": models.CharField(max_length=10, blank=True, choices=MOMENTS),
                "due_at": models.DateTimeField("due"),
                "state": models.CharField(
                    "state",
                    max_length=8,
                    default="queued",
                    choices=[
                        ("queued", "waiting"),
                        ("sent", "sent"),
                        ("skipped", "no longer needed"),
                        ("failed", "abandoned"),
                    ],
                ),
                "reason": models.CharField("reason", max_length=200, blank=True),
                "done_at": models.DateTimeField("done", null=True, blank=True),
            },
            verbose_name="delivery",
            verbose_name_plural="deliveries",
            ordering=["-id"],
            indexes=[
                Index(
                    fields=["channel", "due_at", "id"],
                    name="delivery_due",
                    condition=Q(state="queued"),
                ),
                Index(
                    fields=["user", "channel"], name="delivery_batch", condition=Q(state="queued")
                ),
            ],
            constraints=[
                UniqueConstraint(fields=("notification", "channel", "target"), name="delivery_once")
            ],
        ),
        create_table(
            "Attempt",
            {
                "id": ID,
                "notification": models.ForeignKey(
                    "notifications.notification", CASCADE, related_name="attempts"
                ),
                "delivery": models.ForeignKey(
                    "notifications.delivery",
                    CASCADE,
                    null=True,
                    blank=True,
                    related_name="attempts",
                ),
                "at": models.DateTimeField("at", default=timezone.now),
                "outcome": models.CharField(
                    "outcome",
                    max_length=6,
                    blank=True,
                    choices=[("sent", "sent"), ("failed", "failed"), ("open", "not answered")],
                ),
                "error": models.TextField("error", blank=True),
            },
            verbose_name="attempt",
            verbose_name_plural="attempts",
            ordering=["id"],
        ),
        create_table(
            "Preference",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, related_name="preferences"),
                "kind": models.CharField(max_length=20, choices=registry.choices),
                "channel": models.CharField(max_length=10, choices=CHANNELS),
                "when": models.CharField(max_length=8, choices=MOMENTS),
            },
            verbose_name="notification preference",
            verbose_name_plural="notification preferences",
            constraints=[
                UniqueConstraint(fields=("user", "kind", "channel"), name="preference_once")
            ],
        ),
        create_table(
            "Rhythm",
            {
                "id": ID,
                "user": models.OneToOneField(USER, CASCADE, related_name="rhythm"),
                "batch_minutes": models.PositiveSmallIntegerField(
                    "collect for this many minutes", default=30
                ),
                "digest_at": models.TimeField("daily summary at", default=time(8)),
                "quiet_from": models.TimeField("quiet from", null=True, blank=True),
                "quiet_until": models.TimeField("quiet until", null=True, blank=True),
                "quick_answers": models.BooleanField(
                    "offer answers to small questions in e-mails", default=True, db_default=True
                ),
                "even_if_seen": models.BooleanField(
                    "notify even about what an open page has shown", default=False, db_default=False
                ),
            },
            verbose_name="notification schedule",
            verbose_name_plural="notification schedules",
        ),
        create_table(
            "PushSubscription",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, related_name="push_subscriptions"),
                "endpoint": models.URLField(max_length=1000, unique=True),
                "p256dh": models.CharField(max_length=120),
                "auth": models.CharField(max_length=60),
                "vapid_key": models.CharField(
                    max_length=100,
                    blank=True,
                    db_default="",
                    help_text="our public key that it was made for; empty where that is not known",
                ),
                "device": models.CharField("device", max_length=80, blank=True),
                "created_at": models.DateTimeField("created at", default=timezone.now),
                "last_used_at": models.DateTimeField("last used", null=True, blank=True),
            },
            verbose_name="push subscription",
            verbose_name_plural="push subscriptions",
            ordering=["id"],
        ),
        create_table(
            "Webhook",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, related_name="webhooks"),
                "game": models.ForeignKey(
                    "games.game", CASCADE, null=True, blank=True, related_name="webhooks"
                ),
                "form": models.CharField(
                    "form",
                    max_length=10,
                    default="json",
                    choices=[
                        ("discord", "Discord"),
                        ("slack", "Slack"),
                        ("matrix", "Matrix"),
                        ("json", "plain JSON"),
                    ],
                ),
                "url": models.URLField("address", max_length=1000),
                "secret": models.CharField(
                    max_length=64,
                    blank=True,
                    help_text="signs the body (HMAC-SHA256), in plain JSON",
                ),
                "failures": models.PositiveSmallIntegerField("failures in a row", default=0),
                "failing_since": models.DateTimeField(
                    null=True, blank=True, help_text="when the first of these failures was"
                ),
                "off_at": models.DateTimeField("switched off", null=True, blank=True),
                "off_reason": models.CharField("reason", max_length=200, blank=True),
                "created_at": models.DateTimeField("created at", default=timezone.now),
            },
            verbose_name="webhook",
            verbose_name_plural="webhooks",
            ordering=["id"],
        ),
    ]
