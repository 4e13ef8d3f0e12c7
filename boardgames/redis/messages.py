"""The format of messages between processes through Redis.

A message consists of its topics, a blank, its kind, a blank, and JSON. The kind ``text`` goes
unchanged to all sockets. Its sender registers every other kind with a function that reads its JSON.

During an upgrade processes of two releases talk to each other. So topics never change, a kind whose
meaning changes gets a new name, and a message that is not understood counts as "something changed:
look".
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
import structlog

#: The content: a text, or the result of the function registered for its kind.
News = Any

log = structlog.get_logger(__name__)


class Unknown:
    """A message of another release, of which we understand only the topics."""


_encode = msgspec.json.Encoder().encode
_readers: dict[bytes, Callable[[bytes], News]] = {b"text": bytes.decode}


def register(kind: str, read: Callable[[bytes], News]) -> None:
    """Register the function that reads messages of this kind."""
    _readers[kind.encode()] = read


def text(topics: Iterable[str], data: Mapping[str, Any]) -> bytes:
    """A message that goes unchanged to all sockets of these topics."""
    return message(topics, "text", data)


def message(topics: Iterable[str], kind: str, content: Any) -> bytes:
    """A message of this kind; ``content`` becomes its JSON."""
    return b"%s %s %s" % (",".join(topics).encode(), kind.encode(), _encode(content))


def topics(message: bytes) -> list[str]:
    """The topics of a message."""
    return message.partition(b" ")[0].decode().split(",")


def read_message(message: bytes) -> News:
    """The content of a message; Unknown if this release does not understand it."""
    try:
        _topics, kind, content = message.split(b" ", 2)
        return _readers[kind](content)
    except Exception as error:  # whatever the reader raises
        log.warning("news not understood", exc_info=error)
        return Unknown()
