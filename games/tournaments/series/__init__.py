"""Tournaments that are opened again and again."""
