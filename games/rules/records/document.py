"""The document of a game: plain JSON, from which it can be played again.

The typed dicts below are the whole definition: documents are checked against them, and the JSON
Schema that is published is made of them. A change that older readers would not understand raises
``FORMAT``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from msgspec import Meta

from .results import Outcome

FORMAT: Literal[1] = 1
#: Of JSON Schema.
DIALECT = "https://json-schema.org/draft/2020-12/schema"

_Count = Annotated[int, Meta(ge=0)]
_Time = Annotated[str | None, Meta(description="In ISO 8601, with its zone.")]
_Draw = Annotated[
    list[Any],
    Meta(
        min_length=5,
        max_length=5,
        description="Label, epoch, counter, bound, result: HMAC-SHA256 of "
        "epoch/label/counter/attempt by the seed, reduced below the bound; attempts count from 0.",
        extra_json_schema={"prefixItems": [{"type": "string"}, *[{"type": "integer"}] * 4]},
    ),
]


class Told(TypedDict):
    """What a move did, as data: texts and pictures are made of it."""

    kind: str
    data: NotRequired[Annotated[dict[str, Any], Meta(description="For everybody.")]]
    private: NotRequired[
        Annotated[
            dict[str, dict[str, Any]],
            Meta(description="What single seats learnt beside that, by the seat's number."),
        ]
    ]


class Place(TypedDict):
    """A seat with the name of its owner, or of its bot."""

    index: Annotated[int, Meta(ge=0, description="Its place in the seating order, from 0.")]
    name: Annotated[str | None, Meta(description="Its owner's user name; null for a bot.")]
    bot: Annotated[str | None, Meta(description="The bot's name; null for a person.")]


class Row(TypedDict):
    """A row of the log that was not taken back."""

    version: Annotated[int, Meta(ge=0, description="Rises with each row, also with one undone.")]
    number: Annotated[
        int,
        Meta(ge=0, description="Of the move. A confirmation has that of the choice it confirms."),
    ]
    action: Annotated[
        str,
        Meta(
            description="start, choose, withdraw, confirm, resign, forfeit, draw, end, rollback "
            "(choice: the number of the move it goes back to), timeout, return, replace, swap."
        ),
    ]
    seat: Annotated[Any, Meta(description="The acting seat; null where nobody acts.")]
    kind: Annotated[str, Meta(description="The kind of question that was answered, or empty.")]
    choice: Annotated[
        Any,
        Meta(description="The answer: a list of strings, integers and objects with amounts."),
    ]
    events: Annotated[
        list[Told],
        Meta(description="What happened, in order."),
    ]
    draws: list[_Draw]
    rules_version: Annotated[int, Meta(ge=0, description="Of the rules it was played by.")]
    barrier: Annotated[bool, Meta(description="Whether it can no longer be taken back.")]
    at: _Time


class Document(TypedDict):
    """A game of turn-based board games, from which it can be played again."""

    format: Annotated[Literal[1], Meta(description="Of this form.")]
    type: Annotated[str, Meta(description="The game type: imhotep, bali, bora_bora, bomarzo, …")]
    rules_version: Annotated[int, Meta(ge=0, description="Of the rules at the last move.")]
    options: Annotated[
        dict[str, str | int | bool], Meta(description="As GET /api/v1/types/TYPE lists them.")
    ]
    players: _Count
    status: Annotated[str, Meta(description="open, running, finished or cancelled.")]
    clock: Annotated[dict[str, Any], Meta(description="As in the API.")]
    created_at: _Time
    started_at: _Time
    finished_at: _Time
    seats: Annotated[list[Place], Meta(description="In seating order.")]
    seed_hash: Annotated[
        str, Meta(description="SHA-256 of the seed in hexadecimal, public from the start.")
    ]
    seed: Annotated[
        str | None,
        Meta(description="All chance comes from it; hexadecimal, null while it is secret."),
    ]
    result: Annotated[Outcome | None, Meta(description="Null as long as there is none.")]
    moves: Annotated[list[Row], Meta(description="In the order in which they were made.")]


def schema(address: str = "") -> dict[str, Any]:
    """The JSON Schema (2020-12) of documents; ``address`` is where it is published."""
    made = msgspec.json.schema(Document)
    named = {"$id": address} if address else {}
    return {"$schema": DIALECT, **named, "title": f"A game's record, format {FORMAT}", **made}
