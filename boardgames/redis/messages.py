"""The form of what processes tell each other by Redis.

A message is the topics it is about, a blank, its kind, a blank, and JSON. A ``text`` is for all
sockets as it is. Every other kind is registered by whoever sends it, with what reads its JSON.

While one release follows another, processes of both tell each other. So the topics stay as they
are; whoever changes what a kind means gives it another name; and what is not understood means that
there is something new to be looked at.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
import structlog

#: What was told: a text, or what the reader of its kind makes of it.
News = Any

log = structlog.get_logger(__name__)


class Unknown:
    """News of another release, in a form of which we know only the topics."""


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


def read_message(message: bytes) -> News:
    """What a message tells; Unknown where this release does not understand it."""
    try:
        _topics, kind, content = message.split(b" ", 2)
        return _readers[kind](content)
    except Exception as error:  # whatever its reader makes of it
        log.warning("news not understood", exc_info=error)
        return Unknown()
