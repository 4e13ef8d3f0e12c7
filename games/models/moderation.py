"""Reports by people, and the cases that moderators decide."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction
from community.models import Club
from games.models.game import Game
from games.models.talk import ChatMessage


class ReportReason(models.TextChoices):
    """Reasons for a report."""

    THREAT = "threat", _("threats or hatred")
    INSULT = "insult", _("insults")
    SPAM = "spam", _("advertising or spam")
    NAME = "name", _("an offensive name")
    STALLING = "stalling", _("stalling, or leaving games repeatedly")
    CHEATING = "cheating", _("cheating or several accounts")
    BROKEN = "broken", _("something is wrong with the game")
    OTHER = "other", _("something else")


class Case(models.Model):
    """A matter that moderators decide once, however many people have reported it.

    ``key`` names what it is about; there is one open case for each. ``said`` and ``number`` keep it
    as it was at the first report; ``done`` is what taking the decision back needs to know.
    """

    class About(models.TextChoices):
        MESSAGE = "message", _("a message")
        NAME = "name", _("a name")
        PERSON = "player", _("a player")
        GAME = "game", _("a game")
        APPEAL = "appeal", _("an appeal")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACTED = "acted", _("action taken")
        DISMISSED = "dismissed", _("no action needed")

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
        related_name="appeals", help_text="the sanction that an appeal is against",
    )  # fmt: skip
    said = models.TextField(_("original wording"), blank=True)
    number = models.PositiveIntegerField(_("after move"), null=True)
    grave = models.BooleanField(default=False, help_text="listed before all other cases")
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    aside_at = models.DateTimeField(null=True, help_text="postponed at, listed after all others")
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
    """A prepared reason for decisions, in both languages: people read it in their own."""

    reason = models.CharField(
        _("for reports of"), max_length=10, choices=ReportReason,
        help_text=_("It is suggested first for reports of this kind."),
    )  # fmt: skip
    english = models.CharField(_("in English"), max_length=200)
    german = models.CharField(_("in German"), max_length=200)
    place = models.PositiveSmallIntegerField(_("position in the list"), default=0)

    class Meta:
        verbose_name = _("prepared reason")
        verbose_name_plural = _("prepared reasons")
        ordering = ["place", "id"]

    def __str__(self) -> str:
        return self.said(get_language() or "")

    def said(self, language: str) -> str:
        return self.german if language.startswith("de") else self.english


class Report(models.Model):
    """A report to moderators about a message, a person or a game, or an appeal against a decision
    about the sender. All reports about the same thing are one case.

    ``said`` and ``number`` hold the original: the words or the name, and the game's last move.
    """

    class About(models.TextChoices):
        MESSAGE = "message", _("a message")
        PERSON = "player", _("a player")
        GAME = "game", _("a game")
        APPEAL = "appeal", _("a decision about yourself")

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
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, db_index=False, related_name="+",
        verbose_name=_("club"),
    )  # fmt: skip
    said = models.TextField(_("original wording"), blank=True)
    number = models.PositiveIntegerField(_("after move"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    words = models.TextField(_("comment"), max_length=1000, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, verbose_name=_("by"),
        related_name="reports_by",
    )  # fmt: skip
    at = models.DateTimeField(_("date"), default=timezone.now)
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
