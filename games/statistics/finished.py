"""Finished games of a type in the order in which they ended, with the players who started them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from games.models import Game, Progress, Seat, Tenure, counting
from games.statistics import progress


@dataclass(frozen=True)
class Starter:
    """A player who started a game: ``user_id`` is None for a bot, ours or a person's.

    ``stayed``: played to the end, without a replacement or a bot. ``away_since``: for a player who
    left without a word, the absence in which that happened.
    """

    seat: int
    user_id: int | None
    stayed: bool
    rank: int
    score: int
    away_since: datetime | None = None


@dataclass(frozen=True)
class Finished:
    """A finished game, and its starters by seat."""

    game: Game
    starters: list[Starter]

    @property
    def of_people(self) -> bool:
        """Whether only people started it, at least two."""
        people = [starter.user_id for starter in self.starters]
        return len(people) > 1 and None not in people

    @property
    def has_points(self) -> bool:
        """Whether points decided it, or nothing but who has won."""
        return "outcome" not in (self.game.result or {})

    def winners(self) -> list[bool]:
        """By seat, whether its starter has won; where there are points, a shared victory is one,
        else it is a draw."""
        places = self.places()
        drawn = not self.has_points and places.count(1) > 1
        return [place == 1 and not drawn for place in places]

    def places(self) -> list[int]:
        """By seat: those who stayed as ranked among themselves, all who left behind them."""
        stayed = [starter.rank for starter in self.starters if starter.stayed]
        return [
            1 + (sum(rank < starter.rank for rank in stayed) if starter.stayed else len(stayed))
            for starter in self.starters
        ]


def next_finished(counted: Progress, type_: str, most: int) -> list[Finished]:
    """The next finished games of this type that count; moves ``counted`` on."""
    return with_starters(ended(counted, type_, most, counting()))


def ended(counted: Progress, type_: str, most: int, which: Q) -> list[Game]:
    """The next finished games of this type that meet ``which``; moves ``counted`` on."""
    settled = timezone.now() - progress.SETTLED
    rows = Game.objects.filter(
        which, type=type_, status=Game.Status.FINISHED, finished_at__lte=settled
    ).order_by("finished_at", "pk")
    if counted.at is not None:
        rows = rows.filter(finished_at__gte=counted.at).exclude(
            finished_at=counted.at, pk__lte=counted.row
        )
    games = list(rows.defer("state", "seed", "seed_hash", "key")[:most])
    if games:
        counted.at, counted.row = games[-1].finished_at, games[-1].pk
    return games


def with_starters(games: Iterable[Game]) -> list[Finished]:
    """These games with their starters."""
    listed = list(games)
    tenures = Tenure.objects.filter(seat__game__in=[game.pk for game in listed])
    held = list(tenures.select_related("user").order_by("since"))
    began = {each.seat_id: each for each in held if each.began == Tenure.Reason.START}
    last = {(each.seat_id, each.user_id): each for each in held}
    starters: dict[int, list[Starter]] = defaultdict(list)
    for seat in Seat.objects.filter(game__in=[game.pk for game in listed]).order_by("index"):
        tenure = began.get(seat.pk)
        if tenure is not None:
            left = last[seat.pk, tenure.user_id]
            starters[seat.game_id].append(_starter(seat, tenure, left.away_since))
    return [Finished(game, starters[game.pk]) for game in listed]


def _starter(seat: Seat, tenure: Tenure, away_since: datetime | None) -> Starter:
    stayed = seat.user_id == tenure.user_id and seat.bot == tenure.bot and not seat.resigned_at
    person = None if tenure.user is None or tenure.user.is_bot else tenure.user_id
    away = None if stayed else away_since
    return Starter(seat.index, person, stayed, seat.rank or 1, seat.score or 0, away)
