"""What people say at a table."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class ChatMessage(models.Model):
    """What somebody said at a game's table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="chat", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(
        _("hidden"), null=True, blank=True, help_text="by a moderator; only moderators read it now"
    )
    by_moderator = models.BooleanField(
        default=False, db_default=False, help_text="it was said as a moderator, not as a player"
    )

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ["id"]
        indexes = [models.Index(fields=["game", "id"], name="chat_game")]

    def __str__(self) -> str:
        return f"{self.user}: {self.text}"
