"""The forms of a game type that are measured."""

from collections.abc import Iterator
from typing import Any

from games.rules.engine import Json, Rules

#: What puts everything into a game, where it is more than to set every flag.
EVERYTHING: dict[str, Json] = {"imhotep": {"preset": "everything"}}


def forms(rules: Rules[Any]) -> Iterator[tuple[str, Json]]:
    """The base game, and the one with everything that its options add."""
    yield "base", {}
    if rules.options:
        flags = {option.name: True for option in rules.options if option.kind == "flag"}
        yield "everything", EVERYTHING.get(rules.slug, flags)
