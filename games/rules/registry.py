"""Finds the game types: our own packages, and any that install an entry point.

A package from outside the project registers by the entry point group ``boardgames.games``; the
entry point's value names a :class:`~games.rules.engine.Rules` object. One that cannot be loaded is
left out, so that only its own players are affected.
"""

from __future__ import annotations

import hashlib
import logging
import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from . import compiled
from .engine import Rules

ENGINE = f"{__package__}.engine"
#: The entry point group of packages from outside.
GROUP = "boardgames.games"
OWN: tuple[str, ...] = ("imhotep", "bali", "bora_bora", "bomarzo")


class UnknownGameType(LookupError):
    """No game type has this slug."""


log = logging.getLogger(__name__)

_left_out: dict[str, str] = {}


@cache
def _catalogue() -> dict[str, Rules[Any]]:
    found = [import_module(f"{__package__}.{name}").rules for name in OWN]
    catalogue: dict[str, Rules[Any]] = {rules.slug: rules for rules in found}
    for entry in entry_points(group=GROUP):
        try:
            rules = _load(entry)
            if rules.slug in catalogue:
                raise ValueError(f"there is a game type {rules.slug!r} already")
        except Exception as error:
            _left_out[f"{entry.name} = {entry.value}"] = f"{type(error).__name__}: {error}"
            log.exception("the game type %s = %s is left out", entry.name, entry.value)
        else:
            catalogue[rules.slug] = rules
    return catalogue


def _load(entry: EntryPoint) -> Rules[Any]:
    """The game type of a package, if its slug suits addresses and its folder is known."""
    compiled.use(entry.module.partition(".")[0])
    rules = entry.load()
    if not isinstance(rules, Rules):
        raise TypeError(f"the entry point names {rules!r:.100}, which is no Rules object")
    if not re.fullmatch(r"[-\w]+", rules.slug, re.ASCII):
        raise ValueError(f"the slug {rules.slug!r} has more than letters, digits, - and _")
    if not hasattr(import_module(rules.package), "__path__"):
        raise ValueError(f"package={rules.package!r} is no package, only a module")
    return rules


def all() -> list[Rules[Any]]:
    """Every game type, ours first."""
    return list(_catalogue().values())


def get(slug: str) -> Rules[Any]:
    """The game type with this slug; otherwise UnknownGameType."""
    try:
        return _catalogue()[slug]
    except KeyError:
        raise UnknownGameType(f"there is no game type {slug!r}") from None


@cache
def code_of(slug: str) -> str:
    """A short hash of the code of the type's package and of the engine.

    UnknownGameType if there is no such type.
    """
    folders = [Path(import_module(name).__path__[0]) for name in (get(slug).package, ENGINE)]
    files = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


def build() -> compiled.Build:
    """Which modules run, of the engine and of all game types."""
    builds = [compiled.build_of(name) for name in (ENGINE, *(rules.package for rules in all()))]
    return compiled.Build(*map(sum, zip(*builds, strict=True)))


def log_build() -> None:
    """Say how the rules run, where any of them were compiled."""
    if compiled.has_any(ENGINE):
        log.info("the rules run %s", build())


def left_out() -> dict[str, str]:
    """The entry points that could not be loaded, and why."""
    _catalogue()
    return _left_out
