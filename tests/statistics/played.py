"""Games that are over, made without playing them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games.models import Game, Seat, Tenure

START = datetime(2023, 10, 1, 12, 0, tzinfo=UTC)


def over(
    people: Sequence[User | None],
    scores: Sequence[int],
    *,
    day: float = 0,
    type_: str = "lanterns",
    rated: bool = True,
    gone: Sequence[int] = (),
    **fields: Any,
) -> Game:
    """A finished game of these people (None is a bot), by seat; ``gone``: seats whose owners were
    late, and for whom a bot has played on."""
    end = START + timedelta(days=day)
    game = Game.objects.create(
        **{
            "type": type_,
            "players": len(people),
            "status": Game.Status.FINISHED,
            "rated": rated,
            "created_by": next(user for user in people if user),
            "started_at": end - timedelta(days=2),
            "moved_at": end,
            "finished_at": end,
            "clock": {"kind": "none"},
            "number": 30,
            "result": {
                "scores": list(scores),
                "breakdown": [{"cards": score - 1, "lantern": 1} for score in scores],
                "tie_breakers": [],
                "resigned": [],
            },
            **fields,
        }
    )
    for index, (user, score) in enumerate(zip(people, scores, strict=True)):
        rank = 1 + sum(other > score for other in scores)
        seat = Seat.objects.create(game=game, index=index, user=user, score=score, rank=rank)
        seat.bot = "" if user else "best"
        seat.tenure = Tenure.objects.create(seat=seat, user=user, bot=seat.bot, since=1)
        if index in gone:
            Tenure.objects.filter(seat=seat).update(until=9, ended=Tenure.Reason.TIMEOUT)
            seat.bot = "best"
            seat.tenure = Tenure.objects.create(
                seat=seat, bot="best", since=10, began=Tenure.Reason.TIMEOUT
            )
        seat.save()
    return game


def replaced(game: Game, index: int, by: User) -> None:
    """Somebody has taken this seat over before the end."""
    seat = Seat.objects.get(game=game, index=index)
    Tenure.objects.filter(seat=seat, until=None).update(until=15, ended=Tenure.Reason.REPLACED)
    seat.user, seat.bot = by, ""
    seat.tenure = Tenure.objects.create(seat=seat, user=by, since=16, began=Tenure.Reason.REPLACED)
    seat.save()
