"""The form of what processes tell each other by Redis.

A message is the topics it is about, a blank, its kind, a blank, and JSON. A ``text`` is for all
sockets as it is. Every other kind is registered by whoever sends it, with what reads its JSON.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

#: What was told: a text, or what the reader of its kind makes of it.
News = Any

_encode = msgspec.json.Encoder().encode
_readers: dict[bytes, Callable[[bytes], News]] = {b"text": bytes.decode}


def register(kind: str, read: Callable[[bytes], News]) -> None:
    """From now on messages of this kind are read by ``read``."""
    _readers[kind.encode()] = read


def text(topics: Iterable[str], data: Mapping[str, Any]) -> bytes:
    """A message for all sockets of these topics, as it is."""
    return message(topics, "text", data)


def message(topics: Iterable[str], kind: str, content: Any) -> bytes:
    """A message of this kind; ``content`` is what becomes its JSON."""
    return b"%s %s %s" % (",".join(topics).encode(), kind.encode(), _encode(content))


def topics(message: bytes) -> list[str]:
    """What a message is about."""
    return message.partition(b" ")[0].decode().split(",")


def read(message: bytes) -> News:
    """What a message tells; ValueError for one of a kind that this release does not know."""
    _topics, kind, content = message.split(b" ", 2)
    if kind not in _readers:
        raise ValueError(f"news of an unknown kind: {kind!r}")
    return _readers[kind](content)
