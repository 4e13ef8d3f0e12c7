"""What the service records about itself."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import F, Value
from django.db.models.functions import Extract, Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """When a periodic part last completed a run, by the clock of the database.

    The supervisor, health checks and /metrics watch its age.
    """

    name = models.CharField(max_length=50, primary_key=True)
    at = models.DateTimeField()
    ahead = models.FloatField(
        db_default=0.0, help_text="Seconds by which its machine's clock is ahead of that"
    )

    def __str__(self) -> str:
        return f"{self.name}: {self.at:%Y-%m-%d %H:%M:%S}"

    @classmethod
    def note(cls, name: str, at: datetime | None = None) -> None:
        """Record that the part called `name` has just completed a run, or did so at ``at``."""
        ahead = Value(time.time()) - Extract(Now(), "epoch")
        cls.objects.update_or_create(name=name, defaults={"at": at or Now(), "ahead": ahead})


class Failure(models.Model):
    """A row for which a scan failed, and the end of its back-off."""

    scan = models.CharField(max_length=40)
    row = models.BigIntegerField()
    times = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField()
    error = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scan", "row"], name="failure_of_row")]

    def __str__(self) -> str:
        return f"{self.scan} {self.row}: {self.times} times, {self.error}"


class RefusedMail(models.Model):
    """A person whose e-mails no server accepted since the last accepted one.

    Those whose address is wrong are not counted (``boardgames.mail.service_refusals``).
    """

    whom = models.CharField(max_length=40, primary_key=True, help_text="hash of the address")
    answer = models.TextField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}: {self.answer}"


class Trouble(models.Model):
    """An error of a game package, replaced by a plain fallback, or of our code
    (``boardgames.faults``).

    There is one row per place and version of the rules. Error, trace and position are the latest.
    """

    #: Errors that were not seen for this long count as fixed.
    RECENT = timedelta(days=1)
    #: Stands for the service itself where a game type would stand.
    SERVICE = ""

    game = models.CharField(_("game type"), max_length=100)
    place = models.CharField(_("place"), max_length=200)
    version = models.PositiveSmallIntegerField(
        _("version"), default=0, db_default=0, help_text="of the rules; 0 where there is none"
    )
    error = models.TextField(_("error"))
    trace = models.TextField(_("traceback"), blank=True, default="", db_default="")
    at_game = models.BigIntegerField(
        _("game"), null=True, help_text="at which it was seen, as far as that is known"
    )
    at_version = models.PositiveIntegerField(
        null=True, help_text="the position of that game, as Game.version counts them"
    )
    times = models.PositiveIntegerField(_("number of times"), db_default=1)
    first_at = models.DateTimeField(_("first seen"), default=timezone.now)
    last_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("package error")
        verbose_name_plural = _("package errors")
        constraints = [
            models.UniqueConstraint(fields=["game", "place", "version"], name="trouble_of_version")
        ]

    def __str__(self) -> str:
        return f"{self.game}, {self.place}: {self.error}"

    @classmethod
    def note(
        cls, game: str, place: str, error: str, times: int = 1, *, version: int = 0, **seen: Any
    ) -> None:
        """Count an error at this place; ``seen`` may give ``trace``, ``at_game``,
        ``at_version``."""
        seen |= {"error": error, "last_at": timezone.now()}
        cls.objects.update_or_create(
            game=game[:100],
            place=place[:200],
            version=version,
            defaults={**seen, "times": F("times") + times},
            create_defaults={**seen, "times": times, "first_at": seen["last_at"]},
        )

    @classmethod
    def recent(cls) -> models.QuerySet[Trouble]:
        return cls.objects.filter(last_at__gt=timezone.now() - cls.RECENT)
