"""Tournaments: settings, players, tables, and the log from which all of it can be computed again.

docs/tournaments.md.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game
from games.models.series import Series


class Tournament(models.Model):
    """A tournament. Its rules do not change once somebody has joined.

    ``version`` rises at each change of its rows; ``due_at`` is when it must be processed again at
    the latest, empty once it is over.
    """

    class Kind(models.TextChoices):
        ROBIN = "robin", _("round robin")
        ELIMINATION = "elimination", _("elimination")
        SWISS = "swiss", _("Swiss")
        LADDER = "ladder", _("ladder")
        LEAGUE = "league", _("league")
        ARENA = "arena", _("arena")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("over")
        CANCELLED = "cancelled", pgettext_lazy("of an event", "cancelled")

    class Late(models.TextChoices):
        """What happens to a game that is not over when its time in the tournament is."""

        STANDS = "stands", _("the current points decide")
        DRAW = "draw", _("it is a draw")

    class Arithmetic(models.IntegerChoices):
        """How standings are computed; a tournament keeps to one of these from its start to its
        end."""

        NUMBERED = 1, "every place once; a bye counts nothing for tie-breaks"
        SHARED = 2, "equals share a place; a bye counts as a game against one's own points"

    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=12, choices=Kind)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="tournaments_run"
    )
    club = models.ForeignKey(
        "community.Club",
        models.PROTECT,
        null=True,
        db_index=False,
        related_name="tournaments",
        help_text="only its members can join and see it",
    )

    series = models.ForeignKey(
        Series, models.PROTECT, null=True, db_index=False, related_name="editions"
    )
    edition = models.PositiveIntegerField(null=True, help_text="of its series, from 1")

    type = models.CharField(max_length=40)
    options = models.JSONField(default=dict, help_text="every option of the game type, by name")
    further = models.JSONField(
        null=True, help_text="further types with their options, played in turn with the first"
    )
    players = models.PositiveSmallIntegerField(help_text="at one table")
    clock = models.JSONField(help_text="a games.clocks.kinds.Clock as data")
    rated = models.BooleanField(default=True)
    allows_lines = models.BooleanField(
        default=True, db_default=True,
        help_text="players may try lines out while their game runs (games.lines)",
    )  # fmt: skip

    least = models.PositiveSmallIntegerField(help_text="with fewer people it is cancelled")
    most = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True, help_text="empty: as soon as it is full")
    days = models.PositiveSmallIntegerField(help_text="for a round; for all of a round robin")
    group_size = models.PositiveSmallIntegerField(
        default=8, help_text="of a round robin; of a division of a league"
    )
    rising = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="in a league: how many are promoted and relegated"
    )
    match = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="games of a match, in an elimination with tables of two"
    )
    lives = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="lost matches that put a player out of an elimination"
    )
    rounds = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="of a Swiss")
    at_once = models.PositiveSmallIntegerField(help_text="most games at a time for one person")
    late = models.CharField(max_length=10, choices=Late, default=Late.STANDS)
    points = ArrayField(models.FloatField(), help_text="for each place at a table")
    tie_breaks = ArrayField(models.CharField(max_length=12), help_text="in this order")
    arithmetic = models.PositiveSmallIntegerField(
        default=Arithmetic.SHARED,
        db_default=Arithmetic.NUMBERED,
        help_text="one of Arithmetic",
    )
    lowest = models.PositiveSmallIntegerField(null=True, help_text="rating")
    highest = models.PositiveSmallIntegerField(null=True, help_text="rating")
    reliable = models.BooleanField(
        default=False, help_text="only players who take nine of ten turns on time"
    )
    by_invitation = models.BooleanField(default=False, db_default=False)
    ladder = models.JSONField(null=True, help_text="a games.tournaments.kinds.ladder.Rules as data")
    arena = models.JSONField(null=True, help_text="a games.tournaments.kinds.arena.Rules as data")

    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="declared: the last game ends by this time")
    ended_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    pause_days = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="days for which it may be paused in all"
    )
    paused_until = models.DateTimeField(null=True, help_text="then it goes on by itself")
    paused_for = models.DurationField(
        default=timedelta,
        db_default=timedelta(),
        help_text="length of all pauses; its deadlines moved by it",
    )
    version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "edition"], name="edition_once"),
        ]
        indexes = [
            models.Index(fields=["status", "-id"], name="tournament_status"),
            models.Index(
                fields=["due_at"], name="tournament_due", condition=Q(due_at__isnull=False)
            ),
            models.Index(
                fields=["club", "-id"], name="tournament_club", condition=Q(club__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.pk})"

    @property
    def shares_places(self) -> bool:
        return self.arithmetic == self.Arithmetic.SHARED


class TournamentInvitation(models.Model):
    """A person may join a tournament by invitation; they take a place, or decline."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, db_index=False, related_name="invitations"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_invitations"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"], name="tournament_invitation_once"
            ),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} to tournament {self.tournament_id}"


class Entrant(models.Model):
    """A person who takes part; ``place`` is the final one."""

    class State(models.TextChoices):
        IN = "in", _("takes part")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("has withdrawn")
        OUT = "out", _("out: ran out of time twice")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, db_index=False, related_name="entrants"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tournaments")
    state = models.CharField(max_length=12, choices=State, default=State.IN)
    joined_at = models.DateTimeField(default=timezone.now)
    rating = models.FloatField(default=0, help_text="when it began")
    seed = models.PositiveSmallIntegerField(default=0, help_text="from 1, the strongest")
    division = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="of a league, from 1, the highest"
    )
    lapses = models.PositiveSmallIntegerField(default=0, help_text="games lost on time")
    place = models.PositiveSmallIntegerField(null=True)
    idle_from = models.DateTimeField(
        null=True, help_text="on a ladder: when they last played, answered or sank"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="entrant_once"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} in tournament {self.tournament_id}"


class Table(models.Model):
    """One game of a tournament, from its pairing on.

    Stage, group, round, number and part (of a match of several games) identify it and are unique,
    so pairing twice has no further effect.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        OVER = "over"

    class How(models.TextChoices):
        """How its result came about."""

        PLAYED = "played"
        TIME = "time"
        LATE = "late"
        WALKOVER = "walkover"
        UNPLAYED = "unplayed"
        UNFINISHED = "unfinished"
        BYE = "bye"
        CANCELLED = "cancelled"
        CORRECTED = "corrected"

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, db_index=False, related_name="tables"
    )
    stage = models.PositiveSmallIntegerField(default=0, help_text="later ones are finals")
    group = models.PositiveSmallIntegerField(default=0)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    part = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    how = models.CharField(max_length=10, choices=How, blank=True)
    game = models.OneToOneField(
        Game, models.PROTECT, null=True, blank=True, related_name="tournament_table"
    )
    ends_at = models.DateTimeField(help_text="unfinished games are decided then")
    began_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "stage", "group", "round", "number", "part"],
                name="table_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["tournament", "state"],
                name="table_not_over",
                condition=~Q(state="over"),
            ),
        ]

    def __str__(self) -> str:
        return f"tournament {self.tournament_id}: {self.round}.{self.group}.{self.number}"


class TablePlayer(models.Model):
    """A player of a table, with seat and result; ``score`` is that of the game."""

    table = models.ForeignKey(Table, models.CASCADE, db_index=False, related_name="players")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    index = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)
    points = models.FloatField(null=True)
    left = models.BooleanField(default=False, help_text="left before the end: no points")
    lapsed = models.BooleanField(default=False, help_text="lost on time")

    class Meta:
        db_table = "games_chair"
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="chair_index"),
            models.UniqueConstraint(fields=["table", "entrant"], name="chair_entrant"),
        ]

    def __str__(self) -> str:
        return f"entrant {self.entrant_id} at table {self.table_id}"


class ArenaPlayer(models.Model):
    """What an entrant of a running arena does now: plays at ``table``, waits since ``free_from``,
    or neither, on a break.

    One row for each entrant, with one table: so nobody sits at two. A break that begins during a
    game (``on_break``) starts when the game is over.
    """

    entrant = models.OneToOneField(
        Entrant, models.CASCADE, primary_key=True, related_name="arena_player"
    )
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, db_index=False, related_name="arena_players"
    )
    table = models.ForeignKey(Table, models.SET_NULL, null=True, db_index=False, related_name="+")
    free_from = models.DateTimeField(null=True, help_text="since when they wait for a table")
    on_break = models.BooleanField(default=False)
    was_absent = models.BooleanField(
        default=False, help_text="the break began because they did not come to a table"
    )
    performance = models.IntegerField(
        null=True, help_text="the rating that would explain their results, on the scale of pages"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(table=None) | Q(free_from=None), name="arena_plays_or_waits"
            ),
            models.CheckConstraint(
                condition=Q(on_break=False) | Q(free_from=None), name="arena_break_or_waits"
            ),
        ]
        indexes = [models.Index(fields=["tournament", "free_from"], name="arena_free")]

    def __str__(self) -> str:
        return f"entrant {self.entrant_id} in arena {self.tournament_id}"


class TournamentStanding(models.Model):
    """A player's standing in a group, as computed by ``games.tournaments.kinds.standing``.

    ``breaks`` are the values of the tie-breaks, in order.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, db_index=False, related_name="standings"
    )
    stage = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField()
    score = models.FloatField()
    played = models.PositiveSmallIntegerField()
    breaks = ArrayField(models.FloatField(), default=list)

    class Meta:
        db_table = "games_line"
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "stage", "group", "entrant"], name="line_once"
            ),
        ]
        indexes = [
            models.Index(fields=["tournament", "stage", "group", "place"], name="line_order")
        ]

    def __str__(self) -> str:
        return f"{self.place}. entrant {self.entrant_id} in tournament {self.tournament_id}"


class TournamentEvent(models.Model):
    """A line of a tournament's log, which is only appended to.

    ``data`` names entrants and tables by number; ``reason`` is the organiser's.
    """

    class Kind(models.TextChoices):
        OPENED = "opened"
        JOINED = "joined"
        STAYED = "stayed"
        LEFT = "left"
        STARTED = "started"
        PAIRED = "paired"
        BEGAN = "began"
        RESULT = "result"
        GONE = "gone"
        REPLACED = "replaced"
        CORRECTED = "corrected"
        PAUSED = "paused"
        RESUMED = "resumed"
        ENDED = "ended"
        CANCELLED = "cancelled"
        CHALLENGE = "challenge"
        SANK = "sank"

    tournament = models.ForeignKey(Tournament, models.CASCADE, db_index=False, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=10, choices=Kind)
    data = models.JSONField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "games_happening"
        indexes = [models.Index(fields=["tournament", "-id"], name="happening_newest")]

    def __str__(self) -> str:
        return f"tournament {self.tournament_id}: {self.kind} {self.data}"
