"""Imhotep: six rounds of shipping stones to the monuments, with every side and expansion.

Modules by chapter of the rulebook: ``tables`` the printed figures, ``figures`` and ``figures.toml``
those of further sides with how sure they are; ``sites`` what a stone does where it arrives, with a
module for the A, B, C and D sides each; ``cards``, ``blue_cards`` and ``new_cards`` the market
cards, ``deck`` all of them by name; ``expansions`` a module for each, the wrath of the Pharaoh
included. The help lists our decisions where the rulebook is silent.

How it is played: ``state`` what a game consists of, ``boats`` stones under way, ``piles`` the draw
pile, ``actions`` and ``turn`` what a turn may be, ``flow`` set-up, rounds and the end, ``options``
the sides, expansions and presets, ``rules`` the assembly with view and standing, ``bot`` a player.
"""

from .rules import rules

__all__ = ["rules"]
