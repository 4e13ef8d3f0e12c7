"""What the operator says of a game type: who sees it, and who looks after it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Stage(models.TextChoices):
    """How far a game type is."""

    ALPHA = "alpha", _("alpha: its testers see it, for everybody else it is not there")
    BETA = "beta", _("beta: everybody sees it who wants betas")
    PUBLISHED = "published", _("published")


class Package(models.Model):
    """A game type by its slug; one without a row is published, and nobody maintains it."""

    type = models.CharField(_("game type"), max_length=40, primary_key=True)
    stage = models.CharField(
        _("stage"), max_length=10, choices=Stage, default=Stage.PUBLISHED,
        help_text=_("Games that run go on in any stage, and count as they began."),
    )  # fmt: skip
    testers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="tests", verbose_name=_("testers"),
        help_text=_("They see it as an alpha, and as a beta whether they want betas or not."),
    )  # fmt: skip
    clubs = models.ManyToManyField(
        "community.Club", blank=True, related_name="tests", verbose_name=_("clubs"),
        help_text=_("Whoever is a member of one of them is a tester."),
    )  # fmt: skip
    maintainers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="maintains",
        verbose_name=_("maintainers"),
        help_text=_("They are testers, and are told what is wrong with it."),
    )  # fmt: skip

    class Meta:
        verbose_name = _("stage of a game type")
        verbose_name_plural = _("stages of game types")
        ordering = ["type"]

    def __str__(self) -> str:
        return self.type
