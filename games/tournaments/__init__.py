"""Tournaments: declared before people join, and advancing by themselves. docs/tournaments.md."""
