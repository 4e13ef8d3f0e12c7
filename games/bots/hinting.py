"""Hints: which choices look best, for a player who plays only against bots.

The bots' processes find them, and the table's log shows that one was given. Further steps make the
first answer surer while no other question waits. Games with other people have no hints.
"""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import msgspec
import structlog
from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.redis import best_effort
from games.bots.thinking import QUEUE, is_busy
from games.errors import Refused, Unavailable
from games.models import Game, Hint, Incident, Seat
from games.moves import incidents
from games.rules import registry
from games.rules.engine.search import Question, question
from games.rules.engine.search import hints as trying
from games.rules.engine.search.judging import Trial
from games.storage.position import Position, load, locked, own_seat

log = structlog.get_logger(__name__)

#: How long a hint is waited for.
LASTS = timedelta(seconds=30)


def are_given(position: Position, seat: Seat | None) -> bool:
    """Whether this seat may get hints: it must answer, and no other person plays."""
    if seat is None or position.game.status != Game.Status.RUNNING or position.rules is None:
        return False
    alone = all(other.user_id is None for other in position.seats if other.index != seat.index)
    return alone and seat.to_move and position.rules.state.held is None


def find_hint(position: Position, seat: Seat) -> Hint | None:
    """The hint for the seat's present question; None if none was requested, or it was lost."""
    if seat.decision_id is None:
        return None
    found = Hint.objects.filter(seat=seat, decision=seat.decision_id).first()
    if found is None or (found.found is None and found.until <= timezone.now()):
        return None
    return found


def request_hint(game_id: int, user_id: int) -> Position:
    """Request a hint for the player's open decision.

    Forbidden without a seat, Refused if other people play or nothing is asked, Unavailable while
    too many questions wait.
    """
    position = load(game_id, user_id)
    seat = own_seat(position, user_id)
    if not are_given(position, seat):
        raise Refused(
            _("You can get hints only in games against bots, and only on your turn."), "no_hints"
        )
    decision = position.running().decision(seat.index)
    if decision is None or find_hint(position, seat) is not None:
        return position
    if is_busy():
        raise Unavailable(_("The bots are busy at the moment. Please try again in a minute."))
    asked = question(position.running(), decision, "hint", random.SystemRandom())
    until = timezone.now() + LASTS
    new = {"decision": decision.id, "until": until, "found": None}
    Hint.objects.update_or_create(seat=seat, defaults=new)
    _hand_over(game_id, seat.index, asked)
    return position


def _hand_over(game_id: int, index: int, asked: Question, before: Any = None) -> None:
    best_effort.wake(
        "games.tasks.think_of_hint", QUEUE, game_id, index, msgspec.to_builtins(asked), before,
        expires=LASTS.total_seconds(),
    )  # fmt: skip


def think(game_id: int, index: int, data: dict[str, Any], before: Any = None) -> None:
    """In the computing process: try the choices, those of ``before`` in further worlds.

    The results are sent back.
    """
    try:
        found = try_further(data, before)
    except Exception as error:  # including a time limit
        log.error("no hint found", game=game_id, exc_info=error)
        return
    best_effort.wake(
        "games.tasks.take_hint", "bots", game_id, index, data["decision"], found, expires=60
    )


def try_further(data: dict[str, Any], before: Any = None) -> Any:
    """A step of trying the choices of a question, as plain data like those ``before`` it."""
    asked = msgspec.convert(data, Question)
    known = msgspec.convert(before, Trial | None)
    return msgspec.to_builtins(trying.step(registry.get(asked.type), asked, known))


def store_trial(game_id: int, index: int, decision_id: int, data: Any) -> None:
    """Store the hint if its question is still open, and have it examined further.

    The log shows that a hint was given.
    """
    trial = msgspec.convert(data, Trial)
    with locked(game_id) as position:
        seat = position.seats[index]
        hint = Hint.objects.filter(seat=seat, decision=decision_id).first()
        if hint is None or seat.decision_id != decision_id or not _is_further(hint, trial):
            return
        is_first = hint.found is None
        hint.found = msgspec.to_builtins(trying.rank_choices(trial))
        hint.save()
        if is_first:
            incidents.record_incident(position, Incident.Kind.HINT, seat=seat)
        else:
            incidents.tell(position)
        decision = position.running().decision(index)
    if decision is not None and trying.goes_on(trial) and not is_busy():
        asked = question(position.running(), decision, "hint", random.SystemRandom())
        _hand_over(game_id, index, asked, data)


def _is_further(hint: Hint, trial: Trial) -> bool:
    """Whether it was tried in more games than the stored hint, so it is no repetition."""
    games = sum(len(kind[0]) for kind in trial.tried)
    return games > max((each.get("games", 0) for each in hint.found or ()), default=0)
