"""The operator's settings of a game type: its stage, testers and maintainers."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Stage(models.TextChoices):
    """The stage of a game type."""

    ALPHA = "alpha", _("alpha: only its testers see it")
    BETA = "beta", _("beta: only players who want betas see it")
    PUBLISHED = "published", _("published")


class Package(models.Model):
    """A game type by its slug; one without a row is published, and nobody maintains it."""

    type = models.CharField(_("game type"), max_length=40, primary_key=True)
    stage = models.CharField(
        _("stage"), max_length=10, choices=Stage, default=Stage.PUBLISHED,
        help_text=_("Running games continue at any stage, and count as they did when they began."),
    )  # fmt: skip
    testers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="tests", verbose_name=_("testers"),
        help_text=_("They see it as an alpha, and as a beta even if they do not want betas."),
    )  # fmt: skip
    clubs = models.ManyToManyField(
        "community.Club", blank=True, related_name="tests", verbose_name=_("clubs"),
        help_text=_("Every member of these clubs is a tester."),
    )  # fmt: skip
    maintainers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="maintains",
        verbose_name=_("maintainers"),
        help_text=_("They are also testers, and are notified of its problems."),
    )  # fmt: skip

    class Meta:
        verbose_name = _("stage of a game type")
        verbose_name_plural = _("stages of game types")
        ordering = ["type"]

    def __str__(self) -> str:
        return self.type


class FaultReport(models.Model):
    """A player's report of something wrong at a table of an alpha or a beta.

    ``kept`` is what their seat saw and was asked there: nothing that only another seat may know.
    """

    type = models.CharField(_("game type"), max_length=40)
    game = models.ForeignKey(
        Game, models.SET_NULL, null=True, db_index=False, related_name="fault_reports",
        verbose_name=_("game"),
    )  # fmt: skip
    seat = models.PositiveSmallIntegerField(_("seat"))
    version = models.PositiveIntegerField(help_text="the position, as Game.version counts them")
    number = models.PositiveIntegerField(_("after move"))
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"))
    kept = models.JSONField()
    words = models.TextField(_("comment"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="faults_reported",
        verbose_name=_("by"),
    )  # fmt: skip
    at = models.DateTimeField(_("date"), default=timezone.now)
    done_at = models.DateTimeField(_("done"), null=True)
    done_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False,
    )  # fmt: skip
    answer = models.TextField(_("answer"), blank=True, default="")

    class Meta:
        verbose_name = _("fault report")
        verbose_name_plural = _("fault reports")
        indexes = [
            models.Index(fields=["type", "-id"], name="fault_of_type"),
            models.Index(fields=["game"], name="fault_of_game", condition=Q(game__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.type}, report {self.pk}"


class Trial(models.Model):
    """A trial of a type's stored games: copies were played on under the rules installed then.

    ``said`` has a line for each game that would break.
    """

    type = models.CharField(_("game type"), max_length=40)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+",
        verbose_name=_("by"),
    )  # fmt: skip
    at = models.DateTimeField(_("requested"), default=timezone.now)
    over_at = models.DateTimeField(_("over"), null=True)
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"), default=0)
    games = models.PositiveIntegerField(_("games"), default=0)
    failing = models.PositiveIntegerField(_("would break"), default=0)
    said = models.JSONField(default=list)

    class Meta:
        verbose_name = _("trial on copies")
        verbose_name_plural = _("trials on copies")
        indexes = [models.Index(fields=["type", "-id"], name="trial_of_type")]

    def __str__(self) -> str:
        return f"{self.type}, trial {self.pk}"


class ReleaseRequest(models.Model):
    """Maintainers' request to the operator to bring a type to its next stage."""

    class Answer(models.TextChoices):
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("not yet")

    type = models.CharField(_("game type"), max_length=40)
    stage = models.CharField(_("stage"), max_length=10, choices=Stage)
    words = models.TextField(_("comment"), blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="releases_asked",
        verbose_name=_("by"),
    )  # fmt: skip
    at = models.DateTimeField(_("date"), default=timezone.now)
    answer = models.CharField(_("answer"), max_length=10, choices=Answer, blank=True, default="")
    reply = models.TextField(_("text of the answer"), blank=True, default="")
    answered_at = models.DateTimeField(_("answered"), null=True)

    class Meta:
        verbose_name = _("request to release")
        verbose_name_plural = _("requests to release")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["type"], condition=Q(answer=""), name="release_one_open_of_each"
            )
        ]

    def __str__(self) -> str:
        return f"{self.type}: {self.get_stage_display()}"
