"""People, the tokens of their programs, and what moderators record about them."""

from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models, transaction
from django.db.models import F, Func, Q
from django.db.models.functions import Upper
from django.dispatch import Signal
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.zones import zone_called

#: Sent when everything that was opened with a password must end (``user``); sessions end by
#: themselves.
access_ended = Signal()
#: Sent in the transaction that closes an account for good (``user``).
account_closed = Signal()

#: The pieces of a name by which an index finds it (``names.parts``). The function is our own, made
#: by a migration: not every PostgreSQL has the extension ``pg_trgm``.
NAME_PARTS = Func(F("username"), function="name_parts", output_field=ArrayField(models.TextField()))


def languages() -> list[tuple[str, Any]]:
    """The languages, as a callable, so that a new language needs no migration."""
    return settings.LANGUAGES


class User(AbstractUser):
    """A player. A guest has no e-mail address and no password until made permanent."""

    username = models.CharField(
        _("name"),
        max_length=names.MAX_LENGTH,
        unique=True,
        validators=[names.well_formed, names.not_reserved],
        error_messages={"unique": _("This name is taken. Please choose another one.")},
    )
    # Not unique: an unconfirmed address belongs to nobody. allauth keeps confirmed ones unique.
    email = models.EmailField(_("e-mail address"), blank=True, db_index=True)
    # Empty: none was chosen yet; the browser's is used.
    language = models.CharField(_("language"), max_length=8, choices=languages, default="")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    is_guest = models.BooleanField(_("guest"), default=False)
    owner = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, db_index=False,
        related_name="bots", verbose_name=_("owner"),
        help_text=_("the person who runs this program; empty for a person"),
    )  # fmt: skip
    asked_to_keep = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="a guest who was asked to keep the account, and did not want to",
    )
    confirm_turns = models.BooleanField(
        _("confirm the end of my turns"),
        default=True,
        help_text=_("Others see your moves only after you confirm them."),
    )
    explain_first = models.BooleanField(
        _("explain decisions the first time"),
        default=True,
        db_default=True,
        help_text=_("In your first two games of a type, each kind of decision is explained once."),
    )
    wants_betas = models.BooleanField(
        _("show me betas"),
        default=False,
        db_default=False,
        help_text=_("Betas are games that are nearly ready. Your results in them do not count."),
    )
    explained = ArrayField(
        models.TextField(),
        default=list,
        db_default=[],
        editable=False,
        help_text="what this person was told once and is not told again",
    )
    calendar = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text="when this person's clocks rest, as accounts.calendar",
    )
    reminder_share = models.PositiveSmallIntegerField(
        _("remind me when this share of my time is left"),
        default=25,
        db_default=25,
        help_text=_("in percent"),
    )

    sessions_ended = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="how often all sessions of this person were ended at once",
    )

    unconfirmed_since = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="since when an e-mail address waits to be confirmed",
    )

    bounced_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when the last hard bounce came"
    )
    mail_rests_since = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="since when no mail about games goes out"
    )

    closes_at = models.DateTimeField(
        _("closes"), null=True, blank=True, editable=False, help_text="as its owner has asked"
    )

    _replaces_password = False

    @property
    def is_bot(self) -> bool:
        """Whether a program plays by this account."""
        return self.owner_id is not None

    class Meta(AbstractUser.Meta):
        constraints = [
            # Upper case because `username__iexact` compares that: so the index serves it, too.
            models.UniqueConstraint(Upper("username"), name="user_name_any_case"),
        ]
        indexes = [
            models.Index(fields=["id"], name="user_closed", condition=Q(is_active=False)),
            models.Index(
                fields=["closes_at"], name="user_closes", condition=Q(closes_at__isnull=False)
            ),
            models.Index(fields=["owner"], name="user_bots", condition=Q(owner__isnull=False)),
            models.Index(
                fields=["date_joined"],
                name="user_guest",
                condition=Q(is_active=True, is_guest=True),
            ),
            GinIndex(NAME_PARTS, name="user_name_parts", fastupdate=False),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the user, and end everything opened with the old password if there is a new one.

        That holds however the password was changed; Django ends the sessions. A guest's first
        password ends nothing.
        """
        other_password = self._replaces_password and self._password is not None  # type: ignore[attr-defined]
        with transaction.atomic():
            super().save(*args, **kwargs)
            if other_password:
                access_ended.send(User, user=self)
        self._replaces_password = False

    def set_password(self, raw_password: str | None) -> None:
        self._replaces_password = not self._state.adding and self.has_usable_password()
        super().set_password(raw_password)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """The hash that a session must know to stay valid, changed when all sessions end at
        once."""
        known: str = super()._get_session_auth_hash(secret)  # type: ignore[misc]
        ended = self.sessions_ended
        if not ended:
            return known
        return salted_hmac(f"{known}{ended}", known, secret=secret, algorithm="sha256").hexdigest()

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which this person reads times."""
        return zone_called(self.time_zone)

    @property
    def confirmed_email(self) -> str | None:
        """The address for e-mails about games: the primary address, once confirmed."""
        address = EmailAddress.objects.filter(user=self, primary=True, verified=True).first()
        return str(address.email) if address else None

    @property
    def unconfirmed_email(self) -> str | None:
        """The address that gets no e-mails because nobody has confirmed it.

        None if there is a confirmed one, or none at all.
        """
        addresses = EmailAddress.objects.filter(user=self).order_by("-verified", "-primary")
        first = addresses.first()
        return None if first is None or first.verified else str(first.email)

    def unreached(self, address: str) -> "Letter | None":
        """The last e-mail to the address, if it failed."""
        return self.letters.filter(address__iexact=address, due_at=None).first()


class ApiToken(models.Model):
    """Lets a program act for its user. Only a hash is stored; the token is shown once."""

    class Scope(models.TextChoices):
        READ = "read", _("read only, except friends and messages")
        PLAY = "play", _("read, and do everything in games")
        ALL = "all", _("everything, including friends and messages")

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    hash = models.CharField(max_length=64, unique=True, editable=False)
    by_password = models.BooleanField(
        default=False,
        help_text=_("Created by signing in over the API. The oldest of these expire."),
    )
    scope = models.CharField(
        _("what it may do"),
        max_length=4,
        choices=Scope.choices,
        default=Scope.ALL,
        db_default=Scope.ALL,
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.user})"


class Friend(models.Model):
    """One person wants to be another's friend; they are friends once both want it."""

    user = models.ForeignKey(User, models.CASCADE, db_index=False, related_name="friends")
    friend = models.ForeignKey(User, models.CASCADE, related_name="friend_of")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("friend")
        verbose_name_plural = _("friends")
        constraints = [models.UniqueConstraint(fields=["user", "friend"], name="friend_once")]

    def __str__(self) -> str:
        return f"{self.friend} of {self.user}"


class Block(models.Model):
    """One person blocks another."""

    user = models.ForeignKey(User, models.CASCADE, db_index=False, related_name="blocks")
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [models.UniqueConstraint(fields=["user", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.blocked} by {self.user}"


class Circle(models.Model):
    """Friends with whom a person plays, such as "the Thursday table"."""

    user = models.ForeignKey(User, models.CASCADE, db_index=False, related_name="circles")
    name = models.CharField(_("name"), max_length=60)
    members = models.ManyToManyField(User, related_name="+")

    class Meta:
        verbose_name = _("circle")
        verbose_name_plural = _("circles")
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="circle_name")]

    def __str__(self) -> str:
        return self.name


class Privacy(models.Model):
    """What a person hides; without a row, nothing."""

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="privacy")
    hidden = ArrayField(models.CharField(max_length=20), default=list)

    class Meta:
        verbose_name = _("privacy")
        verbose_name_plural = _("privacies")

    def __str__(self) -> str:
        return f"{self.user}: {', '.join(self.hidden)}"


class FormerName(models.Model):
    """A name that a person had before choosing another one."""

    user = models.ForeignKey(User, models.CASCADE, related_name="former_names")
    name = models.CharField(_("former name"), max_length=names.MAX_LENGTH)
    at = models.DateTimeField(_("until"), default=timezone.now)

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")
        indexes = [models.Index(Upper("name"), name="former_name_any_case")]

    def __str__(self) -> str:
        return f"{self.name}, now {self.user_id}"


class SharedBrowser(models.Model):
    """Two people have signed in with the same browser, last at ``at``.

    Each pair has one row, with the lower number first.
    """

    one = models.ForeignKey(User, models.CASCADE, related_name="+")
    other = models.ForeignKey(User, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="shared_browser"),
            models.CheckConstraint(
                condition=Q(one__lt=F("other")), name="shared_browser_lower_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id}, {self.other_id}"


class Feed(models.Model):
    """The secret address at which a person's calendar program reads deadlines."""

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="feed")
    key = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"feed of {self.user}"


class Sanction(models.Model):
    """What a moderator has imposed on a person, and why; the person is told.

    A mute stops messages; a suspension or a ban closes the account. It is in force until ``until``,
    or for good without one, unless it was lifted or withdrawn.
    """

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        MUTE = "mute", _("may not write")
        SUSPENSION = "suspension", _("suspended")
        BAN = "ban", _("banned")

    user = models.ForeignKey(
        User, models.CASCADE, related_name="sanctions", verbose_name=_("person")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    reason = models.TextField(_("reason"))
    by = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", db_index=False, verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(
        _("withdrawn"), null=True, blank=True, help_text="it was a mistake, and counts no more"
    )

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind"],
                condition=Q(ended_at=None) & ~Q(kind="warning"),
                name="sanction_one_of_a_kind",
            ),
        ]
        indexes = [
            models.Index(
                fields=["until"],
                name="sanction_due",
                condition=Q(ended_at=None, until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"


class Note(models.Model):
    """Moderators' notes about a person, for moderators only."""

    user = models.ForeignKey(User, models.CASCADE, related_name="notes", verbose_name=_("person"))
    text = models.TextField(_("text"))
    by = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", db_index=False, verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.user}: {self.text}"


class NotChanged(Exception):
    """The audit log allows additions only."""


class _Acts(models.QuerySet["Act"]):
    def update(self, **_values: Any) -> int:
        raise NotChanged

    def delete(self) -> tuple[int, dict[str, int]]:
        raise NotChanged


class Act(models.Model):
    """A row of the audit log: actor, act, object, time and reason; before and after.

    Never changed nor deleted: a trigger of the database prevents it. So it names people and games
    by number and name, without foreign keys, which would keep those rows from being deleted.
    """

    at = models.DateTimeField(_("at"), default=timezone.now)
    by_id = models.BigIntegerField(null=True, help_text="none for a command of the operator's")
    by = models.CharField(_("by"), max_length=names.MAX_LENGTH)
    action = models.CharField(_("action"), max_length=40)
    person_id = models.BigIntegerField(null=True)
    person = models.CharField(_("person"), max_length=names.MAX_LENGTH, blank=True)
    game = models.BigIntegerField(_("game"), null=True)
    report = models.BigIntegerField(_("report"), null=True)
    reason = models.TextField(_("reason"), blank=True)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)

    objects = _Acts.as_manager()

    class Meta:
        verbose_name = _("logged action")
        verbose_name_plural = _("audit log")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["person_id", "-id"], name="act_person"),
            models.Index(fields=["game", "-id"], name="act_game"),
            models.Index(fields=["by_id", "-id"], name="act_by"),
        ]
        permissions = [
            ("act_as_user", _("Can view the service as somebody else")),
            ("export_act", _("Can export the audit log")),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.by}: {self.action}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise NotChanged
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise NotChanged


class Letter(models.Model):
    """An e-mail about an account that waits to be sent, or failed; see
    ``accounts.account_mail``."""

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="letters")
    address = models.EmailField()
    subject = models.TextField()
    text = models.TextField()
    headers = models.JSONField(default=dict)
    tries = models.PositiveSmallIntegerField(default=0)
    unanswered = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="how often it went out and no answer came"
    )
    wrong_address = models.BooleanField(
        default=False, db_default=False, help_text="It was given up as there is no such address."
    )
    written_at = models.DateTimeField(default=timezone.now)
    # None: it failed.
    due_at = models.DateTimeField(null=True, default=timezone.now)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at", "id"], name="letter_due", condition=Q(due_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"to {self.address}"
