"""The tabs of the pages about people."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.company import relationships
from boardgames.http.addresses import path
from games.pages import waiting
from games.pages.answers import reader


def tabs(request: HttpRequest, current: str) -> list[dict[str, object]]:
    """The arguments of the template's `tabs`."""
    me = reader(request)
    found = (
        ("people", pgettext("on the site", "People"), 0),
        (
            "friends",
            _("Friends"),
            relationships.friends_of(me).count() + relationships.asking(me).count(),
        ),
        ("clubs", _("Clubs"), 0),
        ("messages", _("Messages"), waiting.letters(request)),
        ("oneself", _("How others see me"), 0),
    )
    return [
        {"label": label, "href": path(name), "current": name == current, "count": count}
        for name, label, count in found
    ]
