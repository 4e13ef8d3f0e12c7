"""The outbox, deliveries by channel, each attempt to send, and people's choices."""

import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notifications import registry


class Channel(models.TextChoices):
    """A way to notify people outside the page; inside there is always the bell."""

    MAIL = "mail", _("E-mail")
    PUSH = "push", _("Push notification")
    WEBHOOK = "webhook", _("Webhook")


class When(models.TextChoices):
    """When a person wants a notification."""

    NOW = "now", _("immediately")
    BATCHED = "batched", _("bundled, after a while")
    DAILY = "daily", _("once a day")
    NEVER = "never", _("never")


class Notification(models.Model):
    """One fact for one person, written in the transaction that made it true.

    ``key`` names the fact, so that it is sent once. From ``due_at`` on it is shown under the bell,
    and a tick hands it to the channels that its reader wants (``Delivery``). ``data`` is the fact
    as its kind stores it (``outbox.Fact``).
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        PLANNED = "planned", _("handed to channels")
        SKIPPED = "skipped", _("no longer needed")
        FAILED = "failed", _("abandoned")

    key = models.CharField(max_length=120)
    kind = models.CharField(_("about"), max_length=20, choices=registry.choices)
    # Each move writes two of these rows, so there is no index that another one can replace.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", db_index=False
    )
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, blank=True, related_name="notifications"
    )
    data = models.JSONField(default=dict)
    due_at = models.DateTimeField(_("due"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.QUEUED)
    reason = models.CharField(
        _("reason"), max_length=200, blank=True, help_text=_("Why nobody was notified.")
    )
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)
    read_at = models.DateTimeField(
        _("read"), null=True, blank=True, help_text="since when it no longer counts as unread"
    )

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["key"], name="notification_key")]
        indexes = [
            models.Index(
                fields=["due_at", "id"], name="notification_due", condition=Q(state="queued")
            ),
            models.Index(
                fields=["done_at"], name="notification_done", condition=~Q(state="queued")
            ),
            models.Index(fields=["user", "-id"], name="notification_of_user"),
            # All columns that the bell's number needs, which each page shows.
            models.Index(
                fields=["user", "due_at"],
                include=["id", "game", "kind"],
                name="notification_counted",
                condition=Q(read_at__isnull=True, state="planned"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user} about game {self.game_id}"


class Announcement(models.Model):
    """One fact for all people whom its kind concerns.

    The transaction that makes it true writes only this row. Planning then writes a notification for
    each of them and deletes it.
    """

    key = models.CharField(max_length=120)
    kind = models.CharField(_("about"), max_length=20, choices=registry.choices)
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+")
    data = models.JSONField(default=dict)
    due_at = models.DateTimeField(_("due"))
    created_at = models.DateTimeField(_("created at"), default=timezone.now)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        constraints = [models.UniqueConstraint(fields=["key"], name="announcement_key")]

    def __str__(self) -> str:
        return f"{self.kind} about game {self.game_id}"


class Delivery(models.Model):
    """A notification being sent by one channel; deliveries of one batch go out as one message.

    While it is being sent, ``due_at`` is in the future: if the sender dies, another one takes over
    at that time. ``batch`` is empty for a message of its own; due deliveries with the same user,
    channel, target and batch ("batched" or "daily") are sent together.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENT = "sent", _("sent")
        SKIPPED = "skipped", _("no longer needed")
        FAILED = "failed", _("abandoned")

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    channel = models.CharField(_("channel"), max_length=10, choices=Channel)
    target = models.PositiveBigIntegerField(
        default=0, help_text="number of the push subscription or webhook; 0 for e-mail"
    )
    batch = models.CharField(max_length=10, blank=True, choices=When)
    due_at = models.DateTimeField(_("due"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.QUEUED)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["notification", "channel", "target"], name="delivery_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["channel", "due_at", "id"], name="delivery_due", condition=Q(state="queued")
            ),
            models.Index(
                fields=["user", "channel"], name="delivery_batch", condition=Q(state="queued")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notification_id} by {self.channel}: {self.state}"


class Attempt(models.Model):
    """One try to send. Without an outcome it was cut off, because its sender died.

    An open one was sent completely, but no answer has come: the message may have arrived.
    """

    class Outcome(models.TextChoices):
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        OPEN = "open", _("not answered")

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="attempts")
    delivery = models.ForeignKey(
        Delivery, models.CASCADE, null=True, blank=True, related_name="attempts"
    )
    at = models.DateTimeField(_("at"), default=timezone.now)
    outcome = models.CharField(_("outcome"), max_length=6, choices=Outcome, blank=True)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.outcome or '?'} {self.error}".strip()


class Preference(models.Model):
    """When a person wants a kind by a channel, if that differs from the default.

    See ``notifications.preferences``.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    kind = models.CharField(max_length=20, choices=registry.choices)
    channel = models.CharField(max_length=10, choices=Channel)
    when = models.CharField(max_length=8, choices=When)

    class Meta:
        verbose_name = _("notification preference")
        verbose_name_plural = _("notification preferences")
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "channel"], name="preference_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} by {self.channel} {self.when}"


class Rhythm(models.Model):
    """The times of day at which a person is notified, in local time; without a row the defaults."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rhythm")
    batch_minutes = models.PositiveSmallIntegerField(_("collect for this many minutes"), default=30)
    digest_at = models.TimeField(_("daily summary at"), default=datetime.time(8))
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    quick_answers = models.BooleanField(
        _("offer answers to small questions in e-mails"), default=True, db_default=True
    )
    even_if_seen = models.BooleanField(
        _("notify even about what an open page has shown"), default=False, db_default=False
    )

    class Meta:
        verbose_name = _("notification schedule")
        verbose_name_plural = _("notification schedules")

    def __str__(self) -> str:
        return f"rhythm of {self.user}"


class PushSubscription(models.Model):
    """A browser that accepts push notifications; deleted when its push service says so.

    One made for an earlier key of ours gets none: its browser renews it, or it is deleted.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.URLField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    vapid_key = models.CharField(
        max_length=100,
        blank=True,
        db_default="",
        help_text="our public key that it was made for; empty where that is not known",
    )
    device = models.CharField(_("device"), max_length=80, blank=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.user}: {self.device}"


class Webhook(models.Model):
    """An address that gets its owner's notifications: for all games, or for one."""

    class Form(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MATRIX = "matrix", "Matrix"
        JSON = "json", _("plain JSON")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, blank=True, related_name="webhooks"
    )
    form = models.CharField(_("form"), max_length=10, choices=Form, default=Form.JSON)
    url = models.URLField(_("address"), max_length=1000)
    secret = models.CharField(
        max_length=64, blank=True, help_text="signs the body (HMAC-SHA256), in plain JSON"
    )
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    failing_since = models.DateTimeField(
        null=True, blank=True, help_text="when the first of these failures was"
    )
    off_at = models.DateTimeField(_("switched off"), null=True, blank=True)
    off_reason = models.CharField(_("reason"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.user}: {self.form}"
