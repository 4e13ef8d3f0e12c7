"""What was sent to calendar programs, so that they notice changes."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class FeedEntry(models.Model):
    """An entry of a person's calendar feed as last read.

    Calendar programs accept a moved entry only if ``revised_at`` and ``sequence`` have grown.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    key = models.CharField(max_length=60, help_text="the first part of its UID")
    digest = models.CharField(max_length=64, help_text="hash of the whole entry")
    revised_at = models.DateTimeField(default=timezone.now)
    sequence = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="feed_entry_once")]

    def __str__(self) -> str:
        return f"{self.key} of user {self.user_id}"
