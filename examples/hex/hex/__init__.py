"""Hex: link your two sides of the board before the other player links theirs."""

from .rules import rules

__all__ = ["rules"]
