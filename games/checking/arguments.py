"""Checks that a kind's methods take the arguments they are called with.

Otherwise a rare question would reveal the error late.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Parameter, signature
from typing import Any

from games.rules.engine import Kind, Rules

#: The parameters before those of the question. ``chosen``, ``alike`` and ``shows`` also get a
#: choice after them, of variable length.
BEFORE = {
    "choices": "game, seat",
    "refusals": "game, seat",
    "answer": "instruction, view, choices",
}
BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def wrong_arguments(rules: Rules[Any]) -> Iterator[str]:
    """Yield a fault for each method of a kind that does not take the arguments its ``choices``
    takes."""
    for kind in rules.kinds.values():
        fewest, most = _of_the_question(kind, "choices")
        for name in ("refusals", "answer"):
            if getattr(type(kind), name) is getattr(Kind, name):
                continue
            least, room = _of_the_question(kind, name)
            if least > most or room < fewest:
                yield (
                    f"{type(kind).__name__}.{name} cannot be called with the arguments that its "
                    f"choices takes: write def {name}(self, {BEFORE[name]}, *args)"
                )


def _of_the_question(kind: Kind, name: str) -> tuple[float, float]:
    """The least and the most arguments of the question that it takes."""
    given = signature(getattr(kind, name)).parameters.values()
    places = [one for one in given if one.kind in BY_PLACE]
    before = BEFORE[name].count(",") + 1
    endless = any(one.kind is Parameter.VAR_POSITIONAL for one in given)
    least = sum(one.default is Parameter.empty for one in places) - before
    return least, float("inf") if endless else len(places) - before
