"""Pawns, a game that is won, lost or drawn without points: for tests alone."""

from .rules import rules

__all__ = ["rules"]
