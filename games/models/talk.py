"""The chat at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Reacted(TypedDict):
    """A reaction as read with its message: its number, its kind, and its person."""

    id: int
    kind: str
    user: str


class ChatMessage(models.Model):
    """A chat message at a game's table, or to the other spectators (``onlookers``)."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="chat", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(
        _("hidden"),
        null=True,
        blank=True,
        help_text="by a moderator; now only moderators can read it",
    )
    by_moderator = models.BooleanField(
        default=False, db_default=False, help_text="written as a moderator, not as a player"
    )
    onlookers = models.BooleanField(
        _("among spectators"),
        default=False,
        db_default=False,
        help_text="players can read it when the game is over",
    )

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ["id"]
        indexes = [models.Index(fields=["game", "id"], name="chat_game")]

    def __str__(self) -> str:
        return f"{self.user}: {self.text}"

    @property
    def reacted(self) -> Sequence[Reacted]:
        """The people who reacted, if they were read with the message: ``live.chat``."""
        return getattr(self, "read_with", ())


class Reaction(models.Model):
    """A person's wordless reaction to another's message."""

    class Kind(models.TextChoices):
        WELL_SAID = "well-said", _("well said")
        LAUGHING = "laughing", _("funny")
        THANKS = "thanks", _("thanks")
        OUCH = "ouch", _("ouch")

    message = models.ForeignKey(
        ChatMessage, models.CASCADE, related_name="reactions", db_index=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)

    class Meta:
        verbose_name = _("reaction")
        verbose_name_plural = _("reactions")
        constraints = [
            models.UniqueConstraint(fields=["message", "user", "kind"], name="reaction_once")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"
