"""Many choices of a decision for the script, in little room: each part is stated once.

static/js/table/unpacking.js makes of it what is said of few choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile
from typing import NotRequired, TypedDict


class DataChoice(TypedDict):
    """A choice as JSON, and the things on the board that its parts stand for.

    ``calm``: among many glowing things these glow less.
    """

    choice: Sequence[object]
    label: str
    on: list[str | None]
    calm: NotRequired[bool]


#: A last part, the thing on the board for it, and the end of a label.
Last = tuple[object, str | None, str]


class Begun(TypedDict):
    """Choices that differ in their last part only, given by their places in ``Packed.last``.

    ``label`` is the beginning of their labels.
    """

    choice: Sequence[object]
    on: list[str | None]
    label: str
    last: list[int]
    calm: NotRequired[bool]


class Packed(TypedDict):
    """Choices in the order of the rules."""

    begun: list[Begun]
    last: list[Last]


def pack(choices: Iterable[DataChoice]) -> Packed:
    """Choices of at least one part, without what several of them have in common."""
    last: dict[Last, int] = {}
    begun: list[Begun] = []
    for _begin, grouped in groupby(choices, _beginning):
        group = list(grouped)
        first = group[0]
        label = _beginning_of_words([each["label"] for each in group])
        ends = [_last(each, len(label)) for each in group]
        begin: Begun = {
            "choice": first["choice"][:-1],
            "on": first["on"][:-1],
            "label": label,
            "last": [last.setdefault(end, len(last)) for end in ends],
        }
        if "calm" in first:
            begin["calm"] = first["calm"]
        begun.append(begin)
    return {"begun": begun, "last": list(last)}


def _beginning(choice: DataChoice) -> tuple[list[object], bool]:
    return list(choice["choice"][:-1]), choice.get("calm", False)


def _beginning_of_words(labels: list[str]) -> str:
    """The words that all labels begin with, up to the last word of the shortest."""
    words = zip(*(label.split(" ")[:-1] for label in labels), strict=False)
    shared = takewhile(lambda several: len(set(several)) == 1, words)
    return "".join(f"{word} " for word, *_others in shared)


def _last(choice: DataChoice, begin: int) -> Last:
    part, thing = choice["choice"][-1], choice["on"][-1]
    return part, thing, choice["label"][begin:]
