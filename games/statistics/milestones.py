"""Milestones, each reached once: a first win at each game type, a comeback.

They come from finished games that at least two people started, for players who started them and
stayed. A comeback is a win, with all starters still in the game, by a player who after three
quarters of the moves was behind the leader by a fifth of their own final points, and by at least
five points. docs/statistics.md explains this to readers; ``streaks`` counts turns on time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from zstandard import ZstdError

from accounts.models import User, account_closed
from accounts.names import FORMER_PLAYER
from games import package_errors
from games.errors import NotFound
from games.models import Game, Milestone, Streak, Tenure
from games.rules import registry
from games.statistics.counts import Count
from games.statistics.finished import Finished, Starter
from games.storage import history
from games.storage.packed import Damaged

Kind = Milestone.Kind
#: After which share of the moves the points are compared; how far behind counts, as a share of the
#: final points; and the least number of points.
LATE, BEHIND, FEWEST = 0.75, 0.2, 5

Key = tuple[int, str]


class Reached(NamedTuple):
    """``seen``: whether the reader may look at the game."""

    milestone: Milestone
    seen: bool


def list_milestones(user_id: int, reader_id: int | None) -> list[Reached]:
    """A person's milestones, the first one first; ``reader_id`` is who looks, None for nobody."""
    sat = Tenure.objects.filter(seat__game=OuterRef("game"), user=reader_id or 0)
    rows = Milestone.objects.filter(user=user_id).annotate(
        seen=Q(game__visibility=Game.Visibility.PUBLIC) | Exists(sat)
    )
    return [Reached(row, row.seen) for row in rows.order_by("at", "pk")]


def since(moment: datetime, most: int) -> list[Milestone]:
    """Milestones reached after this moment, newest first."""
    return list(Milestone.objects.filter(at__gte=moment).order_by("-at")[:most])


def forget_milestones(user: User) -> None:
    """Delete all milestones of a person."""
    Milestone.objects.filter(user=user).delete()
    Streak.objects.filter(user=user).delete()


def listen_to_closed_accounts() -> None:
    """Delete those of closed accounts; called at the start of each process."""
    account_closed.connect(lambda user, **_signal: forget_milestones(user), weak=False)


def reach(found: Iterable[Milestone]) -> None:
    """Store these, except milestones reached before and those of closed accounts."""
    reached = list(found)
    people = User.objects.filter(pk__in={each.user_id for each in reached})
    here = set(people.exclude(username__startswith=FORMER_PLAYER).values_list("pk", flat=True))
    kept = [each for each in reached if each.user_id in here]
    Milestone.objects.bulk_create(kept, ignore_conflicts=True)


def _count(type_: str, games: list[Finished]) -> None:
    winners = [(one, starter) for one in games for starter in _winners(one)]
    known = Milestone.objects.filter(type=type_, user__in={each.user_id for _one, each in winners})
    before: set[Key] = set(known.values_list("user", "kind"))
    reach(_reached(type_, winners, before))


def _winners(one: Finished) -> Iterator[Starter]:
    """The winners of a game between people."""
    if len({starter.user_id for starter in one.starters} - {None}) < 2:
        return
    for starter, won in zip(one.starters, one.winners(), strict=True):
        if starter.user_id is not None and starter.stayed and won:
            yield starter


def _reached(
    type_: str, winners: Iterable[tuple[Finished, Starter]], before: set[Key]
) -> Iterator[Milestone]:
    for one, winner in winners:
        assert winner.user_id is not None  # ``_winners`` returns people
        assert one.game.finished_at is not None  # the game is over
        for kind in (Kind.WON, Kind.COMEBACK):
            key = (winner.user_id, str(kind))
            if key in before or (kind == Kind.COMEBACK and not _came_back(one, winner)):
                continue
            before.add(key)
            yield Milestone(
                user_id=winner.user_id,
                kind=kind,
                type=type_,
                game=one.game,
                at=one.game.finished_at,
            )


def _came_back(one: Finished, winner: Starter) -> bool:
    """Whether this winner was clearly behind late in the game."""
    if not all(starter.stayed for starter in one.starters):
        return False
    points = _late_points(one.game)
    if points is None:
        return False
    gap = max(points) - points[winner.seat]
    return gap >= max(FEWEST, BEHIND * winner.score)


def _late_points(game: Game) -> list[int] | None:
    """Each seat's points if the game had ended then; None if that is unknown."""
    try:
        then = history.stored(game.pk, int(LATE * game.number), game.version)
    except (NotFound, ZstdError, Damaged):  # its log is incomplete
        return None
    try:
        standing = registry.get(game.type).load(then.state, then.rules_version).standing()
    except Exception as error:  # noqa: BLE001  whatever a package does costs it this milestone
        package_errors.record_error(game.type, "standing", error)
        return None
    return None if standing is None else [sum(sources.values()) for sources in standing]


MILESTONES = Count("milestones", _count, (Milestone,), at_once=50)
