"""Games, who sits at them, and everything that was done: PostgreSQL is the only truth.

docs/moves.md says what the rows mean, docs/storage.md how they lie there.
"""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction
from games import tallies  # noqa: F401  Django looks for its tables here
from games.rules import registry
from games.rules.engine import Rules, seed_hash


def new_seed() -> bytes:
    """The secret that all chance of one game comes from."""
    return secrets.token_bytes(32)


def new_key() -> str:
    """The secret part of a link to a private game."""
    return secrets.token_urlsafe(12)


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
        PUBLIC = "public", _("everybody may join")
        PRIVATE = "private", _("by invitation")

    type = models.CharField(_("game type"), max_length=40)
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
    clock = models.JSONField(default=dict, help_text="a games.clocks.settings.Clock as data")
    rated = models.BooleanField(default=False)

    seed = models.BinaryField(default=new_seed)
    seed_hash = models.CharField(max_length=64, editable=False)
    state = models.BinaryField(default=b"")
    version = models.PositiveIntegerField(default=0)
    public_version = models.PositiveIntegerField(default=0)
    published_version = models.PositiveIntegerField(
        default=0, help_text="the newest version of which news has gone out"
    )
    number = models.PositiveIntegerField(default=0)
    result = models.JSONField(
        null=True, blank=True, help_text="as games.moves.results.outcome returns it"
    )

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, db_index=False, related_name="games_made",
        verbose_name=_("maker"),
    )  # fmt: skip
    created_at = models.DateTimeField(_("made"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    moved_at = models.DateTimeField(_("last move"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    paused_at = models.DateTimeField(
        _("paused since"), null=True, blank=True, help_text="no clock runs; moves are possible"
    )
    paused_by = models.CharField(
        _("paused by"), max_length=10, blank=True, db_default="", default="",
        choices=[("vote", _("its players")), ("moderator", _("a moderator"))],
    )  # fmt: skip
    voting = models.BooleanField(
        default=False, db_default=False, help_text="a vote is open: whoever moves has to look at it"
    )
    broken_at = models.DateTimeField(_("broken since"), null=True, blank=True)
    broken_reason = models.TextField(blank=True)

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
            models.Index(fields=["id"], name="game_broken", condition=Q(broken_at__isnull=False)),
            models.Index(
                fields=["id"],
                name="game_unpublished",
                condition=Q(published_version__lt=F("version")),
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
    def rules(self) -> Rules[Any]:
        """The game type; registry.UnknownGameType when its package is gone."""
        return registry.get(self.type)


class Tenure(models.Model):
    """Who held a seat, from which version of the game until which, and why it ended.

    Exactly one of ``user`` and ``bot`` (a bot's name) is set; ``until`` is empty while it lasts.
    """

    class Reason(models.TextChoices):
        """Why a tenure began or ended."""

        START = "start", _("the game's start")
        RESIGNED = "resigned", _("resigned")
        FORFEITED = "forfeited", _("forfeited by time")
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
    decision_id = models.PositiveIntegerField(
        null=True, blank=True, help_text="the open decision put to this seat, a sealed one included"
    )
    asked_version = models.PositiveIntegerField(
        default=0, help_text="the version at which that decision opened"
    )
    deadline = models.DateTimeField(null=True, blank=True)
    clock_from = models.DateTimeField(
        null=True, blank=True, help_text="since when its clock runs; none while it rests"
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
    aside = models.BooleanField(
        default=False, db_default=False, help_text="the clock is that of a question out of turn"
    )
    offered_at = models.DateTimeField(
        null=True, blank=True, help_text="since when a replacement player may take it"
    )
    seen_version = models.PositiveIntegerField(
        default=0, help_text="the newest version its holder has had on a visible page"
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
                fields=["user", "game"],  # in this order it also serves lists of one's games
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


class Move(models.Model):
    """One accepted action, never changed but for ``undone_by``; docs/moves.md, "The log".

    ``delta`` is the state after it: a zstd frame, with the state of the previous live row as
    dictionary unless ``keyframe``. ``events`` and ``draws`` are the engine's, as JSON.
    """

    class Action(models.TextChoices):
        START = "start", _("start")
        CHOOSE = "choose", _("choice")
        CONFIRM = "confirm", _("confirmation")
        WITHDRAW = "withdraw", _("withdrawal")
        RESIGN = "resign", _("resignation")
        TIMEOUT = "timeout", _("end of time")
        RETURN = "return", _("return of the owner")
        FORFEIT = "forfeit", _("forfeit by time")
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
        null=True, help_text="if the game no longer waits for the seat after it: since when it did"
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
    """What happened at a game's table beside the rules; never changed, told in its log by time.

    ``version`` is the game's at that moment. ``seat`` is whom it is about, ``user`` who did it.
    """

    class Kind(models.TextChoices):
        REMINDED = "reminded", _("reminder")
        VACATION = "vacation", _("automatic vacation")
        OVERDUE = "overdue", _("out of time, the others decide")
        OFFERED = "offered", _("seat offered")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("goes on")
        VOTE_OPENED = "vote_opened", _("vote")
        VOTE_CLOSED = "vote_closed", _("vote closed")
        CANCELLED = "cancelled", _("cancelled")
        MODERATED = "moderated", _("moderator")
        GRACE = "grace", _("time given after a downtime")
        BROKEN = "broken", _("stopped by a failure of its rules")
        MENDED = "mended", _("mended")
        LEFT = "left", _("left a stopped game")

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


class Vote(models.Model):
    """A question to the people at a table: who is absent, a pause, an agreed end."""

    class Kind(models.TextChoices):
        ABSENT = "absent", _("What is to become of an absent player's seat?")
        CANCEL = "cancel", _("Cancel the game?")
        DRAW = "draw", _("Agree on a draw?")
        PAUSE = "pause", _("Pause the game?")
        RESUME = "resume", _("Go on with the game?")

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the absent one; it has no vote"
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
    """What one seat says in a vote; it may be changed while the vote is open."""

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


class Invitation(models.Model):
    """Somebody is asked to join an open game, and may then see and join a private one. A seat is
    kept until the answer, or until the invitation lapses (``games.lobby.invitations``)."""

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


class ChatMessage(models.Model):
    """What somebody said at a game's table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="chat", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(
        _("hidden"), null=True, blank=True, help_text="by a moderator; only moderators read it now"
    )
    by_moderator = models.BooleanField(
        default=False, db_default=False, help_text="it was said as a moderator, not as a player"
    )

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ["id"]
        indexes = [models.Index(fields=["game", "id"], name="chat_game")]

    def __str__(self) -> str:
        return f"{self.user}: {self.text}"


class ReportReason(models.TextChoices):
    """What may be wrong with what is reported."""

    THREAT = "threat", _("threats or hatred")
    INSULT = "insult", _("insults")
    SPAM = "spam", _("advertising or spam")
    NAME = "name", _("an offensive name")
    STALLING = "stalling", _("stalling, or leaving games again and again")
    CHEATING = "cheating", _("cheating or several accounts")
    BROKEN = "broken", _("something is wrong with the game")
    OTHER = "other", _("something else")


class Case(models.Model):
    """Something that moderators decide once, however many have reported it.

    ``key`` names what it is about; there is one open case of each. ``said`` and ``number`` keep it
    as it was when the first report came in, ``done`` what a decision must know to be taken back.
    """

    class About(models.TextChoices):
        MESSAGE = "message", _("a message")
        NAME = "name", _("a name")
        PERSON = "player", _("a player")
        GAME = "game", _("a game")
        APPEAL = "appeal", _("an appeal")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACTED = "acted", _("acted upon")
        DISMISSED = "dismissed", _("nothing to do")

    key = models.CharField(max_length=40)
    about = models.CharField(_("about"), max_length=10, choices=About)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, verbose_name=_("person"),
        related_name="cases",
    )  # fmt: skip
    game = models.ForeignKey(
        Game, models.SET_NULL, null=True, verbose_name=_("game"), db_index=False
    )
    message = models.ForeignKey(
        ChatMessage, models.SET_NULL, null=True, verbose_name=_("message"), db_index=False
    )
    sanction = models.ForeignKey(
        Sanction, models.SET_NULL, null=True, verbose_name=_("sanction"), db_index=False,
        related_name="appeals", help_text="that an appeal is against",
    )  # fmt: skip
    said = models.TextField(_("as it was"), blank=True)
    number = models.PositiveIntegerField(_("after move"), null=True)
    grave = models.BooleanField(default=False, help_text="it comes before all others")
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    aside_at = models.DateTimeField(null=True, help_text="since when it comes after all others")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    closed_at = models.DateTimeField(_("closed"), null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+",
        verbose_name=_("by"),
    )  # fmt: skip
    done = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(state="open"), name="case_one_open_of_each"
            ),
            models.UniqueConstraint(
                fields=["sanction"], condition=Q(about="appeal"), name="case_one_appeal"
            ),
        ]
        indexes = [
            models.Index(fields=["opened_at"], name="case_open", condition=Q(state="open")),
            models.Index(fields=["-closed_at"], name="case_closed", condition=~Q(state="open")),
        ]

    def __str__(self) -> str:
        return f"case {self.pk}: {self.get_about_display()}"


class ReadyReason(models.Model):
    """What moderators say again and again, in both languages: each reads it in his own."""

    reason = models.CharField(
        _("for reports of"), max_length=10, choices=ReportReason,
        help_text=_("Reports of this kind are offered it first."),
    )  # fmt: skip
    english = models.CharField(_("in English"), max_length=200)
    german = models.CharField(_("in German"), max_length=200)
    place = models.PositiveSmallIntegerField(_("place in the list"), default=0)

    class Meta:
        verbose_name = _("ready reason")
        verbose_name_plural = _("ready reasons")
        ordering = ["place", "id"]

    def __str__(self) -> str:
        return self.said(get_language() or "")

    def said(self, language: str) -> str:
        return self.german if language.startswith("de") else self.english


class Report(models.Model):
    """Somebody tells moderators of a message, a person or a game, or asks them to look once more at
    what they have decided about himself. All that is about the same is one case.

    ``said`` and ``number`` keep what was reported as it was: the words or the name, and the game's
    last move.
    """

    class About(models.TextChoices):
        MESSAGE = "message", _("a message")
        PERSON = "player", _("a player")
        GAME = "game", _("a game")
        APPEAL = "appeal", _("a decision about oneself")

    Reason = ReportReason
    State = Case.State

    about = models.CharField(_("about"), max_length=10, choices=About)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("person"),
        related_name="reports_about",
    )  # fmt: skip
    game = models.ForeignKey(
        Game, models.SET_NULL, null=True, blank=True, verbose_name=_("game"), db_index=False
    )
    message = models.ForeignKey(
        ChatMessage, models.SET_NULL, null=True, blank=True, verbose_name=_("message"),
        db_index=False,
    )  # fmt: skip
    said = models.TextField(_("as it was"), blank=True)
    number = models.PositiveIntegerField(_("after move"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    words = models.TextField(_("words"), max_length=1000, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, verbose_name=_("by"),
        related_name="reports_by",
    )  # fmt: skip
    at = models.DateTimeField(_("at"), default=timezone.now)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    case = models.ForeignKey(Case, models.CASCADE, null=True, related_name="reports")
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    answer = models.TextField(_("what was done"), blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["by", "about", "person", "game", "message"],
                condition=Q(state="open"),
                nulls_distinct=False,
                name="report_one_open_of_each",
            ),
        ]
        indexes = [models.Index(fields=["id"], name="report_open", condition=Q(state="open"))]

    def __str__(self) -> str:
        return f"report {self.pk}: {self.get_about_display()}, {self.get_reason_display()}"


class Rematch(models.Model):
    """An offer to play a finished game once more; ``accepted`` are the seats that agree.

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
    """Settings of a game type that somebody keeps for a circle of people."""

    circle = models.ForeignKey("accounts.Circle", models.CASCADE, related_name="presets")
    type = models.CharField(max_length=40)
    settings = models.JSONField(help_text="arguments of games.lobby.open_games.create")

    class Meta:
        verbose_name = _("preset")
        verbose_name_plural = _("presets")
        constraints = [models.UniqueConstraint(fields=["circle", "type"], name="preset_once")]

    def __str__(self) -> str:
        return f"{self.type} for {self.circle}"


class Instruction(models.Model):
    """A standing answer to decisions that have not come up; never part of the state.

    ``kind`` is a kind of decision, ``parts`` one of what ``Kind.instructions`` lists.
    """

    tenure = models.ForeignKey(Tenure, models.CASCADE, related_name="instructions")
    kind = models.CharField(max_length=60)
    parts = models.JSONField()
    once = models.BooleanField(default=True, help_text="used up by its first answer")
    active = models.BooleanField(default=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("instruction")
        verbose_name_plural = _("instructions")
        constraints = [
            models.UniqueConstraint(
                fields=["tenure", "kind"], condition=Q(active=True), name="instruction_one_per_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.parts}"


class Notebook(models.Model):
    """What somebody keeps to themself about a game they sit at: a note, a plan for the next turn,
    and until when the queue of games is to leave it out. Nobody else is shown it."""

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
