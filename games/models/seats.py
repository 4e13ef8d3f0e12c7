"""The seats of a game, and their holders from move to move."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

#: Stands for a bot's name in practice games: no program plays this seat. Either the lesson answers
#: for it, or the person who plays all seats takes it when it must act.
BY_HAND = "by hand"


class Tenure(models.Model):
    """The holder of a seat, from which version of the game to which, and why it ended.

    Exactly one of ``user`` and ``bot`` (a bot's name) is set; ``until`` is empty while it lasts.
    """

    class Reason(models.TextChoices):
        """Why a tenure began or ended."""

        START = "start", _("the game's start")
        RESIGNED = "resigned", _("resigned")
        FORFEITED = "forfeited", _("seat lost on time")
        TIMEOUT = "timeout", _("ran out of time")
        RETURNED = "returned", _("the owner came back")
        REPLACED = "replaced", _("replaced")

    seat = models.ForeignKey("Seat", models.CASCADE, related_name="tenures")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="tenures"
    )
    bot = models.CharField(max_length=40, blank=True)
    since = models.PositiveIntegerField(help_text="version")
    until = models.PositiveIntegerField(null=True, blank=True, help_text="version")
    away_since = models.DateTimeField(
        null=True, blank=True,
        help_text="since when its holder, who left without a word, had ended no turn in any game",
    )  # fmt: skip
    began = models.CharField(max_length=10, choices=Reason, default=Reason.START)
    ended = models.CharField(max_length=10, choices=Reason, blank=True)

    class Meta:
        verbose_name = _("tenure")
        verbose_name_plural = _("tenures")
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(until=None), name="tenure_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(user=None, bot__gt="") | Q(user__isnull=False, bot=""),
                name="tenure_user_or_bot",
            ),
        ]

    def __str__(self) -> str:
        holder = self.bot or str(self.user)
        return f"{holder}, versions {self.since}–{'' if self.until is None else self.until}"


class Seat(models.Model):
    """A place at a game, numbered from 0 in turn order; before the start in order of joining.

    ``user`` owns the seat; ``bot`` names the program that plays it now, if one does. A seat with
    neither is free. While a bot plays, its owner is a spectator who may be able to come back.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, db_index=False,
        related_name="seats",
    )  # fmt: skip
    bot = models.CharField(max_length=40, blank=True)
    tenure = models.OneToOneField(
        Tenure, models.SET_NULL, null=True, blank=True, related_name="current_seat"
    )

    to_move = models.BooleanField(default=False)
    waiting_since = models.DateTimeField(
        null=True, blank=True, help_text="since when the game waits for this seat"
    )
    used = models.DurationField(
        null=True, blank=True,
        help_text="how long the game has waited for it in waits that are over; empty in games that "
        "began before this was counted",
    )  # fmt: skip
    decision_id = models.PositiveIntegerField(
        null=True, blank=True, help_text="the open decision put to this seat, a sealed one included"
    )
    asked_version = models.PositiveIntegerField(
        default=0, help_text="the version at which that decision opened"
    )
    planned = models.BooleanField(
        default=False, db_default=False,
        help_text="a plan of its holder may still answer, so each question has to look for one",
    )  # fmt: skip
    deadline = models.DateTimeField(null=True, blank=True)
    clock_from = models.DateTimeField(
        null=True, blank=True, help_text="since when its clock runs; none while it is stopped"
    )
    budget = models.DurationField(
        null=True, blank=True, help_text="waking time left in this turn, at clock_from if it runs"
    )
    stretch = models.DurationField(
        null=True, blank=True, help_text="by how much the calendar may still stretch this turn"
    )
    reserve = models.DurationField(
        null=True, blank=True, help_text="of a clock with a reserve: what it has before this turn"
    )
    turns_left = models.SmallIntegerField(  # without a check, which would read a large table
        null=True, blank=True,
        help_text="of a reserve for several turns: how many are to end yet; empty: all of them",
    )  # fmt: skip
    aside = models.BooleanField(
        default=False, db_default=False, help_text="the clock is that of a question out of turn"
    )
    live = models.BooleanField(
        default=False, db_default=False, help_text="the deadline is that of a live game"
    )
    forgiven = models.BooleanField(
        default=False, db_default=False,
        help_text="its owner has had extra time after a lost connection in this game",
    )  # fmt: skip
    lag_given = models.DurationField(
        null=True, blank=True,
        help_text="of a live clock: how much was given back for its owner's connection",
    )  # fmt: skip
    ready_at = models.DateTimeField(
        null=True, blank=True, help_text="before a live game: since when its owner is ready"
    )
    offered_at = models.DateTimeField(
        null=True, blank=True, help_text="since when a replacement player may take it"
    )
    seen_version = models.PositiveIntegerField(
        default=0, help_text="the newest version that its holder had on a visible page"
    )

    resigned_at = models.DateTimeField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="seat_index"),
            models.UniqueConstraint(
                fields=["user", "game"],  # in this order it also serves lists of a person's games
                name="seat_one_per_user",
                deferrable=models.Deferrable.DEFERRED,  # people change places at the start
            ),
        ]
        indexes = [
            models.Index(fields=["user"], name="seat_to_move", condition=Q(to_move=True)),
            models.Index(fields=["user"], name="seat_not_over", condition=Q(rank=None)),
            models.Index(
                fields=["deadline"], name="seat_deadline", condition=Q(deadline__isnull=False)
            ),
            models.Index(
                fields=["deadline"],
                name="seat_live_deadline",
                condition=Q(live=True, deadline__isnull=False),
            ),
            models.Index(
                fields=["waiting_since"],
                name="seat_bot_to_move",
                condition=Q(to_move=True) & ~Q(bot=""),
            ),
            models.Index(
                fields=["offered_at"], name="seat_offered", condition=Q(offered_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        holder = self.bot or (str(self.user) if self.user_id else "free")
        return f"seat {self.index} ({holder})"

    @property
    def free(self) -> bool:
        return self.user_id is None and not self.bot

    def held_by(self, user_id: int | None) -> bool:
        """Whether this person holds the seat now (an owner whose bot plays does not)."""
        return user_id is not None and self.user_id == user_id and not self.bot
