"""How people present themselves."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _


class Profile(models.Model):
    """A person's presentation; without a row, only a random face.

    ``face`` has the form of ``community.faces``, ``favourites`` are slugs from the apps above,
    ``links`` are addresses that ``community.links`` has checked.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+"
    )
    face = models.CharField(max_length=40, blank=True)
    about = models.TextField(_("about yourself"), max_length=300, blank=True)
    favourites = ArrayField(models.CharField(max_length=40), default=list)
    links = ArrayField(models.CharField(max_length=200), default=list, db_default=[])

    class Meta:
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")

    def __str__(self) -> str:
        return f"profile of {self.user_id}"
