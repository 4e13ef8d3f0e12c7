"""The forms of what is shown of a game, as the API answers it; its schemas have the same fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

import msgspec

from games.clocks.kinds import Clock
from games.rules.engine import Choice, Json, Kept, Part

Points = dict[str, int]


class Seat(TypedDict):
    index: int
    user: str | None
    bot: str | None
    level: str | None
    to_move: bool
    deadline: str | None
    score: int | None
    rank: int | None
    resigned: bool
    offered: bool
    ready: bool


class Person(TypedDict):
    """Somebody as another sees them: a friend, so many finished games together; ``known`` says
    that in words."""

    username: str
    bot: bool
    friend: bool
    games: int
    known: str


class GameSummary(TypedDict):
    """What a list shows of a game: everything that all may know without its rules."""

    id: int
    type: str
    status: str
    options: dict[str, str | int | bool]
    players: int
    visibility: str
    clock: Clock
    rated: bool
    seed_hash: str
    created_at: str
    started_at: str | None
    finished_at: str | None
    broken: bool
    paused: bool
    live: bool
    ready_by: str | None
    seats: list[Seat]


class PublicGame(GameSummary):
    """What is the same for everybody who sees a position."""

    number: int
    version: int
    standing: list[Points] | None
    result: Any
    seed: str | None


class LabelledChoice(TypedDict):
    choice: list[Any]
    label: str


class ChoiceWithAmounts(LabelledChoice):
    """``example`` is a whole legal choice."""

    example: Choice


class Refusal(TypedDict):
    parts: Choice
    text: str


class Decision(TypedDict):
    id: int
    seat: int
    kind: str
    args: tuple[Kept, ...]
    prompt: str
    sealed: bool
    answer: Choice | None
    choices: list[LabelledChoice | ChoiceWithAmounts]
    refusals: list[Refusal]


class Abilities(TypedDict):
    confirm: bool
    undo: bool
    withdraw: bool
    resign: bool
    take_back: bool
    replace: bool


class Ballot(TypedDict):
    seat: int
    choice: str | None


class Vote(TypedDict):
    id: int
    kind: str
    seat: int | None
    opened_by: int | None
    closes_at: str
    choices: list[str]
    ballots: list[Ballot]
    asked: bool


class Rematch(TypedDict):
    offered_by: int
    accepted: list[int]
    declined_by: int | None
    until: str
    game: int | None


class RatingChange(TypedDict):
    seat: int
    before: int
    after: int


class LogEntry(msgspec.Struct, frozen=True, eq=False):
    """What a row of the log tells somebody. No other one is equal to it: what is made of some
    entries is kept by these."""

    version: int
    number: int | None
    seat: int | None
    kind: str
    data: Json
    text: str | None
    at: str


class Game(PublicGame):
    """Everything about a game that one person may see."""

    you: int | None
    view: Json | None
    decision: Decision | None
    can: Abilities
    vote: Vote | None
    rematch: Rematch | None
    ratings: list[RatingChange] | None
    log: list[LogEntry]


class Instruction(TypedDict):
    kind: str
    parts: Sequence[Part]
    once: bool
    text: str


class OfferedInstruction(TypedDict):
    parts: Sequence[Part]
    text: str


class Offer(TypedDict):
    kind: str
    prompt: str
    choices: list[OfferedInstruction]


class Instructions(TypedDict):
    standing: list[Instruction]
    offers: list[Offer]
