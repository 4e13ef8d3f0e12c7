"""Turns of bots: which seats are asked, and their moves.

1. A change wakes the game's bots (``wake``); a tick finds games that were missed (``asked``).
2. The newest position is read without a lock, and the first seat that waits for its bot is taken.
3. A held turn is confirmed; otherwise there is a decision to answer.
4. A level that thinks for long hands the question to other processes (``thinking``) and stops here;
   their answer, or the end of their time, comes back as a choice.
5. Any other level chooses at once. If it fails, the next level below chooses; the last one by lot.
6. The game is locked, and the choice counts if the seat is still asked the same question.

A bot's random numbers come from the game's secret seed and the number of the question, so no player
can foresee them, and asking again gives the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import QuerySet

from boardgames.celery import due_rows
from boardgames.redis import best_effort, figures
from games import changes
from games.bots import thinking
from games.bots.chance import chance
from games.errors import GameError
from games.models import BY_HAND, Game, Seat
from games.moves import actions
from games.rules import engine
from games.rules.engine.levels import THOUGHTFUL, below
from games.rules.engine.play import ask_bot, random_choice
from games.rules.engine.search import player
from games.storage.position import Position, newest

log = structlog.get_logger(__name__)

#: Games that one tick wakes; the next tick continues.
BATCH = 200
_NO_BOT = ("", BY_HAND)


def listen_to_changes() -> None:
    """Wake bots when a change asks them; called at the start of each process."""
    changes.committed.connect(wake, dispatch_uid="bots hear of changes")


def wake(position: Position, **_signal: Any) -> None:
    """Wake the bots of this game if any must move; the tick would find it, too."""
    if asked_of(position.seats):
        wake_game(position.game.pk)


def asked_of(seats: Iterable[Seat]) -> Seat | None:
    """The first seat that waits for its bot to choose."""
    return next((each for each in seats if each.bot not in _NO_BOT and each.to_move), None)


def wake_game(game_id: int) -> None:
    best_effort.wake("games.tasks.play_bots_of", "bots", game_id, expires=30)


def wake_all() -> None:
    """Queue a task for each game that waits for a bot, the longest wait first.

    One game does not hold up another.
    """
    for game_id in asked():
        wake_game(game_id)


def asked() -> list[int]:
    """The games that wait for a bot, the longest wait first."""
    (seats,) = find_waiting_seats()
    games = seats.order_by("waiting_since").values_list("game_id", flat=True)[:BATCH]
    return list(dict.fromkeys(games))


def find_waiting_seats() -> list[QuerySet[Seat]]:
    """The seats whose bots must answer."""
    asked = Seat.objects.filter(
        to_move=True, game__status=Game.Status.RUNNING, game__broken_at=None
    )
    return [asked.exclude(bot__in=_NO_BOT)]


def play(game_id: int) -> int:
    """The same as ``play_one``; a game for which it raises is deferred for a while."""
    return due_rows.process_each("bots", [game_id], play_one)


def play_one(game_id: int) -> bool:
    """Make one move of a bot in this game, unless none must move or it computes for long.

    The change wakes the bots that must answer next.
    """
    try:
        position = newest(game_id)
        if position is None or position.rules is None or position.game.broken_at:
            return False
        seat = asked_of(position.seats)
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
    level = seat.bot
    if level in THOUGHTFUL and len(decision.choices) > 1:
        level = thinking.start_thinking(position, seat, decision)
        if not level:
            return False
    try:
        choice = _choice(position, rules, decision, level)
    # this task reaches its time limit; the game must not wait for ever
    except SoftTimeLimitExceeded:
        actions.by_bot(game_id, seat.index, decision.id, _by_lot(position.game, decision))
        raise
    return actions.by_bot(game_id, seat.index, decision.id, choice)


def _choice(
    position: Position, rules: engine.Game[Any], decision: engine.Decision, level: str
) -> engine.Choice:
    """A bot's choice; if it fails, that of the next lower level: no bot stops a game."""
    while level != "random":
        begun = time.perf_counter()
        try:
            rng = chance(position.game, decision.seat, decision.id)
            bot = player(position.type, level)
            return decision.find(ask_bot(bot, rules, decision, rng))
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            log.error("bot failed", game=position.game.pk, bot=level, exc_info=error)
        finally:
            seconds = time.perf_counter() - begun
            figures.add_to_figure("bot_seconds_total", seconds, game=position.type.slug, bot=level)
        level = below(level)
    return _by_lot(position.game, decision)


def _by_lot(game: Game, decision: engine.Decision) -> engine.Choice:
    rng = chance(game, decision.seat, decision.id)
    return random_choice(engine.play.Asked(decision, rng))
