"""Changing the user name, once in 90 days.

The old name is stored for moderators, and for the same time nobody else can take it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import Act, FormerName, User
from boardgames.refusal import Refusal
from boardgames.words import dates

#: How long people wait before the next change, and how long their old name is reserved.
LASTS = timedelta(days=90)


def rename(user: User, name: str) -> None:
    """Change a user's name.

    Raises Refusal for a name that is invalid or belongs or lately belonged to somebody else, and if
    the last change was too recently.
    """
    name = name.strip()
    try:
        names.checked(name)
    except ValidationError as error:
        raise Refusal(" ".join(error.messages)) from error
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=user.pk)
            _check(user, name)
            FormerName.objects.create(user=user, name=user.username)
            user.username = name
            user.save(update_fields=["username"])
    except IntegrityError:
        raise Refusal(_taken()) from None


def again_at(user_id: int) -> datetime | None:
    """When this person may change the name next; None: at once."""
    last = FormerName.objects.filter(user=user_id).order_by("-at").values_list("at", flat=True)
    at = last.first()
    return at + LASTS if at and at + LASTS > timezone.now() else None


def is_kept(name: str, user_id: int | None) -> bool:
    """Whether somebody else had this name until recently."""
    lately = FormerName.objects.filter(name__iexact=name, at__gt=timezone.now() - LASTS)
    return lately.exclude(user=user_id).exists()


def _check(user: User, name: str) -> None:
    if user.is_guest:
        raise Refusal(_("Make your account permanent first. Then you can choose a name."))
    if name == user.username:
        raise Refusal(_("That is already your name."))
    at = again_at(user.pk)
    if at is not None:
        day = dates.format_date(timezone.localtime(at).date())
        raise Refusal(_("You can choose another name from %(day)s on.") % {"day": day})
    if _was_taken_away(user.pk, name):
        raise Refusal(_("A moderator has removed this name. Please choose another one."))
    others = User.objects.filter(username__iexact=name).exclude(pk=user.pk)
    if others.exists() or is_kept(name, user.pk):
        raise Refusal(_taken())


def _was_taken_away(user_id: int, name: str) -> bool:
    """Whether a moderator took this name away and has not given it back since."""
    renamed = Act.objects.filter(person_id=user_id, action="rename").order_by("-id")
    for act in renamed:
        if str(act.after.get("name", "")).lower() == name.lower():
            return False
        if str(act.before.get("name", "")).lower() == name.lower():
            return True
    return False


def _taken() -> str:
    return _("This name is taken. Please choose another one.")
