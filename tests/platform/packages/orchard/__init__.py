"""A game package from outside: trees are planted on hexes and paid in goods, both on the board and
by steppers."""

from .rules import rules

__all__ = ["rules"]
