"""A person's own presentation: face, a few lines, favourite games, and links."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderation import sanctions
from boardgames.refusal import Refusal
from community import faces, links
from community.models import Profile

#: The most characters of a person's text, and the most favourite games.
LONGEST, MOST = 300, 4
#: Accounts younger than this cannot show links, which keeps out advertisers.
NEW = timedelta(days=3)


def profile_of(user_id: int) -> Profile:
    """What a person shows; an unsaved row if that is nothing."""
    return Profile.objects.filter(user=user_id).first() or Profile(user_id=user_id)


def save_profile(
    user_id: int, face: str, about: str, favourites: Iterable[str], elsewhere: Iterable[str] = ()
) -> None:
    """Store a person's face, text, favourites and links.

    Raises Refusal for a face that cannot be drawn, too long a text, invalid links, and for new text
    or links of a person who may not write, or not link yet."""
    if faces.read_face(face) is None:
        raise Refusal(_("Choose one of each: a piece, a colour, a pattern, and a background."))
    about = "\n".join(line.strip() for line in about.strip().splitlines() if line.strip())
    if len(about) > LONGEST:
        raise Refusal(_("At most %(most)d characters, please.") % {"most": LONGEST})
    addresses, before = links.cleaned(elsewhere), profile_of(user_id)
    new_links = not set(addresses) <= set(before.links)
    if new_links and (wrong := links.wrong_with(addresses) or why_no_links(user_id)):
        raise Refusal(wrong)
    new_words = bool(about) and about != before.about
    if (new_words or new_links) and (why := sanctions.why_muted(user_id)):
        raise Refusal(why)
    favourites = list(favourites)[:MOST]
    shown = {"face": face, "about": about, "favourites": favourites, "links": addresses}
    Profile.objects.update_or_create(user_id=user_id, defaults=shown)


def why_no_links(user_id: int) -> str:
    """Why this person cannot show links; empty if they can."""
    user = User.objects.get(pk=user_id)
    if user.is_guest:
        return _("Make your account permanent first. Then you can link to other sites.")
    if user.date_joined > timezone.now() - NEW:
        return _("You can link to other sites once your account is %(days)d days old.") % {
            "days": NEW.days
        }
    return ""


def words_of(user_id: int) -> str:
    """What a person says about themselves, followed by their links, one per line."""
    shown = profile_of(user_id)
    return "\n".join([*filter(None, [shown.about]), *shown.links])


def clear_words(user_id: int) -> bool:
    """Remove text and links; whether there were any."""
    said = Profile.objects.filter(user=user_id).exclude(about="", links=[])
    return bool(said.update(about="", links=[]))


def forget_profile(user: User) -> None:
    Profile.objects.filter(user=user).delete()


def kept_of(user: User) -> dict[str, Any]:
    """The profile, for the export of an account."""
    shown = profile_of(user.pk)
    names = ("face", "about", "favourites", "links")
    return {name: getattr(shown, name) for name in names}
