"""A person's records at a game type, from their finished games."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Avg, Count, Exists, F, OuterRef, Q, QuerySet

from games.models import Game, Seat, counting


class Record(NamedTuple):
    """Finished games with this many players, including another person.

    How many, the average and best points, and the game of the best.
    """

    games: int
    mean: float
    best: int
    best_game: int
    best_at: datetime


class Outcomes(NamedTuple):
    """Of games without points with another person, for as many players."""

    won: int
    drawn: int
    lost: int


class Score(NamedTuple):
    """In games of two: how often a person was ahead of the other, and behind."""

    ahead: int
    behind: int


def record(user_id: int, game: Game) -> Record | None:
    """The record; None before the first such game."""
    seats = _seats(user_id, game).filter(resigned_at=None)
    best = seats.order_by("-score", "game__finished_at").select_related("game").first()
    if best is None or best.score is None or best.game.finished_at is None:
        return None
    sums = seats.aggregate(games=Count("pk"), mean=Avg("score"))
    return Record(sums["games"], sums["mean"], best.score, best.game_id, best.game.finished_at)


def count_outcomes(user_id: int, game: Game) -> Outcomes:
    """How a person's games of this type, which has no points, have ended."""
    others = Seat.objects.filter(game=OuterRef("game"), rank=1).exclude(pk=OuterRef("pk"))
    first, shared = Q(rank=1), Q(Exists(others))
    seats = _seats(user_id, game).exclude(rank=None)
    return Outcomes(
        **seats.aggregate(
            won=Count("pk", filter=first & ~shared),
            drawn=Count("pk", filter=first & shared),
            lost=Count("pk", filter=~first),
        )
    )


def against(user_id: int, other_id: int, game: Game) -> Score:
    """The score against another person in games of two of this type."""
    others = Seat.objects.filter(game=OuterRef("game"), user=other_id)
    seats = _seats(user_id, game).annotate(theirs=others.values("rank")[:1]).exclude(theirs=None)
    return Score(
        **seats.aggregate(
            ahead=Count("pk", filter=Q(rank__lt=F("theirs"))),
            behind=Count("pk", filter=Q(rank__gt=F("theirs"))),
        )
    )


def _seats(user_id: int, game: Game) -> QuerySet[Seat]:
    others = Seat.objects.filter(game=OuterRef("game"), user__isnull=False).exclude(user=user_id)
    return Seat.objects.filter(
        Exists(others),
        counting("game"),
        user=user_id,
        game__type=game.type,
        game__players=game.players,
    )
