"""Bora Bora."""

from .rules import rules

__all__ = ["rules"]
