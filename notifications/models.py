"""What people are to be told: the outbox, each try to deliver, and what nobody wants to be sent."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What a notification is about; its label stands in the settings: "Write to me when …"."""

    YOUR_TURN = "your_turn", _("it is my turn")
    REMINDER = "reminder", _("my time runs short")
    GAME_STARTED = "game_started", _("a game of mine starts")
    INVITED = "invited", _("somebody invites me to a game")
    GAME_OVER = "game_over", _("a game of mine is over")
    TIMED_OUT = "timed_out", _("my time ran out and a bot plays on")


class Notification(models.Model):
    """One fact for one person, written in the transaction that made it true.

    ``key`` names the fact, so that it is told once. While it is being sent, ``due_at`` lies ahead:
    should the sender die, another takes over then. ``data`` says what must still hold when it is
    sent (see ``notifications.stale``): the seat, and the version or the deadline it is about.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENT = "sent", _("sent")
        SKIPPED = "skipped", _("not needed any more")
        FAILED = "failed", _("given up")

    key = models.CharField(max_length=120, unique=True)
    kind = models.CharField(_("about"), max_length=20, choices=Kind)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="notifications")
    data = models.JSONField(default=dict)
    due_at = models.DateTimeField(_("due"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.QUEUED)
    reason = models.CharField(
        _("reason"), max_length=200, blank=True, help_text=_("Why it was not sent.")
    )
    created_at = models.DateTimeField(_("made"), default=timezone.now)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["due_at", "id"], name="notification_due", condition=Q(state="queued")
            ),
            models.Index(
                fields=["done_at"], name="notification_done", condition=~Q(state="queued")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user} about game {self.game_id}"


class Attempt(models.Model):
    """One try to send. One without an outcome was cut off: its sender died."""

    class Outcome(models.TextChoices):
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="attempts")
    at = models.DateTimeField(_("at"), default=timezone.now)
    outcome = models.CharField(_("outcome"), max_length=6, choices=Outcome, blank=True)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.outcome or '?'} {self.error}".strip()


class Mute(models.Model):
    """A kind of notification that somebody does not want."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    kind = models.CharField(max_length=20, choices=Kind)

    class Meta:
        verbose_name = _("unwanted notification")
        verbose_name_plural = _("unwanted notifications")
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="mute_once")]

    def __str__(self) -> str:
        return f"{self.user}: no {self.kind}"
