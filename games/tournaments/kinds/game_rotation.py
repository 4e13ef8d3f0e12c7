"""Game types in rotation: the first round plays the first type, and so on, then again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.clocks import kinds as clocks
from games.models import Standing, Tournament
from games.ratings import pools
from games.ratings.seasons import ALWAYS
from games.ratings.skill import BEGINNER

#: Types per tournament.
MOST_TYPES = 6


class Played(NamedTuple):
    """A game type with all its options."""

    type: str
    options: Mapping[str, Any]


def all_of(tournament: Tournament) -> list[Played]:
    further = [Played(each["type"], each["options"]) for each in tournament.further or ()]
    return [Played(tournament.type, tournament.options), *further]


def of_round(tournament: Tournament, number: int) -> Played:
    """The game type of the round with this number, from 1 on."""
    played = all_of(tournament)
    return played[(number - 1) % len(played)]


def strength(tournament: Tournament, user_ids: Sequence[int]) -> dict[int, float]:
    """The strength of these people, averaged over the tournament's types.

    In a type that they have not played they count as beginners. Live ratings count where the
    clock is one of minutes.
    """
    live = clocks.read_clock(tournament.clock).live
    types = {played.type for played in all_of(tournament)}
    sums = dict.fromkeys(user_ids, 0.0)
    for type_ in types:
        name = pools.pool(type_, live=live)
        known = Standing.objects.filter(user__in=user_ids, type=name, season=ALWAYS)
        rated = dict(known.values_list("user_id", "mu"))
        for user_id in sums:
            sums[user_id] += rated.get(user_id, BEGINNER.mu)
    return {user_id: total / len(types) for user_id, total in sums.items()}
