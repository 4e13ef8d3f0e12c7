"""Bora Bora: six rounds of dice on the South Sea, for 2 to 4 players.

Where things are, in the order of the rulebook: ``tables`` what it prints, ``reconstructed`` the
figures of its pictures, ``state`` what a game consists of, ``setup``, ``rounds``; ``phase_a``
placing dice, with the actions in ``island``, ``people``, ``helper``, ``temple``, ``building``,
and ``materials``, ``status``, ``fire`` for what they bring; ``gods``; ``phase_b`` using people;
``phase_c`` status, temple and jewellery, ``tasks`` and ``settling`` the task tiles; ``final`` the
end. Then ``rulings`` what we decided where the texts are silent, ``view`` and ``knowledge`` what
a seat may know, ``bot`` a player, ``rules`` the assembly.
"""

from .rules import rules

__all__ = ["rules"]
