"""Imhotep: six rounds of shipping stones to the monuments; base game, A sides.

Where things are: ``tables`` the printed figures, ``state`` what a game consists of, ``sites`` what
a stone does where it arrives, ``boats`` loading and sailing, ``cards`` the market cards,
``actions`` what a turn may be, ``flow`` set-up, rounds and the end, ``rules`` the assembly with
view and standing, ``bot`` a player. Another side of a board is another site, an expansion further
cards or actions in their tables.
"""

from .rules import rules

__all__ = ["rules"]
