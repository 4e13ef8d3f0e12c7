"""Addresses of our own pages."""

from functools import lru_cache

from django.urls import reverse


@lru_cache(20_000)
def path(name: str, *args: str | int) -> str:
    """Of a named page, as ``reverse`` finds it; kept: a table asks for the same again and again."""
    return reverse(name, args=args)
