"""Pairs of people who repeatedly resign to each other, outside of tournaments.

They may only want to end decided games, or one may be giving the other points.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.db.models import Count, F, Max, Min, QuerySet
from django.utils import timezone

from games.models import Game

#: The period considered, at most until a game's moves are packed; and the most games.
LATELY, NEWEST = timedelta(days=30), 10_000
#: Pairs with at least this many games are listed.
OFTEN = 3

Pair = tuple[int, int]


def pairs(user_id: int | None = None) -> Counter[Pair]:
    """How many recent games one player of a pair resigned to the other, by both user ids.

    The smaller id comes first; with a user only their pairs.
    """
    found = Counter((one, two) for _game, one, two in _given_up(user_id))
    return Counter({pair: games for pair, games in found.items() if games >= OFTEN})


def games() -> QuerySet[Game]:
    """The games of all those pairs."""
    named = pairs()
    return Game.objects.filter(
        pk__in=[game for game, one, two in _given_up(None) if (one, two) in named]
    )


def _given_up(user_id: int | None) -> list[tuple[int, int, int]]:
    over = Game.objects.filter(
        status=Game.Status.FINISHED,
        packed=False,
        finished_at__gt=timezone.now() - LATELY,
        players=2,
        organised=False,
        practice=False,
    )
    if user_id is not None:
        over = over.filter(pk__in=Game.objects.filter(seats__user=user_id).values("pk"))
    sat = over.annotate(
        one=Min("seats__user"), two=Max("seats__user"), left=Count("seats__resigned_at")
    ).filter(left__gt=0, one__lt=F("two"))
    return list(sat.order_by("-finished_at").values_list("pk", "one", "two")[:NEWEST])
