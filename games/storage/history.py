"""Every earlier position of a game, from its rows and without running the rules.

A row holds the state after it as a zstd frame. A keyframe stands alone; any other frame needs the
state of the previous live row as dictionary. Keyframes come every ``KEYFRAME_EVERY`` numbers and
wherever the rules' version changes. Frames carry size and checksum, because decoding against a
wrong dictionary would otherwise give garbage without an error.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery
from zstandard import (
    DICT_TYPE_RAWCONTENT,
    ZstdCompressionDict,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
)

from boardgames.database.rows import query
from games.errors import NotFound
from games.models import Game, Move
from games.storage import packed

KEYFRAME_EVERY = 32
#: The database stores no larger number.
BIGGEST_NUMBER = 2**31 - 1

_ROW = ("delta", "keyframe", "rules_version", "version", "number")
_COLUMNS = f"{', '.join(_ROW)}, NULL::bytea"
_LIVE = (
    f"FROM {Move._meta.db_table} WHERE game_id = %s AND number <= %s AND version <= %s"
    " AND (undone_by IS NULL OR undone_by > %s)"
)
_OR_PACKED = f"{packed.or_packed(len(_ROW))} ORDER BY version"
_ALL = f"SELECT {_COLUMNS} {_LIVE}{_OR_PACKED}"
_SINCE_KEYFRAME = (
    f"SELECT {_COLUMNS} {_LIVE} AND version >= "
    f"(SELECT version {_LIVE} AND keyframe ORDER BY version DESC LIMIT 1){_OR_PACKED}"
)


def pack(state: bytes, base: bytes | None) -> bytes:
    """The frame of ``state``; ``base`` is the state before it, None for a keyframe."""
    # A compressor may serve only one thread at a time, or the process crashes, so each call has its
    # own.
    compressor = ZstdCompressor(
        dict_data=_dictionary(base), write_checksum=True, write_content_size=True
    )
    return compressor.compress(state)


def unpack(frame: bytes, base: bytes | None) -> bytes:
    """The state in a frame; zstandard.ZstdError when ``base`` is not the one it was made with."""
    return ZstdDecompressor(dict_data=_dictionary(base)).decompress(frame)


def _dictionary(base: bytes | None) -> ZstdCompressionDict | None:
    return ZstdCompressionDict(base, dict_type=DICT_TYPE_RAWCONTENT) if base else None


@dataclass(frozen=True)
class Stored:
    """A stored position, with the number of its row and its rules version."""

    state: bytes
    rules_version: int
    version: int
    number: int


def stored(game_id: int, number: int, version: int) -> Stored:
    """The last position with at most this ``number``, as it was when the game had ``version``.

    Rows undone later than ``version`` count as live, so dead branches can be looked at too.
    NotFound when the game has no such move.
    """
    live = [game_id, min(number, BIGGEST_NUMBER), version, version]
    last = deque(_read(_SINCE_KEYFRAME, [*live, *live], number, version), maxlen=1)
    if not last:
        raise NotFound
    return last[0]


def course(game_id: int, numbers: Sequence[int], version: int) -> list[Stored]:
    """The same at several ``numbers`` in ascending order, with one pass over all rows up to the
    last."""
    live = [game_id, numbers[-1], version, version]
    found: list[Stored] = []
    last: Stored | None = None
    for following in _read(_ALL, live, numbers[-1], version):
        while last and numbers[len(found)] < following.number:
            found.append(last)
        last = following
    return found + [last] * (len(numbers) - len(found)) if last else []


def _read(statement: str, live: list[int], number: int, version: int) -> Iterator[Stored]:
    """The positions from a statement in order, or those of a packed game."""
    game_id = live[0]
    rows, log = packed.parted(query(statement, [*live, game_id]), game_id)
    if log is not None:
        for place in log.live(version):
            move = log.moves[place]
            if move.number <= number:
                yield Stored(log.states[place], move.rules_version, move.version, move.number)
    found: Stored | None = None
    for row in rows:
        found = _following(found, dict(zip(_ROW, row, strict=True)))
        yield found


def public(games: Iterable[Game]) -> dict[int, Stored]:
    """What everybody may know of these games, with their states, in one statement.

    Games that have not begun and damaged ones are left out.
    """
    found, behind = {}, []
    for game in games:
        if game.public_version != game.version:
            behind.append(game.pk)
        elif game.state:
            state = bytes(game.state)
            found[game.pk] = Stored(state, game.rules_version, game.version, game.number)
    return found | (_public(behind) if behind else {})


def _public(game_ids: list[int]) -> dict[int, Stored]:
    """Their states at their public versions, from the keyframe before and the deltas since."""
    seen = F("game__public_version")
    live = Move.objects.filter(
        Q(undone_by=None) | Q(undone_by__gt=seen), version__lte=seen
    )  # the state that everybody sees
    latest = live.filter(game=OuterRef("game"), keyframe=True).order_by("-version")
    rows = live.filter(game__in=game_ids, version__gte=Subquery(latest.values("version")[:1]))
    found: dict[int, Stored] = {}
    for row in rows.order_by("game", "version").values("game_id", *_ROW):
        before = found.pop(row["game_id"], None)
        with suppress(ZstdError):  # a damaged game does not hide the others
            found[row["game_id"]] = _following(before, row)
    return found


def _following(before: Stored | None, row: dict[str, Any]) -> Stored:
    """The position after a row, given the one before it."""
    base = None if row["keyframe"] or before is None else before.state
    state = unpack(bytes(row["delta"]), base)
    return Stored(state, row["rules_version"], row["version"], row["number"])
