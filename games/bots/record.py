"""A person's record against bots: wins among the last games at each level."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Prefetch

from games.models import Seat, counting
from games.rules import registry
from games.rules.engine import WON
from games.rules.engine.levels import LEVELS
from games.words import outcomes

#: The newest games that count, per game type, number of players and level.
LAST = 20
#: Older games are not considered.
_MOST = 500
#: A player who wins this many of the last games should try the next level.
ENOUGH, OFTEN = 10, 0.6


class Record(NamedTuple):
    """``won`` of ``games`` at a level; ``next_level`` if it is time for one that is on offer."""

    type: str
    players: int
    level: str
    won: int
    games: int
    next_level: str


def against_bots(user_id: int) -> list[Record]:
    """By game type, number of players and level, the weakest first.

    A shared victory counts as one, a draw as none.
    """
    own = Seat.objects.filter(counting("game"), user=user_id, resigned_at=None, bot="")
    own = own.select_related("game").defer("game__state").order_by("-game__finished_at")
    fields = ("game_id", "index", "user_id", "bot", "rank", "score")
    seats = Prefetch("game__seats", Seat.objects.only(*fields).order_by("index"))
    won: dict[tuple[str, int, str], list[bool]] = defaultdict(list)
    for seat in own.prefetch_related(seats)[:_MOST]:
        level = _level(seat)
        if level and len(won[key := (seat.game.type, seat.game.players, level)]) < LAST:
            won[key].append(_has_won(seat))
    found = [
        Record(*key, sum(of), len(of), _next(*key, sum(of), len(of))) for key, of in won.items()
    ]
    return sorted(found, key=lambda each: (each.type, each.players, LEVELS.index(each.level)))


def _has_won(seat: Seat) -> bool:
    ended = outcomes.find_outcomes(list(seat.game.seats.all()))
    return seat.rank == 1 if ended is None else ended[seat.index] == WON


def _level(seat: Seat) -> str:
    """The level at which all others played; "" if one was a person, or their levels differ."""
    others = [other for other in seat.game.seats.all() if other.index != seat.index]
    if any(other.user_id for other in others):
        return ""
    try:
        levels = {seat.game.rules.level_of(other.bot) for other in others}
    except registry.UnknownGameType:
        return ""
    return (levels.pop() or "") if len(levels) == 1 else ""


def _next(type_: str, players: int, level: str, won: int, games: int) -> str:
    if games < ENOUGH or won < OFTEN * games:
        return ""
    offered = registry.get(type_).levels.offered(players)
    above = [other for other in offered if LEVELS.index(other) > LEVELS.index(level)]
    return above[0] if above else ""
