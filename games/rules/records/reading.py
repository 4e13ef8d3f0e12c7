"""Documents in files: whether their size and form can be read at all.

A file holds one document as JSON (``.json``), or one in each line (``.jsonl``); either may be
compressed (``.gz``, ``.xz``).
"""

from __future__ import annotations

import gzip
import json
import lzma
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from .document import FORMAT, Document

#: Ten times the size of a long game with all its events.
LONGEST_FILE = 20_000_000
MOST_MOVES = 20_000
MOST_SEATS = 20

_OPENERS: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".xz": lzma.open}
_BROKEN_ARCHIVE = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile)


class BadDocument(ValueError):
    """It is no document of a game, or one that was damaged; the message says where."""


def documents(path: str | Path) -> Iterator[Document]:
    """The documents in this file, one after another; BadDocument, OSError without the file."""
    path = Path(path)
    opener = _OPENERS.get(path.suffix)
    name = path.stem if opener else path.name
    with opener(path, "rb") if opener else path.open("rb") as file:
        try:
            yield from _lines(file) if name.endswith(".jsonl") else [_parsed(file.read(_MOST))]
        except _BROKEN_ARCHIVE as error:
            raise _bad(f"the compressed file is cut off or broken: {error}") from error


_MOST = LONGEST_FILE + 1


def _lines(file: IO[bytes]) -> Iterator[Document]:
    number = 0
    while line := file.readline(_MOST):
        number += 1
        if not line.strip():
            continue
        try:
            yield _parsed(line)
        except BadDocument as error:
            raise BadDocument(f"line {number}: {error}") from error


def file(path: Path) -> Document:
    """The only document in this file; BadDocument, OSError."""
    with path.open("rb") as opened:
        return _parsed(opened.read(_MOST))


def _parsed(content: bytes) -> Document:
    if len(content) > LONGEST_FILE:
        raise _bad(f"it is longer than {LONGEST_FILE // 1_000_000} MB")
    try:
        return checked(json.loads(content, parse_constant=_no_number))
    except BadDocument:
        raise
    except (ValueError, RecursionError) as error:
        raise _bad(f"it is no JSON: {error}") from error


def checked(document: Any) -> Document:
    """The document, if its form is right; BadDocument says where it is not."""
    try:
        if isinstance(document, dict) and document.get("format", FORMAT) != FORMAT:
            raise BadDocument(
                f"this is no document of format {FORMAT}, but of {document['format']!r:.20}: take "
                "a release that knows it"
            )
        found = msgspec.convert(document, Document)
    except (msgspec.ValidationError, RecursionError) as error:
        raise _bad(str(error)) from error
    if b"\\u0000" in msgspec.json.encode(found):
        raise _bad("there is a NUL in it")
    if len(found["moves"]) > MOST_MOVES:
        raise _bad(f"it has more than {MOST_MOVES} moves")
    if len(found["seats"]) > MOST_SEATS or len(found["seats"]) != found["players"]:
        raise _bad(f"it has {len(found['seats'])} seats for {found['players']} players")
    return found


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _bad(why: str) -> BadDocument:
    return BadDocument(f"the document is damaged: {why}")
