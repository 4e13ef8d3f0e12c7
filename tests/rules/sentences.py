"""Every sentence of a game with a figure in it, held against the rules.

A game's ``test_sentences.py`` has a table of them, and a test that wants
``faults(claims(rules), CHECKS, __file__) == []``. It lists each sentence of the game's help,
tips, cards, options, labels and log lines that has a number, a "never", an "always", a "may" or a
"tie", and what holds it true:

* a list: the numbers of the sentence in their order, as the rules have them,
  ``[SHRINE_PRICE, SHRINE_POINTS]``;
* a text: the test that fails when the sentence is false, its file named from the table's,
  ``"test_edges.py::test_a_priest_costs_nothing"``;
* a function without arguments that says whether it is true;
* several of these in a tuple.

Sentences are taken in English, those of the help from the page as it is drawn, all others from the
package's messages: what a message names in braces comes from the rules and is no number, nor is
what the help names of its `FIGURES`. So each form of the game is in it, whatever option it takes to
come up.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, ValuesView
from functools import cache
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any

from django.utils import translation
from msgspec import Struct
from msgspec.structs import asdict, replace

from boardgames.words import catalogues
from games.pages.drawing.rendering import render
from games.rules.engine import Rules
from games.words import table_package

Check = list[int] | str | Callable[[], bool]
Checks = Mapping[str, Check | tuple[Check, ...]]

# fmt: off
NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "once": 1, "twice": 2,
}
# fmt: on
_CLAIMS = re.compile(r"\b(?:never|always|may|ties?|tied)\b", re.IGNORECASE)
_NUMBER = re.compile(rf"(?<!\w)(?<!\bat )(?:\d+|{'|'.join(NUMBERS)})(?!\w)", re.IGNORECASE)
_NAMED = re.compile(r"\{[^{}]*\}|%\(\w+\)s")
_INLINE = re.compile(r"</?(?:strong|em|b|i|a|span|abbr|small|kbd|q)\b[^>]*>")
_DRAWING = re.compile(r"<svg.*?</svg>|\{#.*?#\}", re.DOTALL)
_CELLS = re.compile(r"</t[dh]>\s*<t[dh]\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][”\")]))\s+(?=[^\sa-z])")


def claims(rules: Rules[Any]) -> list[str]:
    """The sentences of a game that have to be held against its rules."""
    texts = [*_help(rules), *_messages(rules)]
    found = (sentence for text in texts for sentence in sentences(text))
    return [*dict.fromkeys(sentence for sentence in found if is_claim(sentence))]


def sentences(html: str) -> Iterator[str]:
    """Those of a piece of a page, without tags and drawings; a row of a table is one, "2 | 5"."""
    for block in _TAG.split(_CELLS.sub(" | ", _INLINE.sub("", _DRAWING.sub(" ", html)))):
        yield from filter(None, map(str.strip, _END.split(" ".join(unescape(block).split()))))


def is_claim(sentence: str) -> bool:
    return bool(numbers(sentence) or _CLAIMS.search(_NAMED.sub(" ", sentence)))


def numbers(sentence: str) -> list[int]:
    """The numbers that a sentence says itself, in digits and in words."""
    found = (word.lower() for word in _NUMBER.findall(_NAMED.sub(" ", sentence)))
    return [NUMBERS[word] if word in NUMBERS else int(word) for word in found]


def faults(said: list[str], checks: Checks, beside: str) -> list[str]:
    """What is wrong with the checks of what is said, a table in the file ``beside``."""
    found = [f"not held by anything: {each!r}" for each in said if each not in checks]
    found += [f"not said any more: {each!r}" for each in checks if each not in said]
    for sentence, check in checks.items():
        several = check if isinstance(check, tuple) else (check,)
        found += [
            f"{fault}: {sentence!r}" for each in several for fault in _fault(sentence, each, beside)
        ]
    return found


def _fault(sentence: str, check: Check, beside: str) -> Iterator[str]:
    if isinstance(check, list):
        if not numbers(sentence):
            yield "has no number to compare, so name a test"
        elif check != numbers(sentence):
            yield f"says {numbers(sentence)}, and the rules {check}"
    elif isinstance(check, str):
        file, *names = check.split("::")
        if not names or not {*names} <= _tests(Path(beside).parent / file):
            yield f"there is no test {check}"
    elif not check():
        yield "is false"


@cache
def _tests(file: Path) -> set[str]:
    if not file.is_file():
        return set()
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def _help(rules: Rules[Any]) -> Iterator[str]:
    with translation.override("en"):
        yield render(f"{rules.slug}/help.html", figures=named(table_package.figures(rules)))


class _Named(int):
    """A number that the help takes from the rules, as messages name theirs."""

    def __str__(self) -> str:
        return f"{{{self:d}}}"


def named(figures: Any) -> Any:
    """Figures of a table, each number of which is seen to be theirs."""
    if type(figures) is int:
        return _Named(figures)
    if isinstance(figures, Mapping):
        return {named(key): named(value) for key, value in figures.items()}
    if isinstance(figures, tuple | list | ValuesView):
        return tuple(map(named, figures))
    if isinstance(figures, Struct):
        return replace(figures, **{name: named(value) for name, value in asdict(figures).items()})
    return figures


#: Files whose sentences are held in another way.
_ELSEWHERE = re.compile(r"/help\.html$|/lessons/")


def _messages(rules: Rules[Any]) -> Iterator[str]:
    """All that the package says, but what stands in the help alone, and in lessons alone: these are
    played by ``check_game``, which holds their figures against the game."""
    locale = Path(import_module(rules.package).__path__[0]) / "table" / "locale"
    (owner,) = (owner for owner in catalogues.owners() if owner.locale == locale)
    for message in owner.extracted("en"):
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        if not all(_ELSEWHERE.search(place) for place, _line in message.locations):
            yield from filter(None, forms)
