"""The seats that programs play: which of them are asked, what they think, and their moves.

A bot thinks before the game is locked, and its choice counts if it is still asked the same. Its
chance is made of the game's secret seed and the number of the question, so no player can foresee
it, and asking again gives the same.
"""

from __future__ import annotations

import hmac
import random
import time
from collections.abc import Iterable
from typing import Any

import structlog
from celery.exceptions import SoftTimeLimitExceeded

from boardgames import scans
from boardgames.redis import figures, hints
from games import changes
from games.errors import GameError
from games.models import BY_HAND, Game, Seat
from games.moves import actions
from games.rules import engine
from games.storage.position import Position, newest

log = structlog.get_logger(__name__)

#: Games taken up by one tick; the next one goes on.
BATCH = 200
_NO_BOT = ("", BY_HAND)


def listen() -> None:
    """Wake the bots that a change asks; at the start of each process."""
    changes.committed.connect(wake, dispatch_uid="bots hear of changes")


def wake(position: Position, **_signal: Any) -> None:
    """A hint for the bots of this game, if one is asked; the tick would find it, too."""
    if asked(position.seats):
        hints.wake("games.tasks.play_bots_of", "bots", position.game.pk, expires=30)


def asked(seats: Iterable[Seat]) -> Seat | None:
    """The first seat that waits for its bot to think."""
    return next((each for each in seats if each.bot not in _NO_BOT and each.to_move), None)


def play_all() -> int:
    """One move in every game that waits for a bot, the longest wait first; how many were made."""
    waiting = (
        Seat.objects.filter(to_move=True, game__status=Game.Status.RUNNING, game__broken_at=None)
        .exclude(bot__in=_NO_BOT)
        .order_by("waiting_since")
        .values_list("game_id", flat=True)[:BATCH]
    )
    return scans.each("bots", waiting, play_one)


def play_one(game_id: int) -> bool:
    """One move of a bot in this game, if one is asked; the change wakes those asked next."""
    try:
        position = newest(game_id)
        if position is None or position.rules is None or position.game.broken_at:
            return False
        seat = asked(position.seats)
        return seat is not None and _play(position, position.rules, seat)
    except GameError as error:
        log.warning("bot could not move", game=game_id, reason=error.code)
        return False


def _play(position: Position, rules: engine.Game[Any], seat: Seat) -> bool:
    game_id = position.game.pk
    if rules.state.held == seat.index:
        return actions.confirm_by_bot(game_id, seat.index)
    decision = rules.decision(seat.index)
    if decision is None:
        return False
    try:
        choice = _choice(position, rules, seat, decision)
    except SoftTimeLimitExceeded:  # this task is at its end; the game shall not wait for ever
        actions.by_bot(game_id, seat.index, decision.id, _first(decision))
        raise
    return actions.by_bot(game_id, seat.index, decision.id, choice)


def chance(game: Game, seat: int, decision_id: int) -> random.Random:
    """What a bot may throw dice with when it thinks about a question: known to nobody else."""
    about = f"bot/{seat}/{decision_id}".encode()
    return random.Random(hmac.digest(bytes(game.seed), about, "sha256"))  # noqa: S311  keyed


def _choice(
    position: Position, rules: engine.Game[Any], seat: Seat, decision: engine.Decision
) -> engine.Choice:
    """What the seat's bot chooses. For one that fails the best bot does, and for that one the
    first choice listed: a bot must not stop a game, and nothing here can be foreseen by chance."""
    bots = position.type.bots
    for name in dict.fromkeys((seat.bot, position.type.best_bot)):
        if name not in bots:
            continue
        begun = time.perf_counter()
        try:
            rng = chance(position.game, seat.index, decision.id)
            return decision.find(bots[name](engine.Seen(rules, decision, rng)))
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            log.error("bot failed", game=seat.game_id, bot=name, exc_info=error)
        finally:
            seconds = time.perf_counter() - begun
            figures.count("bot_seconds_total", seconds, game=position.type.slug, bot=name)
    return _first(decision)


def _first(decision: engine.Decision) -> engine.Choice:
    return decision.example(decision.choices[0])
