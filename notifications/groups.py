"""The groups of notifications in the settings: each kind names its own."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


class Group(NamedTuple):
    """``name`` is used by its fields and buttons."""

    name: str
    label: Promise


GAMES = Group("games", gettext_lazy("My games"))
TABLES = Group("tables", gettext_lazy("Invitations and open tables"))
PEOPLE = Group("people", gettext_lazy("People and messages"))
TOURNAMENTS = Group("tournaments", gettext_lazy("Tournaments and ladders"))
CLUBS = Group("clubs", gettext_lazy("Clubs"))
SITE = Group("site", gettext_lazy("Site news and webhooks"))
ORDER = Group("order", gettext_lazy("Moderators and reports"))
PACKAGES = Group("packages", gettext_lazy("Errors and releases of game types"))

#: In the order of the page.
ALL = (GAMES, TABLES, PEOPLE, TOURNAMENTS, CLUBS, SITE, ORDER, PACKAGES)
