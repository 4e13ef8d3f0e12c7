"""Sanctions and other acts about a person: each has a stored reason, and the person is told it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import Note, Sanction, User
from accounts.moderation import audit, sanctions
from community import own_profile
from games.errors import Illegal, NotFound, Refused
from games.moderation import interest
from games.moderation.act_frame import check_reason, person_of
from games.notification_events import writing

Kind = Sanction.Kind
#: How long a temporary mute or suspension may last.
MOST_DAYS = 365
LONGEST_NOTE = 2000


def impose(
    user_id: int,
    moderator_id: int,
    kind: str,
    reason: str,
    *,
    days: int | None = None,
    report: int | None = None,
    said: str = "",
    told_at: datetime | None = None,
) -> Sanction:
    """Put a sanction of that kind in force.

    The person is notified now, or at ``told_at``; ``said`` is what it is about.
    """
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Illegal(_("Enter 1 to %(most)d days.") % {"most": MOST_DAYS}, "bad_days")
    until = None if days is None else timezone.now() + timedelta(days=days)
    with _at_work(user_id, moderator_id, kind, reason, report) as user:
        by = person_of(moderator_id)
        imposed = sanctions.impose(user, kind, by=by, reason=reason, until=until)
        writing.imposed(imposed, said, told_at or imposed.at)
    return imposed


def withdraw_sanction(
    sanction: Sanction, moderator_id: int, reason: str, *, report: int | None = None
) -> None:
    """Withdraw a mistaken sanction: it ends and no longer counts. The caller notifies the
    person."""
    with _at_work(sanction.user_id, moderator_id, f"withdraw {sanction.kind}", reason, report):
        sanctions.withdraw(sanction)


def restore(
    sanction: Sanction,
    ended_at: datetime | None,
    moderator_id: int,
    reason: str,
    *,
    report: int | None = None,
) -> None:
    """Undo a withdrawal: the sanction counts again. The caller notifies the person."""
    with _at_work(sanction.user_id, moderator_id, f"restore {sanction.kind}", reason, report):
        sanctions.restore(sanction, ended_at)


def warn(user_id: int, moderator_id: int, reason: str, *, report: int | None = None) -> None:
    """Warn a person; the warning is stored."""
    impose(user_id, moderator_id, Kind.WARNING, reason, report=report)


def mute(
    user_id: int, moderator_id: int, days: int | None, reason: str, *, report: int | None = None
) -> None:
    """Keep a person from writing to anybody for this many days; None: until it is lifted."""
    impose(user_id, moderator_id, Kind.MUTE, reason, days=days, report=report)


def suspend(
    user_id: int, moderator_id: int, days: int, reason: str, *, report: int | None = None
) -> None:
    """Keep a person from signing in for this many days.

    They keep their seats; clocks run, and tables' policies for absent players apply.
    """
    impose(user_id, moderator_id, Kind.SUSPENSION, reason, days=days, report=report)


def ban(user_id: int, moderator_id: int, reason: str, *, report: int | None = None) -> None:
    """Keep a person out for good; bots or others take the seats, as with closed accounts."""
    impose(user_id, moderator_id, Kind.BAN, reason, report=report)


def lift(
    user_id: int, moderator_id: int, kind: str, reason: str, *, report: int | None = None
) -> None:
    """End a mute, a suspension or a ban."""
    with _at_work(user_id, moderator_id, f"lift {kind}", reason, report) as user:
        if not sanctions.lift(user, kind):
            raise Refused(
                _("Nothing of that kind is in force, so there is nothing to lift."), "not_in_force"
            )
        writing.sanctioned(user.pk, f"lifted_{kind}", reason, timezone.now())


def rename(
    user_id: int,
    moderator_id: int,
    name: str,
    reason: str,
    *,
    report: int | None = None,
    told_at: datetime | None = None,
    tell: bool = True,
) -> None:
    """Rename a person and notify them now, or at ``told_at``."""
    try:
        of_bot = User.objects.filter(pk=user_id, owner__isnull=False).exists()
        name = names.checked(name, of_bot=of_bot)
    except ValidationError as error:
        raise Illegal(" ".join(error.messages), "bad_name") from error
    with _at_work(user_id, moderator_id, "rename", reason, report) as user:
        if User.objects.filter(username__iexact=name).exclude(pk=user.pk).exists():
            raise Refused(_("This name is taken. Please choose another one."), "taken")
        user.username = name
        user.save(update_fields=["username"])
        if tell:
            writing.sanctioned(user.pk, "renamed", reason, told_at or timezone.now(), name=name)


def clear_words(user_id: int, moderator_id: int, reason: str, *, report: int | None = None) -> None:
    """Remove a person's profile text."""
    with _at_work(user_id, moderator_id, "clear words", reason, report) as user:
        if not own_profile.clear_words(user.pk):
            raise Refused(_("There is no text."), "no_words")
        writing.sanctioned(user.pk, "cleared", reason, timezone.now())


def leave_note(user_id: int, moderator_id: int, text: str) -> None:
    """Leave a note about a person for other moderators."""
    text = text.strip()
    if not text or len(text) > LONGEST_NOTE:
        raise Illegal(
            _("Write a note of at most %(most)d characters.") % {"most": LONGEST_NOTE}, "no_note"
        )
    with transaction.atomic():
        user, by = _person(user_id), person_of(moderator_id)
        Note.objects.create(user=user, by=by, text=text)
        audit.write(by, "note", person=user, reason=text)


@contextmanager
def _at_work(
    user_id: int, moderator_id: int, action: str, reason: str, report: int | None
) -> Iterator[User]:
    """Lock the person, and record the act in the audit log.

    Refused for moderators who act on themselves or on people who play with them; only
    administrators act on staff.
    """
    check_reason(reason)
    with transaction.atomic():
        user, by = _person(user_id), person_of(moderator_id)
        interest.check_person(user.pk, moderator_id)
        above = by is not None and by.has_perm("accounts.change_user")
        if user.is_superuser or (user.is_staff and not above):
            raise Refused(_("Only an administrator can decide about this person."), "staff")
        before = as_it_stands(user)
        yield user
        after = as_it_stands(user)
        audit.write(
            by, action, person=user, report=report, reason=reason, before=before, after=after
        )


def _person(user_id: int) -> User:
    user = User.objects.select_for_update().filter(pk=user_id).first()
    if user is None:
        raise NotFound(_("There is no such person."))
    return user


def as_it_stands(user: User) -> dict[str, Any]:
    """What acts can change of a person, for the audit log."""
    held = {each.kind: _until(each.until) for each in sanctions.in_force(user.pk)}
    return {"name": user.username, "active": user.is_active, **held}


def _until(until: datetime | None) -> str:
    return until.isoformat(timespec="minutes") if until else "for good"
