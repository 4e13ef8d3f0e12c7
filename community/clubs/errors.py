"""What is refused at clubs."""

from __future__ import annotations

from django.utils.translation import gettext as _

from boardgames.refusal import Refusal


class NotThere(Refusal):
    """There is no such club, person or message, or none of which this person may know."""

    status = 404
    code = "not_found"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or _("This club does not exist."))
