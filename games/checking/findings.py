"""Findings of a check: each fault once, with the place where it was first seen."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from boardgames.web import jinja2
from games.rules.engine.examine import Finding

FAILED: Any = object()
_CHECKS = str(Path(__file__).parent)


def _is_ours(file: str) -> bool:
    """Whether a line belongs to Jinja, our own rendering or a check, and not to the author."""
    return "site-packages" in file or file == jinja2.__file__ or file.startswith(_CHECKS)


class Findings:
    """The findings about a ``package``, named by its slug.

    ``where`` is the present position; ``untranslated`` are the package's words without a
    translation, which are reported in one finding and not again wherever they appear.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self.where = ""
        self.untranslated: set[str] = set()
        self._found: dict[Hashable, Finding] = {}

    def add(self, what: str, *, key: Hashable = None) -> None:
        """Record an error; of several with one ``key`` only the first is kept."""
        self._found.setdefault(key or what, Finding(what, self.where))

    def tried(
        self, what: str, function: Callable[..., Any], *args: Any, of: Hashable = "", **named: Any
    ) -> Any:
        """The result of a package's function; an error, and FAILED, if it raises.

        Errors at the same line with the same ``of`` are one.
        """
        try:
            return function(*args, **named)
        except Exception as error:  # noqa: BLE001  whatever it is, it is a finding
            lines = traceback.extract_tb(error.__traceback__)
            last = ([line for line in lines if not _is_ours(line.filename)] or lines)[-1]
            said = f"{what} raises {type(error).__name__}: {error} ({last.filename}:{last.lineno})"
            self.add(said, key=(of, type(error), last.filename, last.lineno))
            return FAILED

    def all(self) -> list[Finding]:
        return list(self._found.values())
