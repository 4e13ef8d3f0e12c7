"""Answers that take long to compute, by separate processes from the queue ``thinking``.

They get plain data and return a choice; they use no database and know no secrets. If the answer
comes late or never, a lower level makes that move.
"""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Any

import msgspec
import structlog

from boardgames.redis import best_effort
from games.bots.chance import chance
from games.bots.claims import BotTurn
from games.errors import GameError
from games.models import Incident, Seat
from games.moves import actions, incidents
from games.rules import engine, registry
from games.rules.engine.levels import GOOD, THOUGHTFUL, below
from games.rules.engine.search import Question, answer, question
from games.storage.position import Position, locked

log = structlog.get_logger(__name__)

QUEUE = "thinking"
#: Time for a question, waiting included, before the level below plays.
LASTS = timedelta(seconds=12)
#: If this many questions wait for each computing process, one more would be late.
MOST_WAITING = 8


def processes() -> int:
    """How many processes compute on a machine: one core is left for people, if there are two."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


def start_thinking(position: Position, seat: Seat, decision: engine.Decision) -> str:
    """Have a bot's question computed by another process; returns the level to answer it at once.

    The level is "" while the question is being computed.
    """
    turn = BotTurn(seat, decision.id)
    level = turn.level()
    if not level:
        return ""
    if level not in THOUGHTFUL or is_busy():
        _fall(position, turn)
        return GOOD if level in THOUGHTFUL else level
    if level != seat.bot:
        _fall(position, turn)
    if not turn.claim(level, LASTS) or _send(position, seat, decision, level):
        return ""
    turn.release()
    return below(level)


def is_busy() -> bool:
    """Whether too much is waiting already; also if Redis does not answer."""
    waiting = best_effort.length(QUEUE)
    return waiting is None or waiting >= MOST_WAITING * processes()


def _send(position: Position, seat: Seat, decision: engine.Decision, level: str) -> bool:
    rng = chance(position.game, seat.index, decision.id)
    try:
        asked = question(position.running(), decision, level, rng)
    except Exception as error:
        log.error("no question made", game=position.game.pk, bot=level, exc_info=error)
        return False
    data = msgspec.to_builtins(asked)
    return best_effort.wake(
        "games.tasks.think", QUEUE, position.game.pk, data, expires=LASTS.total_seconds()
    )


def _fall(position: Position, turn: BotTurn) -> None:
    """Log that this bot plays below its level; once, until it computes again."""
    if turn.fall():
        with locked(position.game.pk) as now:
            incidents.record_incident(now, Incident.Kind.BELOW, seat=now.seats[turn.seat.index])


# In the computing process -------------------------------------------------------------------


def think(game_id: int, data: dict[str, Any]) -> None:
    """Compute an answer and send the choice back, or that there is none."""
    choice = None
    try:
        asked = msgspec.convert(data, Question)
        choice = answer(registry.get(asked.type), asked)
    except Exception as error:  # including a time limit
        log.error("nothing thought", game=game_id, exc_info=error)
    about = (data.get("seat"), data.get("decision"))
    best_effort.wake("games.tasks.take_thought", "bots", game_id, *about, choice, expires=30)


# In the receiving process
# -----------------------------------------------------------------------------------


def play_choice(game_id: int, index: int, decision_id: int, choice: list[Any] | None) -> bool:
    """Play the choice if its question is still open; False if the level below must play now."""
    try:
        seat = Seat.objects.get(game_id=game_id, index=index)
    except Seat.DoesNotExist:
        return True
    turn = BotTurn(seat, decision_id)
    if choice is None:
        turn.release()
        return False
    try:
        played = actions.by_bot(game_id, index, decision_id, tuple(choice))
    except GameError as error:
        log.error("thought of what cannot be", game=game_id, reason=error.code)
        turn.release()
        return False
    if played and seat.bot in THOUGHTFUL:
        turn.rise()
    return True
