"""The figures of the boards, cards and tiles beyond the A sides, read from ``figures.toml``.

The file notes for each group how certain it is. Boards C and D and the prophecies are house boards:
we made up their rules as well as their figures, to fit the pieces in the box.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

_FILE: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("figures.toml").read_text(encoding="utf-8")
)

#: For each group ``certain``, ``likely`` or ``reconstructed``.
CONFIDENCE: dict[str, str] = {name: group["confidence"] for name, group in _FILE.items()}
#: The certain part of a group that is not certain as a whole.
KNOWN: dict[str, str] = {name: group.get("known", "") for name, group in _FILE.items()}

#: All figures as in the file, by group and name, for texts that name them.
FIGURES = _FILE


def figure(group: str, name: str) -> Any:
    """A figure, lists as tuples."""
    return _frozen(_FILE[group][name])


def by_players(group: str, name: str) -> dict[int, Any]:
    """A figure for each number of players."""
    return {int(players): _frozen(value) for players, value in _FILE[group][name].items()}


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value
