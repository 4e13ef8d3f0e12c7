"""Checks of a game package beyond its rules: all words and drawings of its table, in every
language.

They cover everything that comes up in play.
"""
