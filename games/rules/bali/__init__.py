"""Bali: farmers, priests and shrines; base game with The Oracle and The Demon.

Where things are: ``tables`` the printed figures, ``state`` what a game consists of, ``turn`` the
phases of a turn up to the last card taken, ``offering`` the offering round, ``scoring`` phase 4,
``oracle`` and ``demon`` the variants, ``final`` the end, ``knowledge`` what a seat cannot know,
``rules`` the assembly with set-up and view, ``bot`` a player.
"""

from .rules import rules

__all__ = ["rules"]
