"""Tips after a first whole game of a type: what its player could do differently next time."""

from __future__ import annotations

from games import package_errors
from games.models import Game, Move, Seat
from games.rules.engine import Text
from games.rules.engine.tips import Played, heaviest
from games.storage.moves import live_moves
from games.storage.position import Position
from games.words import table_package

#: Nobody remembers more.
MOST = 2


def tips(position: Position, seat: Seat) -> list[Text]:
    """The tips for a seat that has played its owner's first whole game of the type.

    None for people who want nothing explained.
    """
    brought = table_package.tips(position.type)
    if not brought or not is_first(position, seat):
        return []
    try:
        return heaviest(brought, _played(position, seat), MOST)
    except Exception as error:  # noqa: BLE001  whatever a package does costs it its tips
        package_errors.record_error(position.type.slug, "table.TIPS", error)
        return []


def is_first(position: Position, seat: Seat) -> bool:
    """Whether this seat played the game to its end, and it was its owner's first of the type.

    The owner must also want explanations.
    """
    user = seat.user
    if user is None or not user.explain_first or not _is_whole(position, seat):
        return False
    return not _has_played_before(position.game, user.pk)


def _is_whole(position: Position, seat: Seat) -> bool:
    """Whether the game ended by its rules, with the owner there to the end."""
    return position.running().result() is not None and seat.resigned_at is None and not seat.bot


def _has_played_before(game: Game, user_id: int) -> bool:
    before = Seat.objects.filter(
        user=user_id, resigned_at=None, game__type=game.type, game__finished_at__lt=game.finished_at
    )
    return before.exists()


def _played(position: Position, seat: Seat) -> Played:
    game = position.running()
    result = game.result()
    assert result is not None  # it is whole
    own = seat.index, seat.user_id, Move.Action.CHOOSE
    moves = [
        (move.kind, tuple(move.choice or ()))
        for move in live_moves(position.game.pk)
        if (move.seat, move.user_id, move.action) == own
    ]
    return Played(
        seat.index,
        result.breakdown or [{} for _seat in position.seats],
        moves,
        game.view(seat.index),
        position.game.options,
    )
