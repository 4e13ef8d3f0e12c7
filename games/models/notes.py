"""Players' own notes: standing instructions, plans, remarks."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seats import Tenure


class Instruction(models.Model):
    """An answer to decisions that have not come up; never part of the state.

    ``kind`` is a kind of decision, ``parts`` one of what ``Kind.instructions`` lists.
    """

    tenure = models.ForeignKey(Tenure, models.CASCADE, related_name="instructions")
    kind = models.CharField(max_length=60)
    parts = models.JSONField()
    once = models.BooleanField(default=True, help_text="used up by its first answer")
    active = models.BooleanField(default=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("standing instruction")
        verbose_name_plural = _("standing instructions")
        constraints = [
            models.UniqueConstraint(
                fields=["tenure", "kind"], condition=Q(active=True), name="instruction_one_per_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.parts}"


class Notebook(models.Model):
    """A player's private notes about a game: a note, a plan for the next turn, and until when the
    queue of games leaves the game out. Nobody else is shown them."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    note = models.TextField(max_length=4000, blank=True)
    plan = models.TextField(max_length=500, blank=True)
    later_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notebook")
        verbose_name_plural = _("notebooks")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="notebook_once")]

    def __str__(self) -> str:
        return f"notebook of {self.user_id} on game {self.game_id}"
