"""Check that the methods of a kind take the arguments they are called with; otherwise a rare
question would show the fault late."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Parameter, signature
from typing import Any

from games.rules.engine import Kind, Rules

#: Before the arguments of the question. ``chosen``, ``alike`` and ``shows`` get a choice behind
#: them, of no fixed length.
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
    """How many arguments of the question it takes, at least and at most."""
    given = signature(getattr(kind, name)).parameters.values()
    places = [one for one in given if one.kind in BY_PLACE]
    before = BEFORE[name].count(",") + 1
    endless = any(one.kind is Parameter.VAR_POSITIONAL for one in given)
    least = sum(one.default is Parameter.empty for one in places) - before
    return least, float("inf") if endless else len(places) - before
