"""A player that is a program."""

from __future__ import annotations
