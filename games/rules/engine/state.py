"""The form of a game as data: all that a game is, so it can be saved and copied.

A game type subclasses :class:`State` and adds its own fields, each with a default; ``setup`` fills
them. Allowed types are those that survive encoding unchanged: structs, ``int``, ``str``, ``bool``,
``None``, lists, tuples and dicts with string keys; no sets, whose order differs between processes,
and no ``Any``, of which tuples come back as lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

Part = str | int
Kept = Part | dict[str, int]
"""What is stored of a part of a choice: amounts are kept as a dict from good to number."""

Choice = tuple[Any, ...]
"""One answer to a decision, such as ``("sail", 2, "temple")``: strings, integers and amounts. In a
list of choices amounts are a specification, in an answer a dict: ``("pay", {"wood": 2})``."""

Entry = tuple[str, tuple[Kept, ...]]
"""A step that is still to be done: its name and its arguments."""

Json = dict[str, Any]

WON, LOST, DRAWN = "won", "lost", "drawn"


class Given(msgspec.Struct, frozen=True, array_like=True):
    """An answer in a part, with its question."""

    kind: str
    args: tuple[Kept, ...]
    choice: tuple[Kept, ...]


class Open(msgspec.Struct, omit_defaults=True):
    """A decision put to a seat and not yet carried out; its choices are computed when needed.

    ``given`` is None for a plain question, otherwise what the seat has answered before in its own
    part of a phase that several seats play at once.
    """

    id: int
    seat: int
    kind: str
    args: tuple[Kept, ...] = ()
    sealed: bool = False
    answer: tuple[Kept, ...] | None = None
    given: list[Given] | None = None


class Phase(msgspec.Struct, frozen=True, array_like=True):
    """A step that several seats play now, each by itself."""

    step: str
    seats: list[int]
    args: tuple[Kept, ...]


class TieBreaker(msgspec.Struct, frozen=True):
    """A tie-breaker that had to be used, with each seat's value (more is better)."""

    name: str
    values: list[int]


class Result(msgspec.Struct, frozen=True):
    """How a game ended; ``breakdown[seat]`` maps sources to points, ``scores`` adds them up.

    ``ranks`` start at 1; equal ranks share a place and the next place is skipped. Where a game type
    has no points both lists are empty, and ``reason`` names why the game ended; other results do
    not store one.
    """

    scores: list[int]
    ranks: list[int]
    breakdown: list[dict[str, int]]
    tie_breakers: list[TieBreaker] = []
    reason: str | msgspec.UnsetType = msgspec.UNSET

    def value(self, seat: int) -> float:
        """What the end is worth to a seat: its points; without points, of 100 such games, how many
        it has won, a draw shared among those who drew."""
        if self.scores:
            return float(self.scores[seat])
        return 100 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0


def outcomes(ranks: Sequence[int]) -> list[str]:
    """``"won"``, ``"lost"`` or ``"drawn"`` for each seat of a game without points: the only first
    place has won, a shared one is a draw."""
    first = DRAWN if ranks.count(1) > 1 else WON
    return [first if rank == 1 else LOST for rank in ranks]


class State(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What the engine keeps of every game; game types add their own fields."""

    players: int
    options: dict[str, str | int | bool]
    seed: bytes
    epoch: int = 0
    drawn: int = 0
    asked: int = 0
    agenda: list[Entry] = []
    open: list[Open] = []
    phase: Phase | None = None
    # by seat: the answers of such a phase while they are carried out
    given: dict[str, list[Given]] = {}
    held: int | None = None
    result: Result | None = None


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move did, as data, from which text and pictures are made for readers.

    ``data`` is for everybody; ``private`` adds to it for single seats (keys are seat numbers as
    strings, as in JSON).
    """

    kind: str
    data: Json = {}
    private: dict[str, Json] = {}

    def seen_by(self, seat: int | None) -> Json:
        """The data of this event that ``seat`` (None: a spectator) may know."""
        extra = self.private.get(str(seat)) if seat is not None else None
        return {**self.data, **extra} if extra else self.data
