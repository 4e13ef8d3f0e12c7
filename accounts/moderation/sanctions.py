"""Sanctions that moderators impose on people: warnings, mutes, suspensions, bans.

Each function works in the caller's transaction. The caller checks rights, notifies the person, and
writes the audit log (``games.moderation.people``).
"""

from __future__ import annotations

from datetime import datetime

from django.core import signing
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import Sanction, User
from accounts.names import FORMER_PLAYER
from boardgames.celery import due_rows

Kind = Sanction.Kind
APPEAL = "appeal"
#: Sanctions that close an account while they are in force.
CLOSING = (Kind.SUSPENSION, Kind.BAN)


def impose(
    user: User, kind: str, *, by: User | None, reason: str, until: datetime | None
) -> Sanction:
    """Put a sanction in force; it replaces another one of its kind.

    If it closes the account, browsers and programs lose access with their next request, sockets at
    once.
    """
    now = timezone.now()
    _in_force(user, kind).update(ended_at=now)
    imposed = Sanction.objects.create(
        user=user,
        kind=kind,
        reason=reason,
        by=by,
        at=now,
        until=until,
        ended_at=now if kind == Kind.WARNING else None,
    )
    if kind in CLOSING:
        user.is_active = False
        user.save(update_fields=["is_active"])
    return imposed


def lift(user: User, kind: str) -> bool:
    """Lift a sanction in force; False if there is none."""
    ended = _in_force(user, kind).update(ended_at=timezone.now())
    if ended and kind in CLOSING:
        _reopen(user)
    return bool(ended)


def withdraw(sanction: Sanction) -> None:
    """Withdraw a mistaken sanction: it ends and no longer counts."""
    now = timezone.now()
    if sanction.ended_at is None or sanction.ended_at > now:
        sanction.ended_at = now
    sanction.withdrawn_at = now
    sanction.save(update_fields=["ended_at", "withdrawn_at"])
    if sanction.kind in CLOSING:
        _reopen(sanction.user)


def restore(sanction: Sanction, ended_at: datetime | None) -> None:
    """Undo a withdrawal: the sanction counts again and is in force as before."""
    sanction.withdrawn_at, sanction.ended_at = None, ended_at
    sanction.save(update_fields=["ended_at", "withdrawn_at"])
    if sanction.kind in CLOSING and ended_at is None:
        sanction.user.is_active = False
        sanction.user.save(update_fields=["is_active"])


def signed(sanction: Sanction) -> str:
    """The signed name of a sanction in a link, which also people who cannot sign in may open.

    It does not expire: its holder can only ask for a review, once.
    """
    return signing.dumps(sanction.pk, salt=APPEAL)


def by_link(signed: str) -> Sanction | None:
    """The sanction that a link names; None for a link that we did not make."""
    try:
        number = signing.loads(signed, salt=APPEAL)
    except signing.BadSignature:
        return None
    return Sanction.objects.select_related("user").filter(pk=number).first()


def in_force(user_id: int) -> list[Sanction]:
    """This person's sanctions in force, newest first."""
    now = timezone.now()
    held = Sanction.objects.filter(user_id=user_id, ended_at=None)
    return list(held.filter(Q(until=None) | Q(until__gt=now)).order_by("-id"))


def mute_of(user_id: int) -> Sanction | None:
    """The mute that keeps this person from writing to others."""
    return next((each for each in in_force(user_id) if each.kind == Kind.MUTE), None)


def why_muted(user_id: int) -> str:
    """A sentence that says why and until when this person may not write; empty if they may."""
    mute = mute_of(user_id)
    if mute is None:
        return ""
    if mute.until is None:
        said = _("A moderator has stopped you from writing. Reason: %(reason)s")
    else:
        said = _("A moderator has stopped you from writing until %(until)s. Reason: %(reason)s")
    until = date_format(localtime(mute.until), "DATETIME_FORMAT") if mute.until else ""
    return said % {"until": until, "reason": mute.reason}


def closing(user_id: int) -> Sanction | None:
    """The sanction that keeps this person from signing in: the last to end."""
    held = [each for each in in_force(user_id) if each.kind in CLOSING]
    return max(held, key=lambda each: (each.kind == Kind.BAN, each.until or each.at), default=None)


def away() -> QuerySet[Sanction]:
    """The suspensions of people who will return: meanwhile nobody else takes their seats."""
    banned = Sanction.objects.filter(kind=Kind.BAN, ended_at=None)
    held = Sanction.objects.filter(kind=Kind.SUSPENSION, ended_at=None)
    closed = Q(user__username__startswith=FORMER_PLAYER)
    return held.exclude(closed | Q(user__in=banned.values("user")))


def end_due() -> int:
    """End expired sanctions and reopen the accounts; how many there were."""
    due = Sanction.objects.filter(ended_at=None, until__lte=timezone.now()).order_by("until")
    return due_rows.process_each("sanctions", due.values_list("pk", flat=True)[:500], _end)


def _end(sanction_id: int) -> bool:
    with transaction.atomic(durable=True):
        sanction = Sanction.objects.select_related("user").get(pk=sanction_id)
        user = User.objects.select_for_update().get(pk=sanction.user_id)
        ended = Sanction.objects.filter(pk=sanction_id, ended_at=None)
        if not ended.update(ended_at=sanction.until):
            return False
        if sanction.kind in CLOSING:
            _reopen(user)
    return True


def _in_force(user: User, kind: str) -> QuerySet[Sanction]:
    return Sanction.objects.filter(user=user, kind=kind, ended_at=None)


def _reopen(user: User) -> None:
    """Reopen an account, unless something else keeps it closed or its owner has left for good."""
    kept_out = Sanction.objects.filter(user=user, kind__in=CLOSING, ended_at=None).exists()
    if not kept_out and not user.username.startswith(FORMER_PLAYER):
        user.is_active = True
        user.save(update_fields=["is_active"])
