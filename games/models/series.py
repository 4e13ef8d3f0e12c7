"""Regular tournaments: a plan, and when its next edition opens. docs/tournaments.md."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Series(models.Model):
    """A series of tournaments, its numbered editions.

    The ``plan`` applies from the next edition on; ``next_at`` is when that opens, empty while it
    waits for the end of the last one, or when the series is over.
    """

    class Rhythm(models.TextChoices):
        WEEK = "week", _("every week")
        MONTH = "month", _("every month")
        QUARTER = "quarter", _("every quarter")
        OVER = "over", _("when the previous one is over")

    name = models.CharField(max_length=60)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="series_run"
    )
    club = models.ForeignKey(
        "community.Club",
        models.PROTECT,
        null=True,
        db_index=False,
        related_name="series",
        help_text="only its members can join and see it",
    )
    plan = models.JSONField(help_text="a games.tournaments.entering.Plan as data")
    rhythm = models.CharField(max_length=8, choices=Rhythm)
    joining = models.PositiveSmallIntegerField(
        help_text="days for joining; none: each edition starts as soon as it is full"
    )
    anchor = models.DateTimeField(help_text="start of the first edition, from which others count")
    next_at = models.DateTimeField(null=True)
    active = models.BooleanField(default=True)
    number = models.PositiveIntegerField(default=0, help_text="of the last edition")
    trouble = models.CharField(
        max_length=40, blank=True, help_text="why the next edition cannot be opened, as a code"
    )
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "series"
        indexes = [
            models.Index(fields=["next_at"], name="series_due", condition=Q(next_at__isnull=False)),
            models.Index(fields=["active", "-id"], name="series_active"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.pk})"
