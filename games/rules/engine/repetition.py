"""Draws by repetition and by quiet moves, with a state that stays small.

Both count the positions since the last move that nothing can take back, such as a capture: no
position from before it can come up again, so rules clear ``seen`` there.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import blake2b

import msgspec

from .state import Json

BYTES = 6
"""Of the hash of a position: among a hundred positions two share one in one of 5 * 10**10 games."""


def count_position(seen: dict[str, int], *position: str | int | list[int] | Json) -> int:
    """Count a position once more, and return how often it has come up since ``seen`` was emptied.

    ``seen`` is a field of the state, ``dict[str, int]``; it grows by ten bytes for each position.
    ``position`` is all that makes two positions equal: the stones, and whose turn it is. Call it
    once for each turn, before the question is asked.
    """
    digest = blake2b(
        msgspec.msgpack.encode(position, order="deterministic"), digest_size=BYTES
    ).digest()
    key = urlsafe_b64encode(digest).decode()
    seen[key] = seen.get(key, 0) + 1
    return seen[key]


def quiet_moves(seen: dict[str, int]) -> int:
    """How many moves were made since ``seen`` was emptied, by the positions counted."""
    return max(sum(seen.values()) - 1, 0)
