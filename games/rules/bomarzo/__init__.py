"""Bomarzo: offerings to the stone monsters of a garden; base game with Seasons and Worship."""

from .rules import rules

__all__ = ["rules"]
