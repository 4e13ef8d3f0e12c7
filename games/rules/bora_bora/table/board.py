"""What Bora Bora's templates need beyond the view: names, the map, tasks, groups of people."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from ...engine import Json
from .. import tables
from . import chart, names, needs


class Asked(NamedTuple):
    """What a task asks for: ``words`` and ``of``, to be translated, how it is drawn, a short word
    below the drawing, and what is there of it, if the viewer knows."""

    words: str
    of: str
    icon: str
    slip: str
    sign: str
    caption: str
    number: int
    have: int | None


@dataclass(frozen=True)
class Task:
    """A task as one value, so that its drawing can be compared and cached."""

    id: str
    missing: int | None
    needs: tuple[Asked, ...]


def board(view: Json) -> Json:
    """``names``, to be translated, ``tables`` and ``chart`` (the map) are modules: what never
    changes need not be compared; ``dice``, ``rolled``: see ``_dice``; ``tasks``: those laid out,
    ``tasks_of``: by seat; ``tribes``: see ``_tribes``; ``first``: the seat whose board is open;
    ``rollers``: whose dice lie in the market; ``could_place``: whether the viewer has dice;
    ``rounds_shown``: of how many further rounds the jewels lie open; ``openings``: the view's by
    every card, so that each is drawn from its own alone."""
    order, me = view["order"], view["me"]
    first = _shown(view) if me is None else me
    return {
        "names": names,
        "tables": tables,
        "chart": chart,
        **_dice(view),
        "tasks": [_task(task) for task in view["tasks"]],
        "tasks_of": [[_task(task) for task in seat["tasks"]] for seat in view["seats"]],
        "tribes": [_tribes(seat["people"]) for seat in view["seats"]],
        "first": first,
        "rollers": [seat for seat in order if seat != me] if view["phase"] != "huts" else [],
        "could_place": bool(view["openings"] is not None and view["seats"][first]["dice"]),
        "rounds_shown": 2 if len(order) == 2 else 1,
        "openings": {card: (view["openings"] or {}).get(card, {}) for card in view["cards"]},
    }


def _shown(view: Json) -> int:
    """Return the seat whose board a spectator sees open: the first in turn order, at the end the
    winner."""
    order: list[int] = view["order"]
    return max(order, key=lambda seat: _total(view["seats"][seat])) if view["over"] else order[0]


def _total(own: Json) -> int:
    """A player's points with those of the final scoring."""
    ending: dict[str, int] = own["ending"]
    return sum(ending.values(), own["points"])


def _dice(view: Json) -> Json:
    """The names of the dice as pieces: ``dice``: {card: [name]}, ``rolled``: [[(value, [name]), the
    highest first] by seat]. Of equal dice of a seat those that have been placed come first."""
    met = Counter[tuple[int, int]]()

    def name(seat: int, value: int) -> str:
        met[seat, value] += 1
        return f"die-{seat}-{value}-{met[seat, value] - 1}"

    return {
        "dice": {
            card: [name(seat, value) for seat, value in shown["dice"]]
            for card, shown in view["cards"].items()
        },
        "rolled": [
            [
                (value, [name(number, value) for _die in dice])
                for value, dice in groupby(sorted(seat["dice"], reverse=True))
            ]
            for number, seat in enumerate(view["seats"])
        ],
    }


def _task(task: Json) -> Task:
    needs = (
        Asked(*_asked(need["what"], need["of"]), need["number"], need["have"])
        for need in task["needs"]
    )
    return Task(task["id"], task["missing"], tuple(needs))


@cache
def _asked(what: str, of: str) -> tuple[str, str, str, str, str, str]:
    """``words``, ``of``, ``icon``, ``slip``, ``sign`` and ``caption``."""
    asked = needs.ASKED[what]
    kind = needs.OF[what][of] if of else ""
    return asked.words, kind, *needs.drawn(what, of), asked.caption


def _tribes(people: list[Json]) -> list[dict[str, Any]]:
    """People of one sex and kind together: {sex, kind, count, people}, those pushed down last."""
    groups: dict[tuple[str, str], list[Json]] = {}
    for person in people:
        groups.setdefault((person["sex"], person["kind"]), []).append(person)
    return [
        {
            "sex": sex,
            "kind": kind,
            "count": group[0]["count"],
            "people": sorted(group, key=lambda person: bool(person["pushed"])),
        }
        for (sex, kind), group in groups.items()
    ]
