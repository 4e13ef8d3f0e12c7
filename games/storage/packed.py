"""Encodes the moves of a finished game as the bytes of one row, and decodes them.

The columns of its rows are stored one after another, and so are the states after the moves, which
differ little from one to the next: in one zstd frame everything takes a fraction of the space of
rows and deltas. The ids of the rows are stored, too, so that counts by id count no move twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from zstandard import ZstdCompressionParameters, ZstdCompressor, ZstdDecompressor, ZstdError

from boardgames.database.rows import Rows
from boardgames.database.wire import Row
from games.errors import Unavailable
from games.models import Move, PackedGame

FORMAT = 1
#: The largest size of a game's unpacked moves; ours have some 100,000 to a million bytes.
MOST = 200_000_000
_HOW = ZstdCompressionParameters.from_level(12, write_checksum=True, write_content_size=True)

_moves = Rows(Move)
#: The columns of a row that are packed beside the state, from which its delta is computed again.
_FIELDS = tuple(
    field.attname
    for field in Move._meta.concrete_fields
    if field.attname not in ("game_id", "delta")
)
_values = attrgetter(*_FIELDS)


class Damaged(Unavailable):
    """The packed moves of this game are corrupt."""

    code = "damaged"
    retry_after = 600

    def __init__(self) -> None:
        super().__init__(
            _("The moves of this game cannot be read. Its result is kept, and nothing is deleted.")
        )


class _Document(msgspec.Struct):
    """``sizes`` are the bytes of each state in ``states``."""

    columns: dict[str, list[Any]]
    sizes: list[int]
    states: bytes


@dataclass(frozen=True)
class Log:
    """All moves of a game in order, including those taken back, and the state after each.

    These moves have no ``delta``.
    """

    moves: list[Move]
    states: list[bytes]

    def same(self, other: Log) -> bool:
        return self.states == other.states and [_values(move) for move in self.moves] == [
            _values(move) for move in other.moves
        ]

    def live(self, version: int) -> list[int]:
        """The indexes of the moves that stood when the game had this version."""
        return [
            place
            for place, move in enumerate(self.moves)
            if move.version <= version and (move.undone_by is None or move.undone_by > version)
        ]


def pack(log: Log) -> bytes:
    rows = [_values(move) for move in log.moves]
    columns = [list(column) for column in zip(*rows, strict=True)]
    document = _Document(
        dict(zip(_FIELDS, columns, strict=True)),
        [len(state) for state in log.states],
        b"".join(log.states),
    )
    # A compressor may serve only one thread at a time, or the process crashes, so each call has its
    # own.
    return ZstdCompressor(compression_params=_HOW).compress(msgspec.msgpack.encode(document))


def unpack(packed: bytes, game_id: int) -> Log:
    """The packed content; Damaged if the bytes are corrupt."""
    try:
        plain = ZstdDecompressor().decompress(packed, max_output_size=MOST)
        document = msgspec.msgpack.decode(plain, type=_Document)
    except (ZstdError, msgspec.MsgspecError) as error:
        raise Damaged from error
    names = list(document.columns)
    rows = zip(*document.columns.values(), strict=True)
    edges = pairwise(accumulate(document.sizes, initial=0))
    return Log(
        [move_of(game_id, names, row) for row in rows],
        [document.states[begin:end] for begin, end in edges],
    )


def move_of(game_id: int, names: Sequence[str], values: Sequence[Any]) -> Move:
    """A move without its delta."""
    named = dict(zip(names, values, strict=True))
    move = _moves.new(game_id=game_id, **named)
    move.pk = named["id"]
    del move.__dict__["delta"]
    return move


# For statements ----------------------------------------------------------------------------------


def or_packed(columns: int) -> str:
    """The end of a statement that reads rows of a game's moves, before its order.

    It adds the bytes of a packed game, after this many columns. A single statement sees the rows or
    the bytes, whatever happens meanwhile.
    """
    nothing = "NULL, " * columns
    return f" UNION ALL SELECT {nothing}packed FROM {PackedGame._meta.db_table} WHERE game_id = %s"


def parted(found: Sequence[Row], game_id: int) -> tuple[list[Row], Log | None]:
    """The rows that such a statement returned, and the moves of a packed game."""
    bytes_ = [row[-1] for row in found if row[-1] is not None]
    rows = [row[:-1] for row in found if row[-1] is None]
    return rows, unpack(bytes(bytes_[0]), game_id) if bytes_ else None
