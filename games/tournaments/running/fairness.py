"""What is striking about the games of a tournament: facts with their numbers, no verdicts.

All of it can be read from games that everybody may see. What accounts have in common is not
included: only moderators learn it (``games.moderation.common_signs``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from statistics import median
from typing import NamedTuple

from django.utils import timezone

from games.models import Game, Seat, Table, TablePlayer, Tenure, Tournament, counting

#: A game with fewer moves than this share of the median ended strikingly early.
EARLY = 0.25
#: From fewer games the usual number of moves is unknown; only the newest count.
LEAST, NEWEST = 8, 200
#: How far back lost games against the same person are searched, and how many of them are listed.
LATELY, OFTEN = timedelta(days=365), 2


class Ahead(NamedTuple):
    """A player who resigned or lost on time with more points than all others."""

    game: int
    who: int
    others: list[int]
    points: int
    best_other: int
    moves: int
    lapsed: bool


class Early(NamedTuple):
    """A game that ended after few moves."""

    game: int
    people: list[int]
    moves: int
    usual: int


class Again(NamedTuple):
    """A player who resigned or lost on time in several games of a year against the same person."""

    who: int
    other: int
    games: int


class Facts(NamedTuple):
    """People are given by user id."""

    ahead: list[Ahead]
    early: list[Early]
    again: list[Again]

    @property
    def none(self) -> bool:
        return not any(self)


class _Over(NamedTuple):
    """A finished game of the tournament, and the players by user id."""

    game: int
    type: str
    moves: int
    players: Mapping[int, TablePlayer]


def facts(tournament: Tournament) -> Facts:
    """The facts about all its games that are over so far."""
    games, now = _games(tournament), timezone.now()
    usual = {type_: _usual(type_, tournament.players) for type_ in {each.type for each in games}}
    return Facts(
        ahead=[found for each in games for found in _ahead(each)],
        early=[found for each in games if (found := _early(each, usual[each.type]))],
        again=_again(games, now),
    )


def _games(tournament: Tournament) -> list[_Over]:
    tables = Table.objects.filter(
        tournament=tournament, state=Table.State.OVER, game__status=Game.Status.FINISHED
    ).order_by("pk")
    found = list(tables.values_list("pk", "game", "game__type", "game__number"))
    players: dict[int, dict[int, TablePlayer]] = {table: {} for table, *_game in found}
    for player in TablePlayer.objects.filter(table__in=players).select_related("entrant"):
        players[player.table_id][player.entrant.user_id] = player
    return [_Over(game or 0, type_, moves, players[pk]) for pk, game, type_, moves in found]


def _usual(type_: str, players: int) -> int:
    """The median number of moves in the newest games; 0 if unknown."""
    games = Game.objects.filter(counting(), type=type_, players=players)
    newest = games.order_by("-finished_at", "-id")
    numbers = list(newest.values_list("number", flat=True)[:NEWEST])
    return int(median(numbers)) if len(numbers) >= LEAST else 0


def _ahead(game: _Over) -> Iterable[Ahead]:
    results = game.players.items()
    scores = {user: player.score for user, player in results if player.score is not None}
    for user, player in results:
        others = [each for each in game.players if each != user]
        known = [scores[each] for each in others if each in scores]
        if player.left and user in scores and known and scores[user] > max(known):
            points = scores[user], max(known)
            yield Ahead(game.game, user, others, *points, game.moves, player.lapsed)


def _early(game: _Over, usual: int) -> Early | None:
    early = game.moves < usual * EARLY
    return Early(game.game, list(game.players), game.moves, usual) if early else None


def _again(games: Sequence[_Over], now: datetime) -> list[Again]:
    """For each who resigned here, how many games they have lost in this way to people they met
    here."""
    pairs = {
        (user, other)
        for game in games
        for one, two in combinations(game.players, 2)
        for user, other in ((one, two), (two, one))
        if game.players[user].left
    }
    people = {user for user, _other in pairs}
    given_up = Tenure.objects.filter(
        user__in=people,
        ended__in=(Tenure.Reason.RESIGNED, Tenure.Reason.FORFEITED),
        seat__game__status=Game.Status.FINISHED,
        seat__game__finished_at__gte=now - LATELY,
        seat__game__practice=False,
        seat__game__stage="",
    ).values_list("user", "seat__game")
    by_game: dict[int, set[int]] = {}
    for user, game in given_up:
        by_game.setdefault(game, set()).add(user)
    counted: Counter[tuple[int, int]] = Counter()
    others = Seat.objects.filter(game__in=by_game, user__in={other for _user, other in pairs})
    for game, other in others.values_list("game", "user"):
        counted.update((user, other) for user in by_game[game] if (user, other) in pairs)
    return [Again(*pair, n) for pair, n in counted.most_common() if n >= OFTEN]
