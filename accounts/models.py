"""People."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody who plays. A guest has no e-mail address and no password until made permanent."""

    language = models.CharField(
        _("language"), max_length=8, choices=settings.LANGUAGES, default="en"
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    is_guest = models.BooleanField(_("guest"), default=False)
    confirm_turns = models.BooleanField(
        _("confirm the end of my turns"),
        default=True,
        help_text=_("Your turn is shown to the others only after you confirm it."),
    )

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="user_name_any_case"),
            models.UniqueConstraint(
                Lower("email"), condition=~Q(email=""), name="user_email_any_case"
            ),
        ]
