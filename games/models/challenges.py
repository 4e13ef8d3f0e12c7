"""Challenges on a ladder. docs/tournaments.md."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.tournaments import Entrant, Table, Tournament


class Challenge(models.Model):
    """A player challenges a player above for their rung.

    ``answer_by`` moves with the calendar of the challenged player; ``over_at`` is when the
    challenge was finally settled or dropped.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("awaiting an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        EXPIRED = "expired", _("not answered in time")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, db_index=False, related_name="challenges"
    )
    challenger = models.ForeignKey(Entrant, models.CASCADE, related_name="challenges")
    challenged = models.ForeignKey(Entrant, models.CASCADE, related_name="challenged_by")
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    asked_at = models.DateTimeField(default=timezone.now)
    answer_by = models.DateTimeField()
    over_at = models.DateTimeField(null=True)
    table = models.OneToOneField(Table, models.CASCADE, null=True, related_name="challenge")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["challenger"], name="challenge_one_out", condition=Q(state="asked")
            ),
            models.UniqueConstraint(
                fields=["challenged"], name="challenge_one_in", condition=Q(state="asked")
            ),
        ]
        indexes = [models.Index(fields=["tournament", "-id"], name="challenge_newest")]

    def __str__(self) -> str:
        return f"entrant {self.challenger_id} against {self.challenged_id}: {self.state}"
