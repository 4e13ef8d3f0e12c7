"""Parses what forms and addresses contain."""

from __future__ import annotations

from collections.abc import Mapping


def split_names(text: str) -> list[str]:
    """User names in the form in which people write lists."""
    return list(dict.fromkeys(text.replace(",", " ").split()))


def number(text: str, digits: int = 9) -> int | None:
    """A number with at most this many digits; None for nonsense."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def version(form: Mapping[str, str]) -> int:
    """The version that the sender saw; nonsense is older than any."""
    found = number(form.get("version", ""))
    return -1 if found is None else found


def seat(form: Mapping[str, str]) -> int | None:
    """The seat, None without one; nonsense is no seat of any game."""
    found = number(form.get("seat", ""), 2)
    return -1 if found is None and form.get("seat") else found
