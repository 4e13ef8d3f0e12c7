"""One claim for each question that somebody thinks about: tick and wake do not think twice."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Claim, Seat
from games.rules.engine.levels import GOOD, below


def level_for(seat: Seat, decision_id: int) -> str:
    """At which level this question is to be thought about now: below the one that was late or has
    failed; "" while somebody thinks about it."""
    claim = Claim.objects.filter(seat=seat, decision=decision_id).first()
    if claim is None:
        return seat.bot
    return "" if claim.until > timezone.now() else below(claim.level)


def take(seat: Seat, decision_id: int, level: str, lasts: timedelta) -> bool:
    """Claim the question at this level; False where somebody else was first."""
    now = timezone.now()
    mine = {"decision": decision_id, "level": level, "until": now + lasts}
    free = Claim.objects.filter(seat=seat).exclude(decision=decision_id, until__gt=now)
    if free.update(**mine):
        return True
    try:
        with transaction.atomic():
            Claim.objects.create(seat=seat, **mine)
    except IntegrityError:
        return False
    return True


def give_up(seat: Seat, decision_id: int) -> None:
    """Nobody thinks about it any more: the next level below is asked."""
    Claim.objects.filter(seat=seat, decision=decision_id).update(until=timezone.now())


def fall(seat: Seat, decision_id: int) -> bool:
    """The seat plays below its level from now on; False where it did so before."""
    first = {"decision": decision_id, "level": GOOD, "until": timezone.now(), "fell": True}
    _claim, made = Claim.objects.get_or_create(seat=seat, defaults=first)
    return made or bool(Claim.objects.filter(seat=seat, fell=False).update(fell=True))


def rise(seat: Seat) -> None:
    """It plays at its own level again."""
    Claim.objects.filter(seat=seat, fell=True).update(fell=False)
