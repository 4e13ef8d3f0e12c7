"""Lines of a package's rules that no game ran: a slip there would not be noticed.

The games are played by themselves, beside those that are checked and measured: noting lines makes
rules slower, and budgets are of the processor's time.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from .notebook import Notebook
from .rules import Rules

#: Views, refusals and what is dealt anew are looked at in every so many positions.
EVERY = 25
#: So many further games of each kind are played without that at most: the first that runs no new
#: line is the last.
FURTHER = 5
#: How many places are named.
SOME = 10

#: Files with the numbers of lines in them.
Lines = dict[str, set[int]]
#: Plays a game with checks, by ``seed``, ``thorough``, ``every`` and ``notes``.
Play = Callable[..., object]


def find_untried(rules: Rules[Any], plays: Iterator[Play], games: int, seed: int) -> list[str]:
    """Which lines of the functions of a package's rules no game runs, as ``rules.py 57, 61-63``;
    none for rules that are no package, and for compiled ones. A game that fails is left: the checks
    name what is wrong."""
    untried = _lines_of(rules)
    with _noting(untried):
        for play in plays:
            for number in range(games + FURTHER):
                left = _count(untried)
                how = {"thorough": number < games, "every": EVERY, "notes": Notebook()}
                with suppress(Exception):
                    play(seed=seed + number, **how)
                if number >= games and _count(untried) == left:
                    break
    places = [
        f"{Path(file).name} {_ranges(lines)}" for file, lines in sorted(untried.items()) if lines
    ]
    return [*places[:SOME], *(["…"] if len(places) > SOME else [])]


@contextmanager
def _noting(untried: Lines) -> Iterator[None]:
    """Take the lines that are run out of these. Functions without such lines run at nearly their
    usual speed."""
    lines: dict[CodeType, frozenset[int]] = {}

    def enter(frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        left = untried.get(code.co_filename)
        if not left:
            return None
        if code not in lines:
            lines[code] = frozenset(_body(code))
        if left.isdisjoint(lines[code]):
            return None
        left.discard(frame.f_lineno)

        def run(frame: FrameType, event: str, arg: object) -> Any:
            left.discard(frame.f_lineno)
            return run

        return run

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(before)


def _count(untried: Lines) -> int:
    return sum(map(len, untried.values()))


def _lines_of(rules: Rules[Any]) -> Lines:
    """Every line of a function in the modules of a package, but for its table and ``migrate``,
    which games do not call."""
    found: Lines = {}
    if rules.folder is None:
        return found
    table = f"{rules.package}.table"
    for name, module in [*sys.modules.items()]:
        file = getattr(module, "__file__", None) or ""
        inside = name == rules.package or name.startswith(f"{rules.package}.")
        if inside and not name.startswith(table) and file.endswith(".py"):
            whole = compile(Path(file).read_bytes(), file, "exec")
            found[file] = {line for code in _functions(whole) for line in _body(code)}
    if rules.hooks.migrate is not None:
        code = inspect.unwrap(rules.hooks.migrate).__code__
        found.get(code.co_filename, set()).difference_update(_body(code))
    return found


def _functions(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & inspect.CO_OPTIMIZED:
                yield inner
            yield from _functions(inner)


def _body(code: CodeType) -> Iterator[int]:
    """The lines of a function below that of its name."""
    return (line for *_span, line in code.co_lines() if line and line > code.co_firstlineno)


def _ranges(lines: set[int]) -> str:
    """Numbers as people write them: ``57, 61-63``."""
    runs = groupby(enumerate(sorted(lines)), lambda pair: pair[1] - pair[0])
    spans = [[line for _place, line in run] for _key, run in runs]
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans)
