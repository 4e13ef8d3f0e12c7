"""Check that pictures of a board can have the colours of its style sheet."""

from __future__ import annotations

import re
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
    declared = set(re.findall(r"(--[\w-]+)\s*:", "\n".join((*kit, own))))
    for rule in flat(*kit, own, root=root).lost:
        if rule in known:
            continue
        unset = [name for name in re.findall(r"var\((--[\w-]+)\)", rule) if name not in declared]
        why = (
            f"no style sheet sets {' or '.join(unset)} (tokens.css has the kit's colours)"
            if unset
            else "say it by classes and plain values"
        )
        yield f"no picture can show {rule} of board.css: {why}"
