"""Errors of an author's code, for the author to read."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_OURS = str(Path(__file__).parent)


class Slip(NamedTuple):
    """``part``: the part of the page that is missing because of it."""

    part: str
    said: str


class Slips(list[Slip]):
    """Errors that occurred while a page was made."""

    def tried(self, part: str, act: Callable[P, R], *args: P.args, **named: P.kwargs) -> R | None:
        """The result of ``act``; None, and a recorded error, if it raises anything."""
        try:
            return act(*args, **named)
        except Exception as error:  # noqa: BLE001  whatever an author's code raises
            self.append(Slip(part, trim_traceback(error)))
            return None


def trim_traceback(error: Exception) -> str:
    """The traceback without the lines of the code that called the author's."""
    whole = traceback.TracebackException.from_exception(error)
    _leave_out_ours(whole)
    return "".join(whole.format())


def _leave_out_ours(whole: Any) -> None:
    while whole is not None:
        own = (frame for frame in whole.stack if not _is_ours(frame.filename))
        whole.stack = traceback.StackSummary.from_list(own)
        whole = whole.__cause__


def _is_ours(file: str) -> bool:
    return file.startswith(_OURS) or "importlib" in file
