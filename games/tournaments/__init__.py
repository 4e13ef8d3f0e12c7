"""Tournaments: declared before one joins, and going on by themselves. docs/tournaments.md."""
