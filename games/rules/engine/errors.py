"""Errors of the engine, by their cause: a player's choice, a game's options, or its rules."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from types import FrameType
from typing import Any


class IllegalChoice(ValueError):
    """A choice that is not open to that seat; the message says what is wrong."""


class BadOptions(ValueError):
    """No game is possible with these options or this number of players.

    The message says why; it is translated where it is shown, if it is marked by ``_``.
    """


class RulesError(RuntimeError):
    """A bug in a rules module: no legal choice, an endless turn, an exception.

    ``cause``: the line of the rules module that led there, such as ``rules.py:12 in roll``.
    """

    cause: str = ""

    def __str__(self) -> str:
        said = super().__str__()
        return f"{said} ({self.cause})" if self.cause else said


def blame(error: Exception, said: str, source: Callable[..., Any] | None = None) -> RulesError:
    """The error as a RulesError that names the line of the rules module where it began.

    If none was running, it names the function ``source``.
    """
    told = error if isinstance(error, RulesError) else RulesError(said)
    if not told.cause:
        told.cause = line_in_rules(error) or (_start_of(source) if source else "")
    return told


_OURS = str(Path(__file__).parent)
_LIBRARY = str(Path(traceback.__file__).parent)


def line_in_rules(error: Exception) -> str:
    """The innermost line of the rules module, which the engine has called."""
    lines = [
        (_file_of(frame), frame, line) for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    entered = next((i for i, (file, *_) in enumerate(lines) if file.startswith(_OURS)), 0)
    for file, frame, line in reversed(lines[entered:]):
        if not file.startswith((_OURS, _LIBRARY)):
            return f"{file}:{line} in {_name_of(frame)}"
    return ""


def _file_of(frame: FrameType) -> str:
    return _whole(frame.f_code.co_filename, frame.f_globals)


def _whole(file: str, names: dict[str, Any]) -> str:
    """A file by its whole path; a compiled module says it as seen from where it is imported."""
    return file if os.path.isabs(file) else names.get("__file__", file)


def _name_of(frame: FrameType) -> str:
    """Of its function; a compiled one says in what it is, too."""
    return frame.f_code.co_name.rpartition(".")[2]


def _start_of(function: Callable[..., Any]) -> str:
    code = getattr(function, "__code__", None)
    if code is None:
        return ""
    file = _whole(code.co_filename, function.__globals__)
    return f"{file}:{code.co_firstlineno} in {code.co_name}"


def nearest(name: str, names: Iterable[str]) -> str:
    """``; did you mean 'roll'?``, or the whole list if nothing is similar."""
    known = sorted(names)
    near = get_close_matches(name, known, 1, 0.5)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; there are {', '.join(known)}" if known else "; there is none"
