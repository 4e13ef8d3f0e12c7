"""The live table that is worth watching now: by its players' ratings and by how many watch."""

from __future__ import annotations

from statistics import fmean
from typing import NamedTuple

from accounts.models import Privacy
from games.live import presence
from games.lobby import lists
from games.lobby.listing import GAME, Condition, conditions
from games.models import Seat, Standing
from games.ratings.pools import find_pool
from games.ratings.seasons import ALWAYS
from games.ratings.skill import BEGINNER, display_value
from games.storage.position import Position

#: At most this many live tables are compared, those whose turns began last.
COMPARED = 40
#: What each person who watches counts, in points of a rating, and how many of them count.
EACH, COUNTED = 20, 20


class Table(NamedTuple):
    """A live table, how many watch it, and what it is worth without its points."""

    position: Position
    watching: int
    worth: float


def find_tables(most: int) -> list[Table]:
    """Public live tables that everybody may watch, the most interesting first."""
    turns = Seat.objects.filter(live=True, deadline__isnull=False, user__is_active=True)
    running = list(turns.order_by("-deadline").values_list("game_id", flat=True)[:COMPARED])
    if not running:
        return []
    ids = ",".join(map(str, sorted(set(running))))
    among = Condition(f"{GAME}.id = ANY(string_to_array(%s, ',')::bigint[])", (ids,))
    shown = lists.running("", None).where(
        among, conditions.IN_EARNEST, conditions.UNBROKEN, conditions.ALL_CAN_COME
    )
    positions = lists.positions(shown[:COMPARED])
    there = presence.spectators([each.game.pk for each in positions])
    ratings = _ratings(positions)
    found = []
    for each in positions:
        watching = there.get(each.game.pk, 0)
        worth = _mean_rating(each, ratings) + EACH * min(watching, COUNTED)
        found.append(Table(each, watching, worth))
    return sorted(found, key=lambda table: (-table.worth, -table.position.game.pk))[:most]


def _people(position: Position) -> list[int]:
    return [seat.user_id for seat in position.seats if seat.user_id and not seat.bot]


def _ratings(positions: list[Position]) -> dict[tuple[int, str], float]:
    """The ratings of all players who do not hide theirs, by person and pool."""
    people = {user_id for each in positions for user_id in _people(each)}
    pools = {find_pool(each.game) for each in positions}
    hiding = Privacy.objects.filter(user__in=people, hidden__contains=["ratings"]).values("user")
    known = Standing.objects.filter(season=ALWAYS, type__in=pools, user__in=people)
    rows = known.exclude(user__in=hiding).values_list("user_id", "type", "mu")
    return {(user_id, pool): mu for user_id, pool, mu in rows}


def _mean_rating(position: Position, ratings: dict[tuple[int, str], float]) -> float:
    """A player without a known rating counts as a beginner, as a bot does."""
    pool = find_pool(position.game)
    each = [ratings.get((user_id, pool), BEGINNER.mu) for user_id in _people(position)]
    bots = [BEGINNER.mu] * (len(position.seats) - len(each))
    return display_value(fmean([*each, *bots]))
