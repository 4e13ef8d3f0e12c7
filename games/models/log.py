"""The log of a game: its moves, and the incidents at its table."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seats import Tenure


class Move(models.Model):
    """One accepted action, never changed except ``undone_by``; docs/moves.md, "The log".

    ``delta`` is the state after it: a zstd frame, with the state of the previous live row as
    dictionary unless ``keyframe``. ``events`` and ``draws`` are the engine's, as JSON.
    """

    class Action(models.TextChoices):
        START = "start", _("start")
        CHOOSE = "choose", _("choice")
        CONFIRM = "confirm", _("confirmation")
        WITHDRAW = "withdraw", _("withdrawal")
        RESIGN = "resign", _("resignation")
        TIMEOUT = "timeout", _("timeout")
        RETURN = "return", _("return of the owner")
        FORFEIT = "forfeit", _("loss on time")
        REPLACE = "replace", _("replacement of a player")
        DRAW = "draw", _("agreed draw")
        ROLLBACK = "rollback", _("taken back by a moderator")
        END = "end", _("ended by a moderator")
        SWAP = "swap", _("exchange of seats")

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves", db_index=False)
    version = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    action = models.CharField(max_length=10, choices=Action)
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="none at the start")
    tenure = models.ForeignKey(Tenure, models.PROTECT, null=True, blank=True, db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, db_index=False,
        related_name="+",
    )  # fmt: skip
    key = models.CharField(
        max_length=100, blank=True, help_text="the Idempotency-Key it was sent with"
    )
    kind = models.CharField(max_length=60, blank=True, help_text="kind of decision")
    choice = models.JSONField(null=True, blank=True)
    events = models.JSONField(default=list)
    draws = models.JSONField(default=list)
    rules_version = models.PositiveSmallIntegerField()
    delta = models.BinaryField()
    keyframe = models.BooleanField(default=False)
    barrier = models.BooleanField(help_text="it can no longer be taken back")
    undone_by = models.PositiveIntegerField(
        null=True, blank=True, help_text="the version that took it back"
    )
    at = models.DateTimeField(default=timezone.now)
    waited_since = models.DateTimeField(
        null=True, help_text="since when the game waited for the seat, if this ended the wait"
    )

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["game", "version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="move_version"),
            models.UniqueConstraint(
                fields=["game", "user", "key"],
                name="move_idempotency_key",
                condition=~Q(key=""),
            ),
        ]
        indexes = [models.Index(fields=["game", "number"], name="move_number")]

    def __str__(self) -> str:
        return f"game {self.game_id} version {self.version}: {self.action} {self.choice or ''}"


class Incident(models.Model):
    """Something that happened at a game's table outside the rules; never changed, logged by time.

    ``version`` is the game's at that time, ``seat`` the seat concerned, ``user`` the person who did
    it.
    """

    class Kind(models.TextChoices):
        REMINDED = "reminded", _("reminder")
        VACATION = "vacation", _("automatic vacation")
        OVERDUE = "overdue", _("time ran out, the other players decide")
        OFFERED = "offered", _("seat offered")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("resumed")
        VOTE_OPENED = "vote_opened", _("vote")
        VOTE_CLOSED = "vote_closed", _("vote closed")
        CANCELLED = "cancelled", _("cancelled")
        MODERATED = "moderated", _("moderator")
        GRACE = "grace", _("extra time after a downtime")
        LOST = "lost", _("extra time after a lost connection")
        DAY_GIVEN = "day_given", _("a day more from the opponent")
        RECLOCKED = "reclocked", _("clock changed")
        BROKEN = "broken", _("stopped because its rules failed")
        MENDED = "mended", _("mended")
        LEFT = "left", _("left a stopped game")
        SETTLED = "settled", _("decided when its time was up")
        BELOW = "below", _("bot played below its level")
        HINT = "hint", _("hint")
        RENAMED = "renamed", _("game renamed")

    game = models.ForeignKey(Game, models.CASCADE, related_name="incidents", db_index=False)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, db_index=False,
        related_name="+",
    )  # fmt: skip
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = ["id"]
        indexes = [models.Index(fields=["game", "id"], name="incident_game")]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.kind}"


class PackedGame(models.Model):
    """All moves of a game that is over, in place of their rows; docs/storage.md, "Packed games".

    ``packed`` is the result of ``games.storage.packed``, in its format ``format``.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="moves_packed")
    format = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField(_("moves"), help_text="how many rows it replaces")
    packed = models.BinaryField()

    class Meta:
        verbose_name = _("packed game")
        verbose_name_plural = _("packed games")

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.moves} moves"
