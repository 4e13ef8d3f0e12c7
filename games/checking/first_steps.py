"""Checks that a game of the type's bot shows each of ``FIRST_STEPS``, in regions that exist."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from games.pages.catalogue import samples
from games.rules.engine import Rules
from games.rules.engine.errors import nearest
from games.rules.engine.reach import told_by


def wrong_steps(rules: Rules[Any], table: ModuleType) -> Iterator[str]:
    """What is wrong with the pictures of the first steps."""
    listed = getattr(table, "FIRST_STEPS", ())
    if not all(isinstance(each, tuple) and len(each) == 4 for each in listed):
        yield 'FIRST_STEPS has steps of another form: (event, {what it tells}, regions, _("…"))'
        return
    steps = [samples.Step(*each) for each in listed]
    for step in steps:
        for name in sorted(set(step.regions) - set(table.REGIONS)):
            yield f"FIRST_STEPS names the region {name!r}{nearest(name, table.REGIONS)}"
    yield from _never_shown(rules, steps)


def _never_shown(rules: Rules[Any], steps: list[samples.Step]) -> Iterator[str]:
    try:
        moments = samples.play_bots(rules) if steps else []
    except Exception:  # noqa: BLE001  of rules or a bot: the checks of these name it
        return
    told = told_by(rules.package)  # ``unknown_events`` names those that are never told
    for step in steps:
        try:
            samples.find_moment(moments, step)
        except samples.NeverShown as error:
            if step.event in told:
                yield f"{error}: its picture is missing. Name what that game tells"
