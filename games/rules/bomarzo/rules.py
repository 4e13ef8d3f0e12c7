"""The assembly: every module registers its steps and decisions with ``state.rules``."""

from __future__ import annotations

from . import (
    actions,
    bot,
    cleaning_up,
    copying,
    favours,
    final,
    knowledge,
    production,
    setting_up,
    view,
)
from .state import rules

__all__ = [
    "actions",
    "bot",
    "cleaning_up",
    "copying",
    "favours",
    "final",
    "knowledge",
    "production",
    "rules",
    "setting_up",
    "view",
]
