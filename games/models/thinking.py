"""Claims on questions, so that no two processes compute the same answer, and their results."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seats import Seat


class Claim(models.Model):
    """A process is computing the answer to the question ``decision`` of a bot's seat, at this
    level.

    After ``until`` the next level below plays. ``fell``: the seat plays below its level from then
    on, as its table's log says.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="+")
    decision = models.PositiveIntegerField()
    level = models.CharField(max_length=40)
    until = models.DateTimeField()
    fell = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")

    def __str__(self) -> str:
        return f"seat {self.seat_id}, question {self.decision}, {self.level}"


class Analysis(models.Model):
    """What a person could have done better in a finished game, found step by step.

    ``moves`` are the numbers of the choices to be judged, ``judged`` the result for each,
    ``working`` what has been tried for the current one, and how often. Until ``until`` a process is
    working on it.
    """

    game = models.ForeignKey(Game, models.CASCADE, db_index=False, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    seat = models.PositiveSmallIntegerField()
    asked_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    moves = models.JSONField(default=list)
    judged = models.JSONField(default=dict)
    working = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="analysis_of_game"),
            models.UniqueConstraint(
                fields=["user"], condition=Q(done_at=None), name="analysis_one_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}, seat {self.seat}: {len(self.judged)} of {len(self.moves)}"


class Hint(models.Model):
    """A hint about the choices of the question ``decision``.

    Until it is ``found``, it is the claim of a process that works on it until ``until``.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="+")
    decision = models.PositiveIntegerField()
    until = models.DateTimeField()
    found = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")

    def __str__(self) -> str:
        return f"seat {self.seat_id}, question {self.decision}"
