"""The form of a lesson's file, and the messages for a file that breaks it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from .errors import nearest
from .lessons import PUPIL


class BadLesson(ValueError):
    """A file that is no lesson; the message names file and step, and says what to write."""


# The form of a file -------------------------------------------------------------------------------


class Form(msgspec.Struct, forbid_unknown_fields=True):
    pass


class NumberForm(Form):
    at: str | None = None
    brought: str | None = None
    points: str | None = None
    player: int | None = None
    seat: int = PUPIL
    n: int | None = None


#: A number, the name of a figure of the rules, or what the pupil sees.
Field = int | str | NumberForm
Fields = dict[str, Field]
Parts = list[str | int | dict[str, int]]


class WordsForm(Form):
    text: str
    fields: Fields = {}


class AlsoForm(Form):
    choice: Parts
    text: str
    fields: Fields = {}


class AfterForm(Form):
    title: str
    text: str = ""
    fields: Fields = {}


class LiesForm(Form):
    thing: str
    where: Literal["above", "below", "left", "right", "middle"]
    of: list[str] = []


class StepForm(Form):
    title: str | WordsForm = ""
    text: str | WordsForm = ""
    do: str | WordsForm = ""
    knows: str | WordsForm = ""
    fields: Fields = {}
    choice: Parts | None = None
    seat: int = PUPIL
    points: list[str] = []
    lies: list[LiesForm] = []
    after: AfterForm | None = None
    welcome: list[Parts] = []
    also: list[AlsoForm] = []
    finds: bool = False
    silently: list[Parts] = []


class LessonForm(Form):
    title: str
    minutes: int
    step: list[Any]
    players: int = 2
    options: dict[str, Any] = {}
    seed: int = 0
    ends: dict[str, Any] = {}
    fields: Fields = {}


#: Keys of a step that are sentences.
SAID = ("title", "text", "do", "knows")
#: What a key's value contains; other keys with a table contain words.
_INSIDE: Mapping[str, type[Form]] = {"also": AlsoForm, "after": AfterForm, "lies": LiesForm}
#: How to write each key.
_EXAMPLES = {
    "title": 'title = "Load a stone"',
    "text": 'text = "You have {stones} stones."',
    "do": 'do = "Press the quarry."',
    "knows": 'knows = "Stones leave a boat in their order."',
    "fields": 'fields.stones = {at = "seats/0/stones", n = 3}',
    "choice": 'choice = ["play", "rice", 2]',
    "seat": "seat = 1",
    "points": 'points = ["altar", "stones-0"]',
    "lies": 'lies = [{thing = "wood", where = "above", of = ["sand"]}]',
    "after": 'after.title = "The first point"',
    "welcome": 'welcome = [["peanut"], ["rice"]]',
    "also": 'also = [{choice = ["rice"], text = "Rice comes later."}]',
    "finds": "finds = true",
    "silently": 'silently = [["play", "rice", 2], [0]]',
    "minutes": "minutes = 7",
    "step": "[[step]]",
    "players": "players = 2",
    "options": "options = {wagers = true}",
    "seed": "seed = 112",
    "ends": 'ends = {"seats/0/points" = 3}',
}


# What is wrong ------------------------------------------------------------------------------------

F = TypeVar("F", bound=Form)


def formed(data: Any, form: type[F], where: str) -> F:
    try:
        return msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        raise BadLesson(f"{where}: {_told(str(error), form)}") from None


def _told(fault: str, form: type[Form]) -> str:
    """What is wrong, and how to write it."""
    what, _at, path = fault.partition(" - at ")
    key = next((name for name in reversed(re.findall(r"\w+", path)) if name in _EXAMPLES), "")
    within = f" in `{key}`" if key else ""
    name = re.search(r"field `(.+)`", what)
    if name and what.startswith("Object contains unknown"):
        inside = _INSIDE.get(key, WordsForm if key in SAID else NumberForm) if key else form
        known = nearest(name[1], inside.__struct_fields__)
        return f"there is no {name[1]!r}{within}{known}"
    if name:
        return f"{name[1]!r} is missing{within}: write {_EXAMPLES[key or name[1]]}"
    if not key:
        return "it is no table: write [[step]] and what it has below"
    return f"{key!r} cannot be read ({what}): write {_EXAMPLES[key]}"
