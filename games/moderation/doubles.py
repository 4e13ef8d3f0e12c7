"""Accounts that may be one and the same person, by what is kept anyway.

Nothing is kept for this, and the addresses of sessions are their owners' business. So it finds the
careless only, and proves nothing.
"""

from __future__ import annotations

import re
from datetime import timedelta

from django.db.models import Count
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Seat, Tenure

#: Accounts made so shortly after each other.
SHORTLY = timedelta(hours=1)
#: So many games together are not by chance.
OFTEN = 5
MOST = 10


def of(user: User) -> list[tuple[User, str]]:
    """Others who may be this person, and why one may think so."""
    found: dict[User, list[str]] = {}
    others = User.objects.exclude(pk=user.pk)
    local = user.email.partition("@")[0].partition("+")[0]
    if local and len(local) > 3:
        domain = user.email.partition("@")[2]
        pattern = rf"^{re.escape(local)}(\+[^@]*)?@{re.escape(domain)}$"
        for other in others.filter(email__iregex=pattern)[:MOST]:
            found.setdefault(other, []).append(_("the same mailbox"))
    stem = user.username.rstrip("0123456789-_")
    if len(stem) > 3:
        alike = others.filter(username__iregex=rf"^{re.escape(stem)}[0-9_-]*$")
        for other in alike[:MOST]:
            found.setdefault(other, []).append(_("a name that differs by digits"))
    born = user.date_joined
    partners = (
        Tenure.objects.filter(seat__game__in=Seat.objects.filter(user=user).values("game"))
        .exclude(user=user)
        .exclude(user=None)
        .values("user")
        .annotate(games=Count("seat__game", distinct=True))
        .order_by("-games")[:MOST]
    )
    for row in partners:
        other = User.objects.get(pk=row["user"])
        near = abs(other.date_joined - born) < SHORTLY
        if near or row["games"] >= OFTEN:
            why = _("%(number)d games together") % {"number": row["games"]}
            if near:
                why += ", " + _("signed up within an hour")
            found.setdefault(other, []).append(why)
    return [(other, ", ".join(why)) for other, why in found.items()][:MOST]
