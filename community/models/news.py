"""News from the operator to everybody."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class News(models.Model):
    """News from the operator; a draft until it is published."""

    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    told = models.BooleanField(
        _("also notify everybody under the bell"),
        default=True,
        help_text=_("Once, when it is published."),
    )

    class Meta:
        verbose_name = _("news from the operator")
        verbose_name_plural = _("news from the operator")
        ordering = ["-published_at", "-id"]
        indexes = [
            models.Index(
                fields=["-published_at"],
                name="news_published",
                condition=Q(published_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        first = self.texts.first()
        return first.title if first else f"news {self.pk}"


class NewsText(models.Model):
    """News in one language."""

    news = models.ForeignKey(News, models.CASCADE, related_name="texts", db_index=False)
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES)
    title = models.CharField(_("title"), max_length=120)
    text = models.TextField(_("text"), max_length=5000)

    class Meta:
        verbose_name = _("text")
        verbose_name_plural = _("texts")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["news", "language"], name="news_text_once")]

    def __str__(self) -> str:
        return f"{self.title} ({self.language})"
