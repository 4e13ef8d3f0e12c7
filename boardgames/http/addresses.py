"""Addresses of our own pages."""

from functools import lru_cache

from django.urls import reverse


@lru_cache(20_000)
def path(name: str, *args: str | int) -> str:
    """The path of a named page, as ``reverse`` finds it; cached, as tables ask often."""
    return reverse(name, args=args)
