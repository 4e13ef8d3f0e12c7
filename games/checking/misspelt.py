"""Finds misspelt optional names in a package, such as ``move`` for ``moved`` in a table.

Or ``refusal`` for ``refusals`` in a kind: such names are never used, and are one letter off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from games.rules.engine import Kind, Rules

#: All names that the service uses in a table, and those it used in older ones.
OF_A_TABLE = frozenset(
    {
        *("REGIONS", "PANES", "PICTURE", "ROUND", "LINES", "FREE", "RULES", "FACTS", "CHANGES"),
        "PASSES",
        *("FIGURES", "TERMS", "FIRST_STEPS", "LESSONS", "TIPS", "prompt", "label", "target", "log"),
        *(
            "REASONS",
            "join",
            "further",
            "then",
            "calm",
            "marks",
            "moved",
            "notation",
            "source",
            "instruction",
            "about",
        ),
        "board",
        "CONTENTS",
        "put",
    }
)
OF_A_KIND = frozenset(name for name in vars(Kind) if not name.startswith("_"))


def misspelt(rules: Rules[Any], table: ModuleType) -> Iterator[str]:
    """Names in a table or a kind that probably mean another one.

    A name that the package itself uses is its own helper.
    """
    code = _code(Path(table.__path__[0]))
    own_names = set(vars(table)) - {"annotations"}  # of ``from __future__``
    for name, meant in _nearly(own_names, OF_A_TABLE):
        if not re.search(rf"(?<!def )(?<!import )(?<!as )\b{name}\b(?! *[:=] | as )", code):
            yield f"nobody asks a table for {name!r}: is {meant!r} meant?"
    code = _code(rules.folder) if rules.folder else ""
    for kind in rules.kinds.values():
        own: dict[str, Any] = {}
        for one in type(kind).__mro__[: type(kind).__mro__.index(Kind)]:
            own |= vars(one)
        for name, meant in _nearly(own, OF_A_KIND):
            if not re.search(rf"\.{name}\b", code):
                yield f"nobody asks {type(kind).__name__} for {name!r}: is {meant!r} meant?"


def _nearly(names: Iterable[str], known: frozenset[str]) -> Iterator[tuple[str, str]]:
    there = set(names)
    for name in sorted(there - known):
        near = [] if name.startswith("_") else get_close_matches(name, known - there, 1, 0.8)
        yield from ((name, meant) for meant in near)


def _code(folder: Path) -> str:
    return "\n".join(file.read_text() for file in sorted(folder.rglob("*.py")))
