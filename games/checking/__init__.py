"""Checks of a game package beyond its rules: every word and drawing of its table is there, in each
language, for everything that comes up in play."""
