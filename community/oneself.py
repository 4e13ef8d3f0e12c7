"""How somebody shows themselves: the face, a few lines, favourite games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts.conduct import sanctions
from accounts.models import User
from community import faces
from community.models import Profile

#: Lines about oneself, in characters, and favourites.
LONGEST, MOST = 300, 4


class Refused(Exception):
    """It cannot be shown; the message says why."""


def profile_of(user_id: int) -> Profile:
    """What somebody shows; one that is not stored where that is nothing."""
    return Profile.objects.filter(user=user_id).first() or Profile(user_id=user_id)


def show(user_id: int, face: str, about: str, favourites: Iterable[str]) -> None:
    """Show oneself so from now on. Refused for a face that cannot be drawn, for too many words, and
    for new ones of who may not write."""
    if faces.read(face) is None:
        raise Refused(_("Choose one of each: a piece, a colour, a pattern and a ground."))
    about = "\n".join(line.strip() for line in about.strip().splitlines() if line.strip())
    if len(about) > LONGEST:
        raise Refused(_("At most %(most)d characters, please.") % {"most": LONGEST})
    if about and about != profile_of(user_id).about and (why := sanctions.why_muted(user_id)):
        raise Refused(why)
    shown = {"face": face, "about": about, "favourites": list(favourites)[:MOST]}
    Profile.objects.update_or_create(user_id=user_id, defaults=shown)


def clear_words(user_id: int) -> bool:
    """Take the words away; whether there were any."""
    return bool(Profile.objects.filter(user=user_id).exclude(about="").update(about=""))


def forget(user: User) -> None:
    Profile.objects.filter(user=user).delete()


def kept_of(user: User) -> dict[str, Any]:
    """For the export of an account."""
    shown = profile_of(user.pk)
    return {"face": shown.face, "about": shown.about, "favourites": shown.favourites}
