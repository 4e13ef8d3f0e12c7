"""A game at one version, and the version that a person may see.

Moves that others have seen cannot be taken back, and nobody else sees moves that can. So a seat
that is to act sees the newest position, everybody else the last one that nobody can take back.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog
from django.db import OperationalError
from django.db.transaction import atomic
from django.utils.translation import gettext as _
from psycopg.errors import LockNotAvailable

from boardgames.database.rows import transaction
from games import changes
from games.errors import (
    Broken,
    Busy,
    Forbidden,
    NoBoard,
    NotFound,
    NotInstalled,
    Outdated,
    Refused,
    Unavailable,
)
from games.game_cache import cache
from games.models import Game, Seat
from games.rules import engine
from games.rules.engine import Json
from games.rules.registry import UnknownGameType
from games.storage import history, statements
from games.storage.memo import Memo
from games.storage.statements import LogRow, Used

log = structlog.get_logger(__name__)

#: Seconds for which the position after a move is served from memory; and the bytes it takes.
LASTS, _SIZE = 2.0, 30_000


@dataclass
class Position:
    """A stored game, its seats in order, and the rules' game after ``number`` moves.

    * ``rules``: None before the start, and if a broken or finished game cannot be shown;
      ``failure`` then says why.
    * ``newest``: nothing has happened since.
    * ``log``: the rows of the log after version ``log_since``, including those added in the block;
      None if unknown.
    * ``used``: the move that its user has already sent with this idempotency key.
    * ``public``: what everybody is shown of it, cached once nothing can change it any more.
    * ``announced`` and ``announced_beside``: this transaction announces it already.
    * ``asked_at``: the ``time.monotonic()`` after which its rows were read under the game's lock.
    * ``memo``: values computed once for all who are shown it.
    """

    game: Game
    seats: list[Seat]
    rules: engine.Game[Any] | None
    version: int
    number: int
    newest: bool = True
    log: list[LogRow] | None = None
    log_since: int = 0
    used: Used | None = None
    public: Json | None = None
    failure: engine.RulesError | Unavailable | None = None
    announced: bool = False
    announced_beside: bool = False
    asked_at: float = 0.0
    memo: Memo = field(default_factory=Memo)

    def seat_of(self, user_id: int | None) -> Seat | None:
        """The seat that this person holds at present."""
        return next((seat for seat in self.seats if seat.held_by(user_id)), None)

    @property
    def type(self) -> engine.Rules[Any]:
        """The game type; registry.UnknownGameType if its package is missing."""
        return self.game.rules

    def running(self) -> engine.Game[Any]:
        """The rules' game of a started game, otherwise Refused; NoBoard if it is over and cannot be
        shown."""
        if self.failure is not None and self.game.status != Game.Status.RUNNING:
            raise NoBoard from self.failure
        if self.rules is None:
            raise Refused(_("This game has not started."), "not_running")
        return self.rules


def visible_version(game: Game, seat: Seat | None) -> int:
    """The newest version that the holder of ``seat`` (None: a spectator) may know of."""
    if seat is not None and (seat.to_move or seat.decision_id is not None):
        return game.version
    return game.public_version


def check_seen(game_id: int, user_id: int | None, key: str = "") -> None:
    """Raise NotFound if this person may not know of this game.

    It takes one query, and the same if there is no such game, so its duration reveals nothing.
    """
    if not statements.may_see(game_id, user_id, key):
        raise NotFound


def load(game_id: int, user_id: int | None, at: int | None = None, key: str = "") -> Position:
    """The position that this person may see now, or the one after move ``at``.

    ``key`` is the one in a private game's link; it does not open a club's game. NotFound for games
    the person may not see and for moves that have not been made.
    """
    found = statements.seen_game(game_id, user_id, key)
    if found is None:
        raise NotFound
    position, game = _newest(*found), found[0]
    version = visible_version(game, position.seat_of(user_id))
    if version == game.version and at in (None, game.number):
        return position
    return _past(position, game.number if at is None else at, version, exactly=at is not None)


def as_seen(position: Position, seat: Seat | None) -> Position:
    """The newest position as the holder of this seat (None: a spectator) may see it.

    The caller has checked that this person may see the game.
    """
    version = visible_version(position.game, seat)
    if version == position.version:
        return position
    return _past(position, position.game.number, version, exactly=False)


def is_shown(position: Position, user_id: int | None) -> bool:
    """Whether this is the newest position and the person may see it."""
    version = visible_version(position.game, position.seat_of(user_id))
    return version == position.version == position.game.version


def for_another(position: Position, user_id: int | None) -> Position | None:
    """The same position for another seat's holder, if that person may see it; otherwise None."""
    if position.seat_of(user_id) is None or not is_shown(position, user_id):
        return None
    own = _newest(position.game, position.seats)
    own.memo = position.memo
    return own


def cache_position(position: Position) -> None:
    """Cache this newest position after the commit of what led to it: see ``lately``."""
    cache.put(position.game.pk, "newest", position, _SIZE, LASTS)


def lately(game_id: int, version: int, since: float) -> Position | None:
    """The position of this version that a change in this process has just produced.

    None unless it was read completely after ``since`` (``time.monotonic()``) and not long ago. It
    is as it was read under the game's lock. Changes since then without a new version, such as a
    pause, are announced separately: a socket that has heard of one reads the game.
    """
    position: Position | None = cache.get(game_id, "newest")
    if position is None or position.version != version:
        return None
    return position if position.asked_at > max(since, time.monotonic() - LASTS) else None


def newest(game_id: int) -> Position | None:
    """The newest position, for code that acts for the service and not for a reader."""
    found = statements.game(game_id)
    if found is None:
        return None
    try:
        return _newest(*found)
    except engine.RulesError as error:
        changes.failed.send_robust(sender=None, game_id=game_id, error=error)
        raise Broken from error


def position_at(position: Position, number: int, version: int) -> Position:
    """The position at ``version`` after move ``number``."""
    if version == position.game.version:
        return position
    return _past(position, number, version, exactly=True)


def _past(position: Position, number: int, version: int, *, exactly: bool) -> Position:
    if position.rules is None or number < 0:
        raise NotFound
    stored = history.stored(position.game.pk, number, version)
    if exactly and stored.number != number:
        raise NotFound
    rules = position.type.load(stored.state, stored.rules_version)
    return Position(
        position.game, position.seats, rules, stored.version, stored.number, newest=False
    )


def _newest(game: Game, seats: list[Seat]) -> Position:
    over = game.status not in (Game.Status.OPEN, Game.Status.RUNNING)
    try:
        rules, failure = _rules_game(game), None
        if rules is not None and game.broken_at:
            show_to_all(rules)
    except (engine.RulesError, NotInstalled, Outdated) as error:
        if not over and not (game.broken_at and isinstance(error, engine.RulesError)):
            raise
        rules, failure = None, error
    return Position(game, seats, rules, game.version, game.number, failure=failure)


def show_to_all(rules: engine.Game[Any]) -> None:
    """RulesError unless everybody can be shown the position."""
    for seat in (*range(rules.players), None):
        rules.view(seat)
    _ = rules.standing(), rules.scored()


def _rules_game(game: Game) -> engine.Game[Any] | None:
    if not game.state:
        return None
    try:
        rules = game.rules
    except UnknownGameType as error:
        raise NotInstalled from error
    if game.rules_version > rules.version:
        raise Outdated
    return rules.load(bytes(game.state), game.rules_version)


@contextmanager
def locked(
    game_id: int,
    *,
    wait: bool = True,
    user_id: int | None = None,
    key: str = "",
    broken: bool = False,
) -> Iterator[Position]:
    """The newest position, holding the row locks of game and seats until the transaction ends.

    ``user_id`` is the person who acts: NotFound for a game that they may not see. With ``key`` it
    is a move that may have been made before. Without ``wait`` a game that another process has
    locked is NotFound. A broken game is Broken, unless the caller allows broken games.

    Any exception in the block leaves the game unchanged. A failure of the rules breaks the game
    (Broken); a lock that is not free in time is Busy.
    """
    try:
        with transaction():
            asked_at = time.monotonic()
            found = statements.locked_game(game_id, wait=wait, user_id=user_id, key=key)
            if found is None:
                raise NotFound
            position = _newest(found.game, found.seats)
            if position.failure is not None and not broken:
                raise Broken
            position.log, position.log_since = found.log, found.game.public_version
            position.used, position.asked_at = found.used, asked_at
            yield position
    except engine.RulesError as error:
        changes.failed.send_robust(sender=None, game_id=game_id, error=error)
        raise Broken from error
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise Busy from error
        raise


@contextmanager
def adding(game_id: int, user_id: int) -> Iterator[None]:
    """A transaction that adds a row with this game and person, and may count such rows.

    It waits for both at its beginning (Busy if that takes too long), and so for no game while it
    holds ``counting.alone``.
    """
    try:
        with atomic(durable=True):
            statements.keep_rows(game_id, user_id)
            yield
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise Busy from error
        raise


def own_seat(position: Position, user_id: int) -> Seat:
    """The seat that this person holds; otherwise raises Forbidden."""
    seat = position.seat_of(user_id)
    if seat is None:
        raise Forbidden(_("You have no seat in this game."), "no_seat")
    return seat
