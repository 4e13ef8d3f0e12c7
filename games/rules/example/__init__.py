"""Lanterns: the example game of docs/writing-a-game.md, and the engine's own test piece.

It is not in the catalogue. It holds the hard half of the engine: sealed picks, private cards, a
die, an out-of-turn question, an instruction, a turn of two choices that can be undone.
"""

from .rules import rules

__all__ = ["rules"]
