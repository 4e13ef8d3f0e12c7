"""Opener: enclose the other player's stones; whoever has one left has lost."""

from .rules import rules

__all__ = ["rules"]
