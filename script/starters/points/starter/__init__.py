"""Starter: take tiles from a row; most points win."""

from .rules import rules

__all__ = ["rules"]
