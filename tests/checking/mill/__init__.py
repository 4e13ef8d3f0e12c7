"""The mill, a small game of everything in which authors slip; tests/checking/test_planted.py plants
slips in copies of it."""

from .rules import rules

__all__ = ["rules"]
