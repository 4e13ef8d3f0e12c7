"""A game: one play of a game type."""

import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.rules import registry
from games.rules.engine import Rules, seed_hash

#: Characters of a game's own name.
LONGEST_NAME = 40


def new_seed() -> bytes:
    """A new secret for all chance of one game."""
    return secrets.token_bytes(32)


def new_key() -> str:
    """The secret part of a link to a private game."""
    return secrets.token_urlsafe(12)


def counting(game: str = "") -> Q:
    """The games that count: for ratings, records, milestones, encounters and usual lengths.

    They are finished, not for practice, of a published type, and everybody who started them has
    played. ``game`` is the path from the queried model to the game, such as ``"seat__game"``.
    """
    path = f"{game}__" if game else ""
    counts = {"status": Game.Status.FINISHED, "practice": False, "stage": "", "unplayed": False}
    return Q(**{f"{path}{field}": value for field, value in counts.items()})


class Game(models.Model):
    """One play of a game type by seated players.

    ``version`` rises at every commit; ``number`` counts live moves. What others may see ends at
    ``public_version`` (see ``storage.position``). ``state`` is the rules' save, empty at first.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("anyone can join")
        PRIVATE = "private", _("by invitation")

    type = models.CharField(_("game type"), max_length=40)
    name = models.CharField(
        _("name"), max_length=LONGEST_NAME, blank=True, default="", db_default="",
        help_text="as its creator calls it; shown beside the game type and the number",
    )  # fmt: skip
    rules_version = models.PositiveSmallIntegerField(default=1)
    options = models.JSONField(default=dict, help_text="every option of the game type, by name")
    players = models.PositiveSmallIntegerField(_("players"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    key = models.CharField(
        max_length=32, default=new_key, help_text="opens a private game to whoever has the link"
    )
    clock = models.JSONField(default=dict, help_text="a games.clocks.kinds.Clock as data")
    live_clock = models.JSONField(
        null=True, blank=True, help_text="the live clock that it began with; null: with none"
    )
    rated = models.BooleanField(default=False)
    allows_lines = models.BooleanField(
        default=True, db_default=True,
        help_text="players may try lines out while it runs (games.lines)",
    )  # fmt: skip
    asks = models.JSONField(
        null=True,
        blank=True,
        help_text="who may join, as games.lobby.requirements.Requirements; null: everybody",
    )
    quick = models.BooleanField(
        default=False, db_default=False, help_text="opened by a quick match that found no game"
    )
    practice = models.BooleanField(
        default=False, db_default=False,
        help_text="one person's, for practice: no list, rating, statistic or e-mail has it",
    )  # fmt: skip
    lesson = models.CharField(
        max_length=40, blank=True, default="", db_default="",
        help_text="the lesson that is followed in it",
    )  # fmt: skip
    branch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, db_index=False, related_name="branches",
        help_text="the game from whose position it was played on",
    )  # fmt: skip
    branch_at = models.PositiveIntegerField(
        null=True, blank=True, help_text="the move of that game after which it was played on"
    )
    stage = models.CharField(
        _("stage"), max_length=10, choices=[("alpha", "alpha"), ("beta", "beta")],
        blank=True, default="", db_default="",
        help_text="its type's stage when it was created; games of alphas and betas count nowhere",
    )  # fmt: skip
    organised = models.BooleanField(
        default=False, db_default=False,
        help_text="of a running tournament: its players can neither pause nor cancel it",
    )  # fmt: skip

    club = models.ForeignKey(
        "community.Club", models.PROTECT, null=True, blank=True, db_index=False,
        related_name="games", verbose_name=_("club"),
        help_text="only its members can join and watch",
    )  # fmt: skip

    seed = models.BinaryField(default=new_seed)
    seed_hash = models.CharField(max_length=64, editable=False)
    state = models.BinaryField(default=b"")
    version = models.PositiveIntegerField(default=0)
    public_version = models.PositiveIntegerField(default=0)
    published_version = models.PositiveIntegerField(
        default=0, help_text="the newest version that was published"
    )
    number = models.PositiveIntegerField(default=0)
    packed = models.BooleanField(
        default=False, db_default=False, help_text="its moves are in one row: games.storage.packing"
    )
    unplayed = models.BooleanField(
        default=False, db_default=False,
        help_text="it ended before all who began it had played: it counts nowhere",
    )  # fmt: skip
    result = models.JSONField(
        null=True, blank=True, help_text="as games.rules.records.results.outcome returns it"
    )

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, db_index=False, related_name="games_made",
        verbose_name=_("created by"),
    )  # fmt: skip
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    joined_at = models.DateTimeField(
        null=True, blank=True, help_text="when somebody last joined before the start"
    )
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    moved_at = models.DateTimeField(_("last move"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    paused_at = models.DateTimeField(
        _("paused since"), null=True, blank=True, help_text="no clock runs; moves are possible"
    )
    paused_by = models.CharField(
        _("paused by"), max_length=10, blank=True, db_default="", default="",
        choices=[
            ("vote", _("its players")), ("moderator", _("a moderator")),
            ("organiser", _("the organiser of its tournament")),
        ],
    )  # fmt: skip
    ready_by = models.DateTimeField(
        null=True, blank=True, help_text="until when everybody has to say that they are ready"
    )
    voting = models.BooleanField(
        default=False, db_default=False, help_text="a vote is open: every move has to check it"
    )
    broken_at = models.DateTimeField(_("broken since"), null=True, blank=True)
    broken_reason = models.TextField(blank=True)
    broken_code = models.CharField(
        max_length=16, blank=True, default="", db_default="",
        help_text="the code of the rules that failed last",
    )  # fmt: skip

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["status", "-id"], name="game_status"),
            models.Index(fields=["type", "status", "-id"], name="game_type"),
            models.Index(
                fields=["type", "finished_at", "id"],
                name="game_finished",
                condition=Q(status="finished"),
            ),
            models.Index(
                fields=["branch_of"], name="game_branch", condition=Q(branch_of__isnull=False)
            ),
            models.Index(
                fields=["created_by", "-id"], name="game_practice", condition=Q(practice=True)
            ),
            models.Index(
                fields=["club", "status", "-id"],
                name="game_club",
                condition=Q(club__isnull=False),
            ),
            models.Index(fields=["id"], name="game_quick", condition=Q(quick=True, status="open")),
            models.Index(
                fields=["ready_by"], name="game_ready", condition=Q(ready_by__isnull=False)
            ),
            models.Index(fields=["id"], name="game_broken", condition=Q(broken_at__isnull=False)),
            models.Index(
                fields=["id"],
                name="game_unpublished",
                condition=Q(published_version__lt=F("version")),
            ),
            models.Index(
                fields=["finished_at"],
                name="game_to_pack",
                condition=Q(status="finished", packed=False),
            ),
            models.Index(
                fields=["paused_at"], name="game_paused", condition=Q(paused_at__isnull=False)
            ),
        ]
        permissions = [
            ("moderate_game", _("May moderate games")),
            ("mend_game", _("May mend stopped games")),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.seed_hash:
            self.seed_hash = seed_hash(bytes(self.seed))
        super().save(*args, **kwargs)

    @property
    def waits_since(self) -> datetime:
        """For an open table: since when nobody has joined it."""
        return self.joined_at or self.created_at

    @property
    def counts(self) -> bool:
        """Whether it is one of the games ``counting`` finds."""
        over = self.status == self.Status.FINISHED
        return over and not (self.practice or self.stage or self.unplayed)

    @property
    def rules(self) -> Rules[Any]:
        """The game type; registry.UnknownGameType if its package is missing."""
        return registry.get(self.type)
