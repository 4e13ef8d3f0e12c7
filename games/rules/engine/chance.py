"""Chance as a keyed stream: anybody can check every draw after the game.

A draw is ``HMAC-SHA256(seed, "epoch/label/counter/attempt")``, its first eight bytes taken as an
integer and reduced by rejection sampling, so that every result below the bound is equally likely.
The SHA-256 of the seed is published when a game starts, the seed itself when it is over.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Protocol

import msgspec

_SPAN = 1 << 64


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
        value = int.from_bytes(hmac.digest(seed, message, "sha256")[:8], "big")
        if value < fair:
            return value % bound
        attempt += 1


def seed_hash(seed: bytes) -> str:
    """The fingerprint of a seed, as hexadecimal digits, public from a game's first minute."""
    return hashlib.sha256(seed).hexdigest()


def seating(seed: bytes, players: int) -> list[int]:
    """A fair order of people, drawn from the seed: entry ``i`` says who gets seat ``i``."""
    order = list(range(players))
    for i in range(players - 1, 0, -1):
        j = draw(seed, 0, "seating", i, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


class Shuffler(Protocol):
    """The part of :class:`random.Random` that ``resample`` hooks may use."""

    def shuffle(self, x: Any, /) -> None: ...
    def randrange(self, start: int, /) -> int: ...


class Dealer:
    """A Shuffler whose results do not depend on the order in which the items lay before.

    So what is dealt anew tells nothing about the true deal, even to somebody who knows ``rng``.
    """

    def __init__(self, rng: Shuffler) -> None:
        self._rng = rng
        self.randrange = rng.randrange

    def shuffle(self, x: list[Any], /) -> None:
        x.sort(key=_order)
        self._rng.shuffle(x)


_order = msgspec.json.Encoder().encode
