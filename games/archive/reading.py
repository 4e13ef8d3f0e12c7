"""Checks uploaded documents: whether their size and form can be read at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from games.archive.document import Document
from games.errors import Illegal

#: Ten times the size of a long game with all its events.
LONGEST_FILE = 20_000_000
MOST_MOVES = 20_000
MOST_SEATS = 20


def file(path: Path) -> Document:
    """The document in this file; Illegal says what is wrong with it, OSError if it cannot be
    read."""
    with path.open("rb") as opened:
        content = opened.read(LONGEST_FILE + 1)
    if len(content) > LONGEST_FILE:
        raise _bad(f"it is longer than {LONGEST_FILE // 1_000_000} MB")
    try:
        return checked(json.loads(content, parse_constant=_no_number))
    except (ValueError, RecursionError) as error:
        raise _bad(f"it is no JSON: {error}") from error


def checked(document: Any) -> Document:
    """The document, if its form is right; Illegal says what is wrong."""
    try:
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


def _bad(why: str) -> Illegal:
    return Illegal(f"the document is damaged: {why}", "bad_document")
