"""Refusals of clubs."""

from __future__ import annotations

from django.utils.translation import gettext as _

from boardgames.refusal import Refusal


class NotThere(Refusal):
    """The club, person or message does not exist, or this person may not know of it."""

    status = 404
    code = "not_found"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or _("This club does not exist."))
