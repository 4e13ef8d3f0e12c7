"""Where the game types are found: our own packages, and any that install an entry point.

A package from outside the project registers by the entry point group ``boardgames.games``; the
entry point's value names a :class:`~games.rules.engine.Rules` object.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from .engine import Rules

OWN: tuple[str, ...] = ("imhotep", "bali")


class UnknownGameType(LookupError):
    """No game type has this slug."""


@cache
def _catalogue() -> dict[str, Rules[Any]]:
    found = [import_module(f"{__package__}.{name}").rules for name in OWN]
    found += [entry.load() for entry in entry_points(group="boardgames.games")]
    catalogue = {rules.slug: rules for rules in found}
    if len(catalogue) < len(found):
        raise ValueError(f"two game types share a slug: {sorted(rules.slug for rules in found)}")
    return catalogue


def all() -> list[Rules[Any]]:
    """Every game type, ours first."""
    return list(_catalogue().values())


def get(slug: str) -> Rules[Any]:
    """The game type with this slug, else UnknownGameType."""
    try:
        return _catalogue()[slug]
    except KeyError:
        raise UnknownGameType(f"there is no game type {slug!r}") from None
