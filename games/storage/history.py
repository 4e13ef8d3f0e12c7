"""Every position a game has had, from its rows and without running rules.

A row holds the state after it as a zstd frame. A keyframe stands alone; any other frame needs the
state of the previous live row as dictionary. Keyframes come every ``KEYFRAME_EVERY`` numbers and
wherever the rules' version changes. Frames carry size and checksum, because decoding against a
wrong dictionary would otherwise give garbage without an error.
"""

from dataclasses import dataclass

from django.db.models import Q, Subquery
from zstandard import (
    DICT_TYPE_RAWCONTENT,
    ZstdCompressionDict,
    ZstdCompressor,
    ZstdDecompressor,
)

from games.errors import NotFound
from games.models import Move

KEYFRAME_EVERY = 32


def pack(state: bytes, base: bytes | None) -> bytes:
    """The frame of ``state``; ``base`` is the state before it, None for a keyframe."""
    # A compressor serves one thread at a time, or the process crashes: one for each call.
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
    """A position as it was stored: after which row, in which rules version."""

    state: bytes
    rules_version: int
    version: int
    number: int


def stored(game_id: int, number: int, version: int) -> Stored:
    """The last position with at most this ``number``, as it was when the game had ``version``.

    Rows undone later than ``version`` count as live, so dead branches can be looked at too.
    NotFound when the game has no such move.
    """
    live = Move.objects.filter(
        Q(undone_by=None) | Q(undone_by__gt=version),
        game_id=game_id,
        number__lte=number,
        version__lte=version,
    )
    latest = live.filter(keyframe=True).order_by("-version").values("version")[:1]
    rows = (
        live.filter(version__gte=Subquery(latest))
        .order_by("version")
        .values_list("delta", "keyframe", "rules_version", "version", "number")
    )
    found: Stored | None = None
    for delta, keyframe, rules_version, at_version, at_number in rows:
        base = None if keyframe or found is None else found.state
        found = Stored(unpack(bytes(delta), base), rules_version, at_version, at_number)
    if found is None:
        raise NotFound
    return found
