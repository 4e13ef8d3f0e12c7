"""Bomarzo: offerings to the stone monsters of a garden; base game with Seasons and Worship.

``state`` is what a game consists of, ``tables`` the figures that the rulebook prints and
``reconstructed`` those that were pictures. The modules go by its chapters: ``setting_up``,
``production``, ``actions`` (turns, harvests, calls), ``offering`` (what a deity asks, wine and
sleep), ``payments`` (what may be given for it), ``copying``, ``favours`` (the eight deities),
``drawing`` and ``development`` (cards), ``tracks``, ``cleaning_up``, ``final``, and ``worship``
for that expansion; what a season tile forbids stands in the chapter that it changes, by
``state.tile``. Then ``rulings`` what we decided where the texts are silent, ``view`` and
``knowledge`` what each seat sees and could know, ``bot`` a player, ``rules`` all of it together.
"""

from .rules import rules

__all__ = ["rules"]
