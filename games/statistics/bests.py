"""The most points ever scored, by game type and number of players; none without points.

Only games with the usual options count that were started and finished by people only. A player who
equals the record later does not replace its holder.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.models import Best, Game
from games.rules import registry
from games.statistics.finished import Finished, Starter

#: With fewer games the most points are no record yet.
FEWEST = 10


def since(moment: datetime) -> Iterable[Best]:
    """Records set after this moment, newest first."""
    return Best.objects.filter(at__gte=moment, before__gte=FEWEST).order_by("-at")


def count_bests(type_: str, games: Iterable[Finished]) -> None:
    """Count these games, in the order in which they ended."""
    usual = registry.get(type_).check_options({})
    bests = {one.players: one for one in Best.objects.select_for_update().filter(type=type_)}
    for one in games:
        if not one.of_people or not one.has_points or one.game.options != usual:
            continue
        if not all(starter.stayed for starter in one.starters):
            continue
        leader = max(one.starters, key=lambda starter: starter.score)
        players = len(one.starters)
        best = bests.get(players)
        if best is None:
            best = bests[players] = Best(type=type_, players=players)
            _set(best, leader, one.game)
        elif leader.score > best.score:
            _set(best, leader, one.game)
        best.games += 1
    for best in bests.values():
        best.save()


def _set(best: Best, leader: Starter, game: Game) -> None:
    assert leader.user_id is not None  # only people started the game
    assert game.finished_at is not None  # the game is over
    best.score, best.user_id, best.game, best.at = (
        leader.score,
        leader.user_id,
        game,
        game.finished_at,
    )
    best.before = best.games
