"""What people type into more than one form, as data."""

from __future__ import annotations


def names(text: str) -> list[str]:
    """User names as people write lists."""
    return list(dict.fromkeys(text.replace(",", " ").split()))
