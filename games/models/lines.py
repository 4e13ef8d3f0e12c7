"""Lines of thought: what a person tries out at a game, seen by nobody else while it runs."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Line(models.Model):
    """One tree of choices of one person from one position of a game.

    It is played in ``world``, a game dealt anew when the line was begun, and never in the true one.
    ``seat`` is the seat whose knowledge it was dealt from; empty for a game that was over.
    ``presses`` counts the changes, so that pages know which of two answers is newer.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    number = models.PositiveIntegerField(help_text="the move of the game after which it begins")
    world = models.BinaryField(help_text="the state where it begins, compressed")
    rules_version = models.PositiveIntegerField()
    nodes = models.JSONField(default=list, help_text="as games.trees.tree.Tree")
    at = models.PositiveIntegerField(default=0, help_text="the node that it was left at")
    presses = models.PositiveIntegerField(default=0)
    shared = models.BooleanField(
        default=False, help_text="others may see it, without its notes, once the game is over"
    )
    begun_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_line_of_thought"  # "games_line" has the standings of tournaments
        verbose_name = _("line of thought")
        verbose_name_plural = _("lines of thought")
        indexes = [
            models.Index(fields=["user", "game", "-changed_at"], name="line_of_person"),
        ]

    def __str__(self) -> str:
        return f"line {self.pk} of {self.user_id} on game {self.game_id}"
