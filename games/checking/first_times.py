"""Checks the explanation of a player's first decision of a kind: short, and in every language."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.utils import translation

from games.checking.findings import Findings
from games.checking.said import faults
from games.rules.engine import Rules, Text
from games.rules.engine.words import bare
from games.words import texts

#: The most letters of an explanation; nobody reads more in the middle of a turn.
LONGEST = 180


def check_first_times(rules: Rules[Any], findings: Findings) -> None:
    """Check the explanation of each kind that has one."""
    for name, kind in rules.kinds.items():
        if kind.first_time:
            findings.where = f"first_time of {name!r}"
            _check(rules, kind.first_time, findings)


def _check(rules: Rules[Any], said: str, findings: Findings) -> None:
    for fault in faults(Text(said), findings):
        findings.add(fault, key=("first_time", fault))
    if re.search(r"\d", bare(said)):
        findings.add(f"{said!r} has a number, which the rules may change: say it without")
    for language, called in settings.LANGUAGES:
        with translation.override(language):
            length = len(texts.own(rules, said))
        if length > LONGEST:
            findings.add(f"{said!r} has {length} letters in {called}, {LONGEST} at most: say why, "
                         "and leave how to the help")  # fmt: skip
