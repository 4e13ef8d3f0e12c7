"""Choices as encoded in forms and addresses, and the steps that lead to one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import msgspec

from games.pages.inputs import number
from games.rules.engine import Choice, as_data
from games.rules.engine.decision import has_amounts

#: The prefix of fields for amounts; the part's number and the good follow.
AMOUNT = "amount-"

_encode = msgspec.json.Encoder().encode


def encoded(choice: Sequence[object]) -> str:
    """A choice as encoded in forms and addresses."""
    return _encode(as_data(tuple(choice))).decode()


def decoded(text: str) -> Choice | None:
    """The choice in a form field or an address; None for nonsense."""
    try:
        parts = json.loads(text)
        json.dumps(parts, ensure_ascii=False).encode()  # half a surrogate pair is nonsense, too
    except (ValueError, RecursionError):
        return None
    if not isinstance(parts, list) or not all(type(part) in (str, int, dict) for part in parts):
        return None
    return tuple(parts)


def sent(form: Mapping[str, str]) -> Choice:
    """The choice in a form, with the amounts of its fields; nonsense is refused later."""
    text = form.get("choice", "")
    choice = decoded(text)
    if choice is None:
        return (text,)
    for name, given in form.items():
        index, dash, good = name.removeprefix(AMOUNT).partition("-")
        place = number(index, 2) if name.startswith(AMOUNT) and dash else None
        part = choice[place] if place is not None and place < len(choice) else None
        if isinstance(part, dict) and (given := given.strip()):
            meant = number(given)
            part[good] = given if meant is None else meant  # left to the rules to refuse
    return choice


@dataclass(frozen=True)
class Step:
    """A way to continue: ``choice`` is complete and can be made, or ``prefix``/``on`` narrow
    further."""

    label: str
    choice: Choice | None = None
    prefix: Choice = ()
    on: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        """The address, relative to the game's page, that takes this step without scripts."""
        asked: dict[str, str | tuple[str, ...]] = {}
        if self.choice or self.prefix:
            asked["prefix"] = encoded(self.choice or self.prefix)
        if self.on:
            asked["on"] = self.on
        return f"?{urlencode(asked, doseq=True)}" if asked else "?"

    @property
    def value(self) -> str:
        """The complete choice for a form; empty if more is needed, such as an amount."""
        whole = self.choice is not None and not has_amounts(self.choice)
        return encoded(self.choice or ()) if whole else ""
