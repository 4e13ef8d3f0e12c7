"""What a table shows beside the position, read in one round trip."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.models import Instruction, Notebook, Plan, Seat
from games.storage import table_context
from games.storage.position import Position
from games.votes import voting

#: A page shows the log of this many versions and of those since the last multiple of ``LOG_STEP``:
#: so the older lines do not change with each move.
LOG_VERSIONS, LOG_STEP = 20, 10


@dataclass
class TableContext:
    """The context as one person may know it.

    ``said`` and ``incident`` are the numbers of the last message and the last incident, ``stage``
    is that of the game's type now ("alpha" or "beta", empty if it is published), ``own_last`` the
    version of the reader's own last move. Fields only for a seat's holder or owner are empty for
    others. ``waiting``: how many games wait for the reader.
    """

    said: int
    incident: int
    stage: str
    own_last: int | None = None
    asked_lately: voting.Asked = field(default_factory=set)
    instructions: list[Instruction] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)
    notebook: Notebook | None = None
    waiting: int = 0


def log_since(version: int) -> int:
    """The version after which the log of a page at this version begins."""
    return max(0, log_step(version) - LOG_VERSIONS)


def log_step(version: int) -> int:
    """The last multiple of ``LOG_STEP``."""
    return version // LOG_STEP * LOG_STEP


def read_context(
    position: Position, seat: Seat | None, owner: int | None, waits: int | None = None
) -> TableContext:
    """The context of a position, and the rows of its log.

    It has what ``seat``'s holder may know, what the ``owner`` of a seat keeps private, and how many
    games wait for the user ``waits``. For people with a part in the game it is read once for all of
    them: a move draws a page for each.
    """
    has_part = seat is not None or owner is not None
    counted: list[int] = []

    def ask() -> dict[str, Any]:
        since = log_since(position.version)
        votes_since = voting.longest_ago() if has_part else None
        found = table_context.read_context(
            position.game, since, position.version, votes_since, waits
        )
        if waits is not None:
            counted.append(found.pop("waiting"))
        return found

    known = position.memo.get_or_make(
        "beside, at the table" if has_part else "beside, for all", ask
    )
    position.log, position.log_since = known["log"], log_since(position.version)
    said, incident = known["newest"]
    context = TableContext(said, incident, known["stage"])
    if waits is not None:
        context.waiting = (
            counted[0] if counted else table_context.count_waiting_games(waits).answer()
        )
    if seat is not None:
        context.own_last = known["own_last"].get(seat.index)
        context.asked_lately = voting.find_cooling_down(known["votes"])
        context.instructions = known["instructions"].get(seat.tenure_id, [])
        context.plans = known["plans"].get(seat.tenure_id, [])
    if owner is not None:
        context.notebook = known["notebooks"].get(owner)
    return context
