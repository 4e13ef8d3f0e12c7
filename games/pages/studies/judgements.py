"""What programs think of the choices at a place, beside the board."""

from __future__ import annotations

import math
from typing import TypedDict

from django.utils.translation import gettext as _

from games.models import Judgement
from games.pages.studies.place import Place
from games.showing.hints import Hint, show_found
from games.studies import judging
from games.trees.playing import in_memory


class Shown(TypedDict):
    """The judgement of a seat's choices; ``state``: "running", "failed" or "done".

    ``imported``: a file says so, and programs can be asked ``again``. ``sure``: the first choice is
    surely better than the others. ``tells``: programs can be sure of that in games of this type.
    ``puzzle``: readers are to find it; ``solved``: this one has. With ``puzzle_action`` people who
    write make it a puzzle, or end that. ``minutes`` until it is done, None while that is unknown.
    """

    state: str
    seat: int
    name: str
    again: str
    puzzle: bool
    puzzle_action: str
    solved: bool
    hint: Hint | None
    imported: bool
    sure: bool
    tells: bool
    game: str
    steps: int
    of: int
    minutes: int | None


def show_judgements(place: Place) -> dict[str, object]:
    """The judgements at a place, and for people who write the address to ask for one.

    A reader who is to solve a puzzle here sees the question instead.
    """
    if place.puzzle is not None:
        imported = place.puzzle.imported
        return {"reveal": f"{place.address()}reveal/", "imported": imported, "judged": []}
    known = place.judgements
    writes = place.access.writes
    offer = writes and place.has_choice and place.chair not in [one.seat for one in known]
    return {
        "judged": [_show(place, one) for one in known],
        "offer": f"{place.address()}judge/" if offer else "",
        "reveal": "",
    }


def show_found_ones(place: Place) -> list[Shown]:
    """The judgements at a place that are done, for paper; none where its reader is to solve a
    puzzle."""
    if place.puzzle is not None:
        return []
    shown = [_show(place, known) for known in place.judgements]
    return [one for one in shown if one["state"] == "done"]


def _show(place: Place, known: Judgement) -> Shown:
    steps, of, seconds = judging.progress(known)
    again = place.access.writes and judging.begins_again(known)
    can_puzzle = place.access.writes and known.best is not None
    several = len(place.game.to_move()) > 1
    return {
        "state": _state(known),
        "seat": known.seat,
        "name": place.people[known.seat] if several else "",
        "again": f"{place.address(chair=known.seat)}judge/" if again else "",
        "puzzle": known.puzzle,
        "puzzle_action": f"{place.address(chair=known.seat)}puzzle/" if can_puzzle else "",
        "solved": place.solved.get(known.pk, False),
        "hint": _hint(place, known) if known.found else None,
        "imported": known.imported,
        "sure": known.best is not None,
        "tells": place.rules.levels.tells_losses,
        "game": _(place.rules.name),
        "steps": steps,
        "of": of,
        "minutes": None if seconds is None else math.ceil(seconds / 60),
    }


def _state(known: Judgement) -> str:
    if known.done_at is None:
        return "running"
    return "failed" if judging.has_failed(known) else "done"


def _hint(place: Place, known: Judgement) -> Hint | None:
    decision = place.game.decision(known.seat)
    if decision is None:  # by newer rules
        return None
    position = in_memory(place.line.base, place.game, known.seat, place.number)
    return show_found(position, decision, known.found)
