"""Claims on a bot's question, with the level: tick and wake never think about it twice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Claim, Seat
from games.rules.engine.levels import GOOD, below

#: How long a seat whose answer came late plays at a level that answers at once, before it tries its
#: own level again. So a turn of many questions waits for a slow process once, not for each of them.
RESTS = timedelta(minutes=1)


@dataclass(frozen=True)
class BotTurn:
    """A question to a bot's seat: it is claimed at a level, released, and answered.

    The seat falls below its own level after a failure and rises to it again.
    """

    seat: Seat
    decision_id: int

    def level(self) -> str:
        """The level at which to answer now; "" while somebody computes an answer.

        It is one below a level that was late or has failed, and for a while after that the level
        that answers at once.
        """
        claim, now = Claim.objects.filter(seat=self.seat).first(), timezone.now()
        if claim is not None and claim.decision == self.decision_id:
            return "" if claim.until > now else below(claim.level)
        if claim is None or not claim.fell or now >= claim.until + RESTS:
            return self.seat.bot
        # The next question may be asked a moment before an answer in time lets the seat rise.
        in_time = claim.level == self.seat.bot and claim.until > now
        return self.seat.bot if in_time else GOOD

    def claim(self, level: str, lasts: timedelta) -> bool:
        """Claim the question at this level; False if another process was first."""
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

    def release(self) -> None:
        """Release the question: the next lower level is asked."""
        claims = Claim.objects.filter(seat=self.seat, decision=self.decision_id)
        claims.update(until=timezone.now())

    def fall(self) -> bool:
        """Let the seat play below its level from now on; False if it already did."""
        first = {"decision": self.decision_id, "level": GOOD, "until": timezone.now(), "fell": True}
        _claim, made = Claim.objects.get_or_create(seat=self.seat, defaults=first)
        return made or bool(Claim.objects.filter(seat=self.seat, fell=False).update(fell=True))

    def rise(self) -> None:
        """Let the seat play at its own level again, if that has answered."""
        Claim.objects.filter(seat=self.seat, fell=True, level=self.seat.bot).update(fell=False)
