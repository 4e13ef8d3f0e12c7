"""Votes of the players at a table, and the ballot of each seat."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Vote(models.Model):
    """A question to the players at a table: about an absent player, a pause or an agreed end."""

    class Kind(models.TextChoices):
        ABSENT = "absent", _("What should happen to an absent player's seat?")
        CANCEL = "cancel", _("Cancel the game?")
        DRAW = "draw", _("Agree on a draw?")
        PAUSE = "pause", _("Pause the game?")
        RESUME = "resume", _("Resume the game?")
        DAYS = "days", _("Go on with days per turn?")
        LIVE = "live", _("Continue live?")

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the absent player's seat, which has no vote"
    )
    opened_by = models.PositiveSmallIntegerField(null=True, blank=True, help_text="seat")
    opened_at = models.DateTimeField(default=timezone.now)
    closes_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(closed_at=None), name="vote_one_open_per_game"
            ),
        ]
        indexes = [
            models.Index(fields=["closes_at"], name="vote_due", condition=Q(closed_at=None)),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.kind} {self.outcome}".strip()


class Ballot(models.Model):
    """A seat's answer in a vote; it may be changed while the vote is open."""

    vote = models.ForeignKey(Vote, models.CASCADE, related_name="ballots", db_index=False)
    seat = models.PositiveSmallIntegerField()
    choice = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("ballot")
        verbose_name_plural = _("ballots")
        constraints = [models.UniqueConstraint(fields=["vote", "seat"], name="ballot_once")]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.choice}"
