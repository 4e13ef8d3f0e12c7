"""Events of clubs, the members who come, and the tables. docs/community.md."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game


class ClubEvent(models.Model):
    """A meeting of a club to play one game type; the people who come are assigned to tables.

    ``players`` is the most per table. ``seated``: the tables are assigned, and not all of their
    games have started.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        SEATED = "seated", _("tables assigned")
        OVER = "over", _("over")
        OFF = "off", pgettext_lazy("of an event", "cancelled")

    club = models.ForeignKey(
        "community.Club", models.CASCADE, db_index=False, related_name="events"
    )
    title = models.CharField(_("title"), max_length=60)
    at = models.DateTimeField(_("date"))
    type = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField(help_text="at a table, at most")
    options = models.JSONField(default=dict, help_text="every option of the game type, by name")
    clock = models.JSONField(help_text="a games.clocks.kinds.Clock as data")
    rated = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, db_index=False, related_name="+"
    )
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)

    class Meta:
        verbose_name = _("event of a club")
        verbose_name_plural = _("events of clubs")
        indexes = [
            models.Index(fields=["club", "state", "at"], name="club_event_of"),
            models.Index(
                fields=["at"], name="club_event_due", condition=Q(state__in=("planned", "seated"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.pk})"


class Coming(models.Model):
    """A member's answer whether they come to an event."""

    event = models.ForeignKey(ClubEvent, models.CASCADE, db_index=False, related_name="answers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    comes = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="coming_once")]

    def __str__(self) -> str:
        return f"user {self.user_id}, event {self.event_id}: {self.comes}"


class ClubTable(models.Model):
    """The people who sit together at an event, and their game once it has begun."""

    event = models.ForeignKey(ClubEvent, models.CASCADE, db_index=False, related_name="tables")
    number = models.PositiveSmallIntegerField()
    people = ArrayField(models.BigIntegerField(), help_text="numbers of users, in turn order")
    game = models.OneToOneField(
        Game, models.SET_NULL, null=True, blank=True, related_name="club_table"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="club_table_once")]

    def __str__(self) -> str:
        return f"event {self.event_id}, table {self.number}"
