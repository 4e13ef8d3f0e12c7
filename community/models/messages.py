"""Private messages between two people."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Conversation(models.Model):
    """A conversation of two people; each has a side of it."""

    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")

    def __str__(self) -> str:
        return f"conversation {self.pk}"


class Side(models.Model):
    """One person's side of a conversation: how far it is read, and from where it is deleted.

    ``request``: a stranger has begun it, and there was no answer yet. ``listed``: it has something
    that this person has not deleted. ``last_at``: when the last message was written.
    """

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="sides")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    request = models.BooleanField(default=False)
    listed = models.BooleanField(default=False)
    unread = models.BooleanField(default=False)
    read_to = models.BigIntegerField(default=0, help_text="number of a message")
    deleted_to = models.BigIntegerField(default=0, help_text="number of a message")
    last_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("side of a conversation")
        verbose_name_plural = _("sides of conversations")
        constraints = [models.UniqueConstraint(fields=["user", "other"], name="side_once")]
        indexes = [
            models.Index(fields=["user", "-last_at"], name="side_listed", condition=Q(listed=True)),
            models.Index(fields=["user"], name="side_unread", condition=Q(unread=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} with {self.other_id}"


class PrivateMessage(models.Model):
    """A message of one of the two; ``quick`` names a ready phrase, which readers see in their
    language."""

    conversation = models.ForeignKey(
        Conversation, models.CASCADE, related_name="messages", db_index=False
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="private_messages"
    )
    text = models.TextField(max_length=2000, blank=True)
    quick = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("private message")
        verbose_name_plural = _("private messages")
        ordering = ["id"]
        indexes = [
            models.Index(fields=["conversation", "id"], name="private_message_of"),
            models.Index(fields=["at"], name="private_message_at"),
        ]

    def __str__(self) -> str:
        return f"private message {self.pk}"
