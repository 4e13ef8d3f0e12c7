"""The moves of games, packed or in rows, without the states after them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from boardgames.database.rows import query
from games.errors import NotFound
from games.models import Move, PackedGame
from games.storage import packed

_NAMES = [f.attname for f in Move._meta.concrete_fields if f.attname not in ("game_id", "delta")]
_ALL = (
    f"SELECT {', '.join(_NAMES)}, NULL::bytea FROM {Move._meta.db_table} WHERE game_id = %s"
    f"{packed.or_packed(len(_NAMES))} ORDER BY version"
)


def read_moves(game_id: int) -> list[Move]:
    """All moves of a game in order, including those that were taken back."""
    rows, log = packed.parted(query(_ALL, [game_id, game_id]), game_id)
    return log.moves if log else [packed.move_of(game_id, _NAMES, row) for row in rows]


def live_moves(game_id: int) -> list[Move]:
    """The moves that nobody has taken back."""
    return [move for move in read_moves(game_id) if move.undone_by is None]


def chosen(game_id: int, number: int) -> Move:
    """The standing choice with this number; NotFound if there is none."""
    for move in live_moves(game_id):
        if (move.number, move.action) == (number, Move.Action.CHOOSE):
            return move
    raise NotFound


def in_games(games: Iterable[int], **whose: Collection[int]) -> list[Move]:
    """The moves in these games of these users (``user_id``) or tenures (``tenure_id``), in order.

    Moves read from rows come without events and draws. A game that is packed during the call is
    read both ways, but its moves come once.
    """
    ((name, numbers),) = whose.items()
    listed = set(games)
    rows = Move.objects.filter(game__in=listed, **{f"{name}__in": numbers})
    found = {move.pk: move for move in rows.defer("delta", "events", "draws")}
    for kept in PackedGame.objects.filter(pk__in=listed):
        log = packed.unpack(bytes(kept.packed), kept.game_id)
        found |= {move.pk: move for move in log.moves if getattr(move, name) in numbers}
    return [found[number] for number in sorted(found)]
