"""People and tasks laid out for a round, to be taken."""

from __future__ import annotations

from typing import Any

from ..engine import Json
from .state import BoraBora, rules
from .tables import PEOPLE_LAID_OUT, SEXES, TASKS_BEYOND_PLAYERS


def lay_out(state: BoraBora) -> None:
    """Six women and six men, and two tasks more than there are players."""
    for sex in SEXES:
        state.people[sex] = _top(state.piles[sex], PEOPLE_LAID_OUT)
    state.tasks = _top(state.task_pile, state.players + TASKS_BEYOND_PLAYERS)


def _top(pile: list[Any], number: int) -> list[Any]:
    """Take so many from the top of a pile, which is its end."""
    return [pile.pop() for _each in range(number)]


@rules.migrate
def migrate(state: Json, version: int) -> Json:
    """Bring games of earlier versions up to date. Version 1 laid nothing out before the first huts
    were built. Version 2 asked a seat about tasks that no hand of that size could meet; such open
    questions stay."""
    if version < 2 and state.get("chapter") == "huts":
        people = {sex: _top(state["piles"][sex], PEOPLE_LAID_OUT) for sex in SEXES}
        tasks = _top(state["task_pile"], state["players"] + TASKS_BEYOND_PLAYERS)
        return {**state, "people": people, "tasks": tasks}
    return state
