"""A game on a board of 19 lines, whose questions have more choices than others may have."""

from .rules import rules

__all__ = ["rules"]
