"""Counts finished games into ``Tally``, ``Encounter`` and ``Best``, by a tick, each game once.

Games of clubs are also counted into ``ClubTally`` and ``ClubEncounter``.

| kind | key | for | counted of |
| --- | --- | --- | --- |
| record | | each person | all games with another person: games, wins, places, points, share |
| drawn | | each person | of those the games without points that were drawn: games |
| game | | all | games, moves, seconds |
| live | | all | the games that started live: games, moves, seconds |
| place | the place | all, each person | games, points |
| seat | the seat's number | all, each person | games, wins, points |
| option | name=value | all, each person | games |
| source | of points | all, each person | games, points |
| reason | why a game without points ended | all | games |

All except the record cover only games that people alone started and played to the end. A shared
victory counts as a whole win in a record, and as a share of one for a seat; without points it is a
draw, and no win.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import permutations
from typing import Any, NamedTuple

from games.models import Best, ClubEncounter, ClubTally, Encounter, Game, Tally
from games.statistics import bests
from games.statistics.counts import Count
from games.statistics.finished import Finished
from games.storage import sums

_KEYS = ("type", "user_id", "players", "kind", "key")
_SUMS = ("games", "wins", "places", "points", "share", "moves", "seconds")
_PAIR = ("user_id", "other_id", "type")
_PAIR_SUMS = ("games", "ahead", "behind")
_CLUB_KEYS, _CLUB_SUMS = ("club_id", "user_id", "type"), ("games", "wins")


class Sum(NamedTuple):
    """What one game adds to a tally."""

    games: int = 1
    wins: float = 0
    places: int = 0
    points: int = 0
    share: float = 0
    moves: int = 0
    seconds: int = 0


Names = tuple[str, ...]
Key = tuple[Any, ...]
Sums = dict[Key, list[float]]


def _count(type_: str, games: list[Finished]) -> None:
    tallies: Sums = defaultdict(lambda: [0] * len(_SUMS))
    pairs: Sums = defaultdict(lambda: [0] * len(_PAIR_SUMS))
    of_clubs: Sums = defaultdict(lambda: [0] * len(_CLUB_SUMS))
    club_pairs: Sums = defaultdict(lambda: [0] * len(_PAIR_SUMS))
    for one in games:
        for key, sum_ in tallied(one):
            _add(tallies, (type_, *key), sum_)
        for pair, met in met_by(one):
            _add(pairs, (*pair, type_), met)
            if one.game.club_id is not None:
                _add(club_pairs, (one.game.club_id, *pair, type_), met)
        for club, user_id, win in in_clubs(one):
            _add(of_clubs, (club, user_id, type_), (1, win))
    sums.add(Tally, _KEYS, _SUMS, tallies)
    sums.add(Encounter, _PAIR, _PAIR_SUMS, pairs)
    sums.add(ClubTally, _CLUB_KEYS, _CLUB_SUMS, of_clubs)
    sums.add(ClubEncounter, ("club_id", *_PAIR), _PAIR_SUMS, club_pairs)
    bests.count_bests(type_, games)


def tallied(one: Finished) -> Iterable[tuple[Key, Sum]]:
    """What a game adds to which tally: (user, players, kind, key)."""
    if len({starter.user_id for starter in one.starters} - {None}) < 2:
        return
    yield from _records(one)
    if one.of_people and all(starter.stayed for starter in one.starters):
        yield from _statistics(one)


def _records(one: Finished) -> Iterable[tuple[Key, Sum]]:
    players, total = len(one.starters), sum(max(0, starter.score) for starter in one.starters)
    for starter, place, won in zip(one.starters, one.places(), one.winners(), strict=True):
        if starter.user_id is not None:
            share = max(0, starter.score) / total if total else 1 / players
            sum_ = Sum(1, int(won), place, starter.score, share)
            yield (starter.user_id, players, "record", ""), sum_
            if place == 1 and not won:
                yield (starter.user_id, players, "drawn", ""), Sum()


def _statistics(one: Finished) -> Iterable[tuple[Key, Sum]]:
    game, players, places = one.game, len(one.starters), one.places()
    played = Sum(moves=game.number, seconds=_seconds(game))
    yield (None, players, "game", ""), played
    if game.live_clock is not None:
        yield (None, players, "live", ""), played
    for option in _options(game):
        yield (None, players, "option", option), Sum()
    result = game.result or {}
    if reason := result.get("reason"):
        yield (None, players, "reason", reason[:100]), Sum()
    breakdown = result.get("breakdown") or [{}] * players
    for starter, place, sources in zip(one.starters, places, breakdown, strict=True):
        win = 1 / places.count(1) if place == 1 else 0
        for user_id in (None, starter.user_id):
            yield (user_id, players, "place", str(place)), Sum(points=starter.score)
            yield (
                (user_id, players, "seat", str(starter.seat)),
                Sum(wins=win, points=starter.score),
            )
            for source, points in sources.items():
                yield (user_id, players, "source", source[:100]), Sum(points=points)
        for option in _options(game):
            yield (starter.user_id, players, "option", option), Sum()


def _options(game: Game) -> list[str]:
    return [f"{name}={value}"[:100] for name, value in game.options.items()]


def _seconds(game: Game) -> int:
    if game.started_at is None or game.finished_at is None:
        return 0
    return max(0, round((game.finished_at - game.started_at).total_seconds()))


def met_by(one: Finished) -> Iterable[tuple[tuple[int, int], tuple[int, int, int]]]:
    """For each two people in a game: who, whom, and whether ahead or behind."""
    places = one.places()
    people = [
        (starter.user_id, place)
        for starter, place in zip(one.starters, places, strict=True)
        if starter.user_id is not None
    ]
    for (user_id, own), (other_id, others) in permutations(people, 2):
        yield (user_id, other_id), (1, int(own < others), int(own > others))


def in_clubs(one: Finished) -> Iterable[tuple[int, int | None, int]]:
    """What a club's game with several people adds: the club, the person, and whether they won.

    It also adds one row for all of them together, without a win.
    """
    club, people = one.game.club_id, {starter.user_id for starter in one.starters} - {None}
    if club is None or len(people) < 2:
        return
    yield club, None, 0
    for starter, won in zip(one.starters, one.winners(), strict=True):
        if starter.user_id is not None:
            yield club, starter.user_id, int(won)


def _add(sums: Sums, key: Key, values: Iterable[float]) -> None:
    sums[key] = [total + value for total, value in zip(sums[key], values, strict=True)]


RESULTS = Count("results", _count, (Tally, Encounter, ClubTally, ClubEncounter, Best), at_once=200)
