"""Claims on a bot's question, with the level: tick and wake never think about it twice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Claim, Seat
from games.rules.engine.levels import GOOD, below


@dataclass(frozen=True)
class BotTurn:
    """A question to a bot's seat: it is claimed at a level, given up, and answered; the seat falls
    below its level and rises to it again."""

    seat: Seat
    decision_id: int

    def level(self) -> str:
        """At which level this question is to be thought about now: below the one that was late or
        has failed; "" while somebody thinks about it."""
        claim = Claim.objects.filter(seat=self.seat, decision=self.decision_id).first()
        if claim is None:
            return self.seat.bot
        return "" if claim.until > timezone.now() else below(claim.level)

    def claim(self, level: str, lasts: timedelta) -> bool:
        """Claim the question at this level; False where somebody else was first."""
        now = timezone.now()
        mine = {"decision": self.decision_id, "level": level, "until": now + lasts}
        free = Claim.objects.filter(seat=self.seat)
        if free.exclude(decision=self.decision_id, until__gt=now).update(**mine):
            return True
        try:
            with transaction.atomic():
                Claim.objects.create(seat=self.seat, **mine)
        except IntegrityError:
            return False
        return True

    def give_up(self) -> None:
        """Nobody thinks about it any more: the next level below is asked."""
        claims = Claim.objects.filter(seat=self.seat, decision=self.decision_id)
        claims.update(until=timezone.now())

    def fall(self) -> bool:
        """The seat plays below its level from now on; False where it did so before."""
        first = {"decision": self.decision_id, "level": GOOD, "until": timezone.now(), "fell": True}
        _claim, made = Claim.objects.get_or_create(seat=self.seat, defaults=first)
        return made or bool(Claim.objects.filter(seat=self.seat, fell=False).update(fell=True))

    def rise(self) -> None:
        """It plays at its own level again."""
        Claim.objects.filter(seat=self.seat, fell=True).update(fell=False)
