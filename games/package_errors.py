"""Errors of game packages: they cost a page one detail, and are recorded here."""

from __future__ import annotations

import time
from traceback import format_exception

import structlog
from django.db import DatabaseError, transaction

from boardgames.http import requests
from boardgames.models import Trouble
from games.models import Game
from games.rules import registry

log = structlog.get_logger(__name__)

#: Seconds after which an error that continues is stored again.
AGAIN = 3600.0
#: Characters of a traceback that are stored: its end, which names the place.
LONGEST_TRACE = 4000

_noted: dict[tuple[str, str], float] = {}


def record_error(game: str, place: str, error: Exception, game_id: int | None = None) -> None:
    """Log an error once per process, and store it for the admin, the maintainers and health checks.

    ``game_id``: the game, if it is not the one in the current address.
    """
    now, last = time.monotonic(), _noted.get((game, place))
    if last is None:
        log.error("slip in a game package", game=game, place=place, exc_info=error)
    if last is not None and now - last < AGAIN:
        return
    _noted[game, place] = now
    try:
        with transaction.atomic():
            at_game, at_version = _position(game_id or requests.argument("game_id"))
            Trouble.note(
                game,
                place,
                f"{type(error).__name__}: {error}",
                version=_version(game),
                trace="".join(format_exception(error)).strip()[-LONGEST_TRACE:],
                at_game=at_game,
                at_version=at_version,
            )
    except DatabaseError as unwritten:
        log.warning("slip not written down", game=game, place=place, error=str(unwritten))


def _version(slug: str) -> int:
    """The version of the installed rules."""
    try:
        return registry.get(slug).version
    except registry.UnknownGameType:
        return 0


def _position(game_id: object) -> tuple[int | None, int | None]:
    found = Game.objects.filter(pk=game_id) if isinstance(game_id, int) else Game.objects.none()
    return found.values_list("pk", "version").first() or (None, None)
