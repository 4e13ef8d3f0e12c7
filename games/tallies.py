"""What is counted of people and games, in rows that ticks keep: no page ever counts it.

docs/statistics.md says what counts, and how it can be counted anew.
"""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _


class Progress(models.Model):
    """How far a count has come: all up to this row, or to this moment and row, is counted."""

    name = models.CharField(max_length=60, primary_key=True)
    at = models.DateTimeField(null=True)
    row = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}: {self.at or ''} {self.row}"


class Habit(models.Model):
    """How somebody answers: the last times to answer in seconds of waking hours, and whether the
    last turns were made (".") or ran out of time ("x"), the newest last."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="habit"
    )
    answers = ArrayField(models.PositiveIntegerField(), default=list)
    pace = models.DurationField(null=True, help_text="median of the answers")
    recent = models.CharField(max_length=100, default="")

    class Meta:
        verbose_name = _("habit")
        verbose_name_plural = _("habits")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.pace}"
