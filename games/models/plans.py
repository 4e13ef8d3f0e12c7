"""Plans: chains of answers that a player has left behind for questions that may come up."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.seats import Tenure


class Plan(models.Model):
    """A chain of steps ``[{"seat", "kind", "choice"}]``; a ``choice`` of null is anything.

    The steps of the holder's seat are answers, all others are conditions. How far it has got is not
    stored: it follows from the moves after version ``since`` (``games.moves.plans``).
    """

    class Ended(models.TextChoices):
        """Why it answers nothing any more."""

        DONE = "done", _("Everything is answered.")
        OWN = "own", _("You chose otherwise.")
        OTHER = "other", _("Somebody chose otherwise.")
        ILLEGAL = "illegal", _("The choice was not possible.")
        LEARNT = "learnt", _("You learned something that you did not know before.")
        UNDONE = "undone", _("A choice before it was taken back.")
        FAILED = "failed", _("The rules of the game could not carry it out.")
        LEFT = "left", _("You no longer held the seat.")
        OVER = "over", _("The game ended.")

    tenure = models.ForeignKey(Tenure, models.CASCADE, related_name="plans")
    steps = models.JSONField()
    anyway = models.BooleanField(
        default=False, help_text="it goes on when its owner has learned something new"
    )
    slowly = models.BooleanField(
        default=False, db_default=False, help_text="it answers after a while, not at once"
    )
    answers_at = models.DateTimeField(
        null=True, help_text="when it answers the question that it has found, if after a while"
    )
    asked_version = models.PositiveIntegerField(
        null=True, help_text="the version at which that question opened"
    )
    since = models.PositiveIntegerField(help_text="the version at which it was made")
    learnt = models.PositiveIntegerField(
        null=True, help_text="the version at which its owner first learned something since"
    )
    sealed = models.JSONField(
        default=list,
        db_default=[],
        help_text="the versions of sealed answers since, which it does not compare",
    )
    answered = models.JSONField(default=list, help_text="the numbers of the moves that it made")
    active = models.BooleanField(default=True)
    ended = models.CharField(max_length=10, choices=Ended, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        indexes = [
            models.Index(fields=["tenure"], name="plan_active", condition=Q(active=True)),
            models.Index(
                fields=["answers_at"],
                name="plan_answers_at",
                condition=Q(active=True, answers_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"plan {self.pk} of {len(self.steps)} steps"
