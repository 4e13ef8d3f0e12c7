"""How people come together for a game: invitations, rematches, presets, quick matches."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Invitation(models.Model):
    """A person is invited to an open game, and may then see and join a private one.

    A seat is reserved until the answer, or until the invitation expires
    (``games.lobby.invitations``).
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True, blank=True)
    lapsed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="invitation_once"),
        ]
        indexes = [
            models.Index(
                fields=["at"],
                name="invitation_open",
                condition=Q(declined_at=None, lapsed_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} to {self.game}"


class Rematch(models.Model):
    """An offer to play a finished game again; ``accepted`` are the seats that agree.

    It ends when all agree (``made`` is the new game), when somebody declines, or by itself.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="rematches")
    offered_by = models.PositiveSmallIntegerField(help_text="seat")
    offered_at = models.DateTimeField(default=timezone.now)
    accepted = models.JSONField(default=list, help_text="seats")
    declined_by = models.PositiveSmallIntegerField(null=True, blank=True, help_text="seat")
    closed_at = models.DateTimeField(null=True, blank=True)
    made = models.OneToOneField(
        Game, models.SET_NULL, null=True, blank=True, related_name="rematch_of"
    )

    class Meta:
        verbose_name = _("rematch")
        verbose_name_plural = _("rematches")
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(closed_at=None), name="rematch_one_open_per_game"
            ),
        ]

    def __str__(self) -> str:
        return f"rematch of game {self.game_id}"


class Preset(models.Model):
    """A person's settings of a game type for a circle of people."""

    circle = models.ForeignKey("accounts.Circle", models.CASCADE, related_name="presets")
    type = models.CharField(max_length=40)
    settings = models.JSONField(help_text="arguments of games.lobby.open_games.create")

    class Meta:
        verbose_name = _("preset")
        verbose_name_plural = _("presets")
        constraints = [models.UniqueConstraint(fields=["circle", "type"], name="preset_once")]

    def __str__(self) -> str:
        return f"{self.type} for {self.circle}"


class StandingInvitation(models.Model):
    """A person's offer to play up to ``most`` games like this at a time with anyone who fits.

    The service seats them (``games.lobby.seating``). ``options`` of None: any; ``rated`` of None:
    either.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="standing_invitations"
    )
    type = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=10, help_text="as games.lobby.pace names them")
    options = models.JSONField(null=True, blank=True)
    rated = models.BooleanField(null=True, blank=True)
    most = models.PositiveSmallIntegerField()
    asks = models.JSONField(
        null=True, blank=True, help_text="as games.lobby.requirements.Requirements"
    )
    friends_only = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)
    paused_at = models.DateTimeField(null=True, blank=True)
    placed_at = models.DateTimeField(null=True, blank=True, help_text="when a game last began")

    class Meta:
        verbose_name = _("standing invitation")
        verbose_name_plural = _("standing invitations")
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["type", "players", "pace"],
                name="standing_invitation_on",
                condition=Q(paused_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: up to {self.most} of {self.type}"


class Placement(models.Model):
    """A person plays this game by a standing invitation; ``over``: no longer, or the game has
    ended."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="placements", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    invitation = models.ForeignKey(
        StandingInvitation, models.SET_NULL, null=True, related_name="placements"
    )
    over = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("placement")
        verbose_name_plural = _("placements")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="placement_once")]
        indexes = [
            models.Index(fields=["game"], name="placement_running", condition=Q(over=False)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at game {self.game_id}"


class Waited(models.Model):
    """How long a quick match took until its game started; None: nobody came.

    Names are not stored. ``hour`` is that of the request, by UTC.
    """

    type = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, help_text="as games.lobby.pace names them")
    hour = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)
    seconds = models.PositiveIntegerField(null=True)

    class Meta:
        indexes = [models.Index(fields=["hour", "at"], name="waited_hour")]

    def __str__(self) -> str:
        return f"{self.type} {self.pace} at {self.hour}: {self.seconds}"
