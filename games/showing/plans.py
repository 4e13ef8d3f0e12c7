"""A player's plans at a game, with words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _

from games.models import Plan, Seat
from games.moves import plans
from games.moves.plans import Progress, Step
from games.showing import data
from games.storage.position import Position
from games.words import texts


def describe_plans(
    position: Position, seat: Seat, rows: Sequence[Plan] | None = None
) -> list[data.Plan]:
    """The plans of the seat's holder, those that wait first; only the holder may know them.

    ``rows``: the plans, if they are known.
    """
    rows = plans.plans_of(seat) if rows is None else rows
    reached = plans.progress(position.game, seat, rows)
    people = texts.seat_names(position.seats)
    shown = [_describe(row, seat, reached.get(row.pk), people) for row in rows]
    return sorted(shown, key=lambda plan: plan["state"] != "waits")


def _describe(row: Plan, seat: Seat, reached: Progress | None, people: Sequence[str]) -> data.Plan:
    answers_at = plans.answers_at(seat, [row])
    steps = msgspec.convert(row.steps, list[Step])
    ended = reached.ended if reached else row.ended
    state = "waits" if not ended else "done" if ended == Plan.Ended.DONE else "ended"
    return {
        "id": row.pk,
        "steps": [
            {"seat": s.seat, "kind": s.kind, "choice": s.choice, "text": _words(s, people)}
            for s in steps
        ],
        "at": reached.at if reached else len(steps),
        "done": plans.count_done(steps, seat.index, reached.at) if reached else len(steps),
        "state": state,
        "reason": str(Plan.Ended(ended).label) if ended else None,
        "anyway": row.anyway,
        "slowly": row.slowly,
        "answers_at": answers_at.isoformat() if answers_at and not ended else None,
        "answered": row.answered,
    }


def _words(step: Step, people: Sequence[str]) -> str:
    """The step in words: as it was planned, otherwise the plain choice."""
    if step.choice is None:
        said = _("anything")
    else:
        said = step.words or ", ".join(_part(part) for part in step.choice)
    return _("%(name)s: %(choice)s") % {"name": people[step.seat], "choice": said}


def _part(part: object) -> str:
    if isinstance(part, dict):
        return " ".join(f"{n} {good}" for good, n in part.items())
    return str(part)
