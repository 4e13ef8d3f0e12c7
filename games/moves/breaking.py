"""Games whose rules have failed: stopping them, notifying moderators, repairing, leaving them.

A game breaks when a call into its rules fails; it stays as it was stored, and its clocks stop.
Every function but ``mark`` and ``look_into`` works in the caller's transaction.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from traceback import format_exception
from typing import Any

import structlog
from django.db.models import Q, QuerySet
from django.db.transaction import atomic
from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.celery import due_rows
from boardgames.faults import place_of
from games import changes, package_errors
from games.errors import GameError, Refused
from games.models import Game, Incident, Seat, Tenure
from games.moves import ending, incidents, recording, seat_holders
from games.notification_events import writing
from games.rules import engine, registry
from games.storage import statements
from games.storage.position import Position, locked, show_to_all

log = structlog.get_logger(__name__)

Kind = Incident.Kind
#: A game that nobody has repaired for this long is cancelled.
UNMENDED = timedelta(days=30)
#: Characters of the error that are stored for moderators.
LONGEST_REASON = 4000
BATCH = 500


def listen_to_failures() -> None:
    """Stop games whose rules fail; called at the start of each process."""
    changes.failed.connect(mark, dispatch_uid="games break")


def mark(game_id: int, error: engine.RulesError, **_signal: Any) -> None:
    """Stop the game and notify all moderators, once, in a transaction of its own.

    The error is also recorded as a package error.
    """
    log.error("rules failed", game=game_id, exc_info=error)
    package_errors.record_error(
        _type(game_id), f"rules: {place_of(error.__cause__ or error)}", error, game_id
    )
    now = timezone.now()
    with atomic(durable=True):
        whole = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING, broken_at=None)
        why = {"broken_reason": _reason(error), "broken_code": _code(game_id)}
        if not whole.update(broken_at=now, **why):
            return
        Seat.objects.filter(game_id=game_id).update(deadline=None, clock_from=None)
        found = statements.game(game_id)
        assert found is not None  # it was written a moment ago
        position = Position(*found, None, found[0].version, found[0].number)
        incidents.record_incident(position, Kind.BROKEN)
        writing.broken(position.game, str(error), now)


def look_into(game_id: int, error: engine.RulesError) -> None:
    """Stop a game whose rules failed while it was shown, if its newest position is affected.

    An error in an earlier position does not matter.
    """
    try:
        with locked(game_id) as position:
            if position.game.status == Game.Status.RUNNING and not position.game.broken_at:
                try_out(position.running())
    except GameError as refused:  # stopped by now, or locked: the next look will tell
        log.info("failing game looked into", game=game_id, found=refused.code, exc_info=error)


def try_out(rules: engine.Game[Any]) -> None:
    """RulesError unless everybody can be shown the position and asked what it asks."""
    show_to_all(rules)
    if rules.result() is None and not rules.to_move():
        raise engine.RulesError("nobody is asked anything, and the game is not over")
    for decision in rules.decisions():
        _ = decision.choices


def mend(position: Position, now: datetime, *, user_id: int | None, reason: str) -> None:
    """Resume a broken game if the rules of this release can play it, with its clocks.

    Refused for a game that is not broken, RulesError for one that still is.
    """
    game = position.game
    if game.broken_at is None:
        raise Refused(_("This game is not stopped."), "not_broken")
    if position.failure is not None:
        raise position.failure
    try_out(position.running())
    game.broken_at, game.broken_reason, game.broken_code = None, "", ""
    game.save(update_fields=["broken_at", "broken_reason", "broken_code"])
    recording.retime(position, now)
    incidents.record_incident(position, Kind.MENDED, user_id=user_id, reason=reason)


def still_broken(game_id: int, error: engine.RulesError) -> None:
    """Store for moderators why it could not be repaired."""
    why = {"broken_reason": _reason(error), "broken_code": _code(game_id)}
    Game.objects.filter(pk=game_id).exclude(broken_at=None).update(**why)


def leave_broken_game(position: Position, seat: Seat, now: datetime) -> None:
    """Give up a seat of a broken game.

    No move is possible, so nothing else changes. If at most one person is left the game is
    cancelled, because its rules cannot say how it ended.
    """
    seat.resigned_at = now
    seat_holders.change_holder(position, seat, position.game.rules.best_bot, Tenure.Reason.RESIGNED)
    incidents.record_incident(position, Kind.LEFT, seat=seat)
    left = [one for one in position.seats if one.user_id and not one.resigned_at]
    if len(left) < 2:
        ending.cancel_game(position, now, by="broken")


def broken_games() -> QuerySet[Game]:
    """All games that wait for a repair, the oldest first."""
    return Game.objects.filter(status=Game.Status.RUNNING, broken_at__isnull=False).order_by(
        "broken_at"
    )


def with_other_rules() -> list[int]:
    """Broken games, at most ``BATCH``, whose installed rules differ from those that failed."""
    codes = {rules.slug: registry.code_of(rules.slug) for rules in registry.all()}
    others = Q()
    for slug, code in codes.items():
        others |= Q(type=slug) & ~Q(broken_code=code)
    return list(broken_games().filter(others).values_list("pk", flat=True)[:BATCH])


def cancel_unmended() -> int:
    """Cancel the games that nobody repaired in time; return how many there were."""
    old = broken_games().filter(broken_at__lt=timezone.now() - UNMENDED)
    return due_rows.process_each(
        "unmended games", old.values_list("pk", flat=True)[:BATCH], _cancel_unmended
    )


def _cancel_unmended(game_id: int) -> bool:
    now = timezone.now()
    try:
        with locked(game_id, wait=False, broken=True) as position:
            broken_at = position.game.broken_at
            if broken_at is None or broken_at > now - UNMENDED:
                return False
            ending.cancel_game(position, now, by="unmended")
    except GameError as error:  # the game is locked: the next tick tries again
        log.info("broken game not cancelled", game=game_id, reason=error.code)
        return False
    return True


def _code(game_id: int) -> str:
    return registry.code_of(_type(game_id))


def _type(game_id: int) -> str:
    return Game.objects.values_list("type", flat=True).get(pk=game_id)


def _reason(error: engine.RulesError) -> str:
    return "".join(format_exception(error)).strip()[-LONGEST_REASON:]
