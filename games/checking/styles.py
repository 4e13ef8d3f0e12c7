"""Check that pictures of a board can have the colours of its style sheet."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from boardgames.drawing.styles import flat
from games.pages.drawing.rendering import stylesheet
from games.pages.table.picture import sheets
from games.rules.engine import Rules


def lost_styles(rules: Rules[Any], table: ModuleType) -> Iterator[str]:
    """The parts of a package's ``board.css`` without a plain form, besides those of the kit."""
    if not (stylesheet(rules) and hasattr(table, "PICTURE")):
        return
    *kit, own = sheets(rules)
    root = f".board-{rules.slug}"
    known = set(flat(*kit, root=root).lost)
    for rule in flat(*kit, own, root=root).lost:
        if rule not in known:
            yield f"no picture can show {rule} of board.css: say it by classes and plain values"
