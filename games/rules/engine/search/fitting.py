"""Which search fits a game type, by what came up when it was played."""

from __future__ import annotations

from typing import Any

from ..kinds import POINTS
from ..levels import REPLIES
from ..reach import Reach
from ..rules import Rules


def fault_of_search(rules: Rules[Any], reach: Reach) -> str:
    """What is wrong with the search that the game type names; empty where nothing is."""
    reason = _why_no_replies(rules, reach)
    if rules.levels.search != REPLIES:
        return ""
    if rules.outcome != POINTS and rules.hooks.worth is None:
        return (
            'Levels(search="replies") compares positions by @rules.worth, and there is none: '
            "register how many of 100 games a seat wins"
        )
    if not reason:
        return ""
    return f'Levels(search="replies") sees everything, but {reason}: rollouts fit'


def fitting_search(rules: Rules[Any], reach: Reach) -> str:
    """A sentence on which search fits."""
    reason = _why_no_replies(rules, reach)
    if reason:
        return f"rollouts fit, as {reason}"
    seen = "a draw ends the look ahead" if reach.drawn else "nothing is drawn after the set-up"
    named = "" if rules.levels.search == REPLIES else ': try Levels(search="replies")'
    return f"replies fit, as nothing is hidden; {seen}{named}"


def _why_no_replies(rules: Rules[Any], reach: Reach) -> str:
    if rules.hooks.resample is not None:
        return "something is hidden (@rules.resample)"
    return "seats are asked at once, and sealed answers are hidden" if reach.at_once else ""
