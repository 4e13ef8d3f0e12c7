"""Statistics of people and games, in rows that ticks update: no page counts anything.

docs/statistics.md says what counts, and how to count it again.
"""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Progress(models.Model):
    """How far a count has got: everything up to this row, or to this moment and row, is counted."""

    name = models.CharField(max_length=60, primary_key=True)
    at = models.DateTimeField(null=True)
    row = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}: {self.at or ''} {self.row}"


class Habit(models.Model):
    """How a person answers: the last response times, in seconds of waking hours, and the last
    turns.

    A turn was made (".") or ran out of time ("x"); the newest is last.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="habit"
    )
    answers = ArrayField(models.PositiveIntegerField(), default=list)
    pace = models.DurationField(null=True, help_text="median of the answers")
    recent = models.CharField(max_length=100, default="")

    class Meta:
        verbose_name = _("habit")
        verbose_name_plural = _("habits")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.pace}"


class Streak(models.Model):
    """How many turns in a row a person took on time, as counted by ``games.statistics.streaks``."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+"
    )
    turns = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.turns} turns"


class Milestone(models.Model):
    """A person's first time to reach something: in which game and when.

    ``type`` is empty for what covers all game types.
    """

    class Kind(models.TextChoices):
        WON = "won"
        COMEBACK = "comeback"
        HUNDRED = "hundred"
        THOUSAND = "thousand"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    type = models.CharField(max_length=40, blank=True)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "type"], name="milestone_once")
        ]
        indexes = [
            models.Index(fields=["type"], name="milestone_type"),
            models.Index(fields=["-at"], name="milestone_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.kind} {self.type}: game {self.game_id}"


class Best(models.Model):
    """The highest score at a game type for a number of players, and who reached it first.

    It counts games with the usual options that were started and finished by people only. ``games``
    are counted so far, and ``before`` of them when this one ended.
    """

    type = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)
    before = models.PositiveIntegerField(default=0)
    score = models.IntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["type", "players"], name="best_once")]

    def __str__(self) -> str:
        return f"{self.type} {self.players}: {self.score} by user {self.user_id}"


class RatingChange(models.Model):
    """A person's rating in a pool after one rated game; ``at`` is the game's end.

    ``games`` and ``season_games`` count the rated games of this type up to this one.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, db_index=False, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    type = models.CharField(max_length=50, help_text="as games.ratings.pools names it")
    at = models.DateTimeField()
    season = models.PositiveIntegerField(help_text="as games.ratings.seasons numbers them")
    place = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    season_games = models.PositiveIntegerField()
    away_since = models.DateTimeField(
        null=True, help_text="the absence that it counts, as in Tenure.away_since"
    )

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="rating_change_once")]
        indexes = [models.Index(fields=["user", "type", "at", "game"], name="rating_change_user")]

    def __str__(self) -> str:
        return f"game {self.game_id}, user {self.user_id}: {self.mu:.2f} ± {self.sigma:.2f}"


class Standing(models.Model):
    """A person's newest rating in a pool, and the one at the end of each season played in.

    ``season`` is 0 for the newest of all; ``listed`` once the rating is not provisional.
    """

    type = models.CharField(max_length=50, help_text="as games.ratings.pools names it")
    season = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="standings"
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    listed = models.BooleanField()

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints = [
            models.UniqueConstraint(fields=["user", "type", "season"], name="standing_once")
        ]
        indexes = [
            models.Index(
                fields=["type", "season", "-mu", "user"],
                name="standing_order",
                condition=Q(listed=True),
            ),
            models.Index(
                fields=["type", "season", "-games", "user"],
                name="standing_regulars",
                condition=Q(listed=True),
            ),
            models.Index(
                fields=["type", "season", "-mu", "user"],
                name="standing_provisional",
                condition=Q(listed=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.season}, user {self.user_id}: {self.mu:.2f} ± {self.sigma:.2f}"


class Tally(models.Model):
    """Sums over finished games of a type for a number of players: all people's, or one person's.

    ``games.statistics.results`` explains ``kind`` and ``key``, and which sums they have.
    """

    type = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, db_index=False, related_name="+"
    )
    players = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10)
    key = models.CharField(max_length=100)
    games = models.PositiveIntegerField(default=0)
    wins = models.FloatField(default=0)
    places = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0)
    share = models.FloatField(default=0)
    moves = models.BigIntegerField(default=0)
    seconds = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "type", "players", "kind", "key"],
                name="tally_once",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.players}, user {self.user_id}, {self.kind} {self.key}"


class Encounter(models.Model):
    """How often a person has finished games of a type with another, ahead of them and behind."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    type = models.CharField(max_length=40)
    games = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)
    behind = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "other", "type"], name="encounter_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} and {self.other_id}, {self.type}: {self.ahead} to {self.behind}"


class ClubTally(models.Model):
    """How many games of a type a club has finished: all of them, or one member's."""

    club = models.ForeignKey("community.Club", models.CASCADE, db_index=False, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, db_index=False, related_name="+"
    )
    type = models.CharField(max_length=40)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user", "type"], name="club_tally_once", nulls_distinct=False
            )
        ]
        indexes = [
            models.Index(
                fields=["club", "-games"], name="club_tally_most", condition=Q(user__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"club {self.club_id}, user {self.user_id}, {self.type}: {self.games}"


class ClubEncounter(models.Model):
    """The same as ``Encounter``, only for games of one club."""

    club = models.ForeignKey("community.Club", models.CASCADE, db_index=False, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+"
    )
    type = models.CharField(max_length=40)
    games = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)
    behind = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user", "other", "type"], name="club_encounter_once"
            )
        ]

    def __str__(self) -> str:
        return f"club {self.club_id}, {self.user_id} and {self.other_id}, {self.type}"
