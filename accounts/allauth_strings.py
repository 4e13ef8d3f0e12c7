"""Texts of allauth that we translate to German differently: friendlier, and consistent.

Nobody imports this module: it is read when messages are extracted for translation, and our
catalogue takes precedence over allauth's.
"""

from django.utils.translation import gettext_noop as _

WORDS = (
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Use a security key"),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("Authenticator code"),
    _("You must type the same password each time."),
    _("Email"),
)
