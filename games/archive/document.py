"""The document of an exported game (``format`` 1): plain JSON."""

from __future__ import annotations

from typing import Any, TypedDict


class Place(TypedDict):
    """A seat with the name of its owner, or of its bot."""

    index: int
    name: str | None
    bot: str | None


class Row(TypedDict):
    """A standing row of the log; ``seat`` is None if nobody acts; ``events`` and ``draws`` are the
    engine's."""

    version: int
    number: int
    action: str
    seat: Any
    kind: str
    choice: Any
    events: list[Any]
    draws: list[Any]
    rules_version: int
    barrier: bool
    at: str | None


class Document(TypedDict):
    """``seed`` is hexadecimal; None while it is secret. Times are in ISO form."""

    format: int
    type: str
    rules_version: int
    options: dict[str, str | int | bool]
    players: int
    status: str
    clock: dict[str, object]
    created_at: str | None
    started_at: str | None
    finished_at: str | None
    seats: list[Place]
    seed_hash: str
    seed: str | None
    result: Any
    moves: list[Row]
