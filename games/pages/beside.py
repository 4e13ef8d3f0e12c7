"""What a table shows beside the position, read in one conversation with the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from boardgames.database.rows import Question, answers
from games.lobby import next as upcoming
from games.lobby import notebook
from games.models import Instruction, Notebook, Seat
from games.moves import instructions
from games.storage import lately, statements
from games.storage.position import Position
from games.votes import voting

LOG_VERSIONS = 30


@dataclass
class Beside:
    """As one person may know it. ``said`` and ``incident`` are the numbers of the last thing said
    and of the last incident, ``own_last`` the version of the reader's last own move; what is only
    for who holds or owns a seat is empty for others. ``waiting``: so many games wait for whoever
    was to be told."""

    said: int
    incident: int
    own_last: int | None = None
    asked_lately: voting.Asked = field(default_factory=set)
    instructions: list[Instruction] = field(default_factory=list)
    notebook: Notebook | None = None
    waiting: int = 0


def read(
    position: Position, seat: Seat | None, owner: int | None, waits: int | None = None
) -> Beside:
    """What ``seat``'s holder may know, what the ``owner`` of one keeps to themself, and how many
    games wait for the user ``waits``; the last rows of the log come along, into the position."""
    game, version = position.game.pk, position.version
    since = max(0, version - LOG_VERSIONS)
    asked: dict[str, Question[Any]] = {
        "beside": statements.newest_beside(game),
        "log": lately.log(position.game, since, version),
    }
    if seat is not None:
        asked["own_last"] = statements.own_last(seat, version)
        asked["asked_lately"] = voting.asked_lately(game)
        asked["instructions"] = instructions.left(seat)
    if owner is not None:
        asked["notebook"] = notebook.of(game, owner)
    if waits is not None:
        asked["waiting"] = upcoming.number(waits)
    found = dict(zip(asked, answers(*asked.values()), strict=True))
    said, incident = found.pop("beside")
    position.log, position.log_since = found.pop("log"), since
    return Beside(said, incident, **found)
