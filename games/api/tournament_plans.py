"""The plans of tournaments and series, as programs send and read them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from games.api import tournament_forms as forms
from games.errors import Illegal
from games.models import Tournament
from games.tournaments.plan import Plan, arena_of, clock_of, ladder_of, tie_breaks_of, usual_points

_OF_PLAN = {each.name for each in fields(Plan)}


def plan_settings(body: forms.TournamentPlan) -> dict[str, Any]:
    """The parts of a ``Plan`` that a program has sent."""
    sent = body.clock
    return {
        **{name: value for name, value in body if name in _OF_PLAN},
        "clock": sent.model_dump(exclude_unset=True, exclude_none=True) if sent else None,
        "further": [{"type": slug} for slug in body.further],
        "ladder": body.ladder.model_dump() if body.ladder else {},
        "arena": body.arena.model_dump() if body.arena else {},
    }


def show_plan(declared: Plan | Tournament) -> Any:
    """A plan, or that of a tournament, in the form in which programs send it."""
    shown = {name: getattr(declared, name) for name in forms.TournamentPlan.model_fields}
    shown["further"] = [each["type"] for each in declared.further or ()]
    if isinstance(declared, Plan):
        return shown | _completed(declared)
    # a tournament of another kind has neither
    return shown | {
        "rounds": declared.rounds or Plan.rounds,
        "rising": declared.rising or Plan.rising,
    }


def _completed(plan: Plan) -> dict[str, Any]:
    """What a tournament by this plan gets where the plan says nothing."""
    return {
        "clock": _or_stored(clock_of, plan, plan.clock),
        "points": list(plan.points) or usual_points(plan.players),
        "tie_breaks": list(tie_breaks_of(plan)),
        "ladder": _or_stored(ladder_of, plan, plan.ladder) or None,
        "arena": _or_stored(arena_of, plan, plan.arena) or None,
    }


def _or_stored(complete: Callable[[Plan], object], plan: Plan, stored: object) -> object:
    """A setting completed, or as an older release stored it if it is no longer possible."""
    try:
        return complete(plan)
    except Illegal:
        return stored
