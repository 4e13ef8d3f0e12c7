"""Chance as a keyed stream: anybody can check every draw in the end.

A draw is ``HMAC-SHA256(seed, "epoch/label/counter/attempt")``, its first eight bytes taken as an
integer and reduced by rejection sampling, so that every result below the bound is equally likely.
The SHA-256 of the seed is published when a game starts, the seed itself when it is over.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

_SPAN = 1 << 64
#: HMAC-SHA256 (RFC 2104): its block, and its pads as tables for ``bytes.translate``.
_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Draw(msgspec.Struct, frozen=True, array_like=True):
    """One logged draw: ``result`` is uniform in ``range(bound)``."""

    label: str
    epoch: int
    counter: int
    bound: int
    result: int


def draw(seed: bytes, epoch: int, label: str, counter: int, bound: int) -> int:
    """The ``counter``-th draw of a game, uniform in ``range(bound)``."""
    fair = _SPAN - _SPAN % bound
    attempt = 0
    while True:
        message = f"{epoch}/{label}/{counter}/{attempt}".encode()
        value = int.from_bytes(_hmac_sha256(seed, message)[:8], "big")
        if value < fair:
            return value % bound
        attempt += 1


def _hmac_sha256(key: bytes, message: bytes) -> bytes:
    """What ``hmac.digest`` works out in twice the time; a game's set-up is draws for the most."""
    block = (key if len(key) <= _BLOCK else sha256(key).digest()).ljust(_BLOCK, b"\0")
    inner = sha256(block.translate(_INNER) + message).digest()
    return sha256(block.translate(_OUTER) + inner).digest()


def seed_hash(seed: bytes) -> str:
    """The fingerprint of a seed, as hexadecimal digits, public from a game's first minute."""
    return sha256(seed).hexdigest()


def seating(seed: bytes, players: int) -> list[int]:
    """A fair order of people, drawn from the seed: entry ``i`` says who gets seat ``i``."""
    order = list(range(players))
    for i in range(players - 1, 0, -1):
        j = draw(seed, 0, "seating", i, i + 1)
        order[i], order[j] = order[j], order[i]
    return order
