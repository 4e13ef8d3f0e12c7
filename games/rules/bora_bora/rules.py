"""The assembly. Decisions and their choices stand in the docstrings of their kinds, by chapter."""

from __future__ import annotations

from . import bot, knowledge, rounds, setup, view
from .state import rules

__all__ = ["bot", "knowledge", "rounds", "rules", "setup", "view"]
