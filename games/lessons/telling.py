"""A lesson's texts at one position, with numbers from the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.engine import Game, RulesError, Text
from games.rules.engine.lessons import PUPIL, At, Brought, Points, Said

#: Points by seat and source.
Standing = list[dict[str, int]]


@dataclass(frozen=True)
class Facts:
    """What texts can name: the pupil's view, and everybody's points by source.

    The points are those of now and of before the pupil's last choice.
    """

    view: Mapping[str, Any]
    points: Standing
    before: Standing | None = None

    def number(self, field: At | Brought | Points) -> int:
        """The value of a field; LookupError if there is none."""
        if isinstance(field, At):
            found = at(self.view, field.path)
            if type(found) is not int:
                raise LookupError(f"{field.path} is {found!r:.80} in the pupil's view, no number")
            return found
        if isinstance(field, Points):
            return _of(self.points, field.seat, field.source)
        if self.before is None:
            raise LookupError("what a choice brought is known when it is made: say it in `after`")
        now = _of(self.points, field.seat, field.source)
        return now - _of(self.before, field.seat, field.source)

    def brought(self) -> dict[str, list[int]]:
        """By source what the choice brought to every seat, without sources that brought nothing."""
        before = self.before
        if before is None:
            return {}
        seats = range(len(self.points))
        found = {
            source: [
                self.points[seat].get(source, 0) - before[seat].get(source, 0) for seat in seats
            ]
            for source in dict.fromkeys(name for points in self.points for name in points)
        }
        return {source: shares for source, shares in found.items() if any(shares)}


def facts(game: Game[Any], before: Game[Any] | None = None) -> Facts:
    """The facts at this position; ``before``: the position before the choice that led to it."""
    return Facts(game.view(PUPIL), current_points(game), current_points(before) if before else None)


def current_points(game: Game[Any]) -> Standing:
    return game.standing() or game.scored() or [{} for _seat in range(game.players)]


def at(view: Mapping[str, Any], path: str) -> object:
    """The value at a path of names and indexes, ``boats/2/stones/0``; ``#`` at its end counts."""
    here: Any = view
    for name in path.split("/"):
        if name == "#":
            here = len(here)
        elif isinstance(here, list | tuple):
            here = here[int(name)]
        elif isinstance(here, Mapping):
            here = here[name]
        else:
            raise LookupError(f"{path}: there is no {name!r} in {here!r:.80}")
    return here


def text(said: Said) -> Text:
    return said if isinstance(said, Text) else Text(said)


def filled(said: Said, known: Facts) -> Text:
    """The text with numbers in place of its fields."""
    whole = text(said)
    values = {name: _value(value, known) for name, value in whole.values.items()}
    return Text(whole.message, whole.plural, **values)


def _value(value: Any, known: Facts) -> Any:
    if isinstance(value, Text):
        return filled(value, known)
    return known.number(value) if isinstance(value, At | Brought | Points) else value


def _of(points: Standing, seat: int, source: str) -> int:
    if seat not in range(len(points)):
        raise LookupError(f"there is no seat {seat}")
    return points[seat].get(source, 0) if source else sum(points[seat].values())


#: Errors that a broken text may raise.
FAULTS = (LookupError, ValueError, TypeError, RulesError)
