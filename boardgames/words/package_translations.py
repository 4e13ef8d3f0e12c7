"""Translations per game package: the same English text may mean different things in two packages.

Neither package changes what the service says. Django merges all catalogues, so a package's messages
are stored in a context of their own. A look-up tries that context first, then the common messages.
"""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.rules.engine.words import CONTEXT


def context(package: str) -> str:
    """The context of a package's messages in the catalogues, by its slug; no author writes it."""
    return f"package {package}"


def key(package: str, message: str) -> str:
    return f"{context(package)}{CONTEXT}{message}"


def translate(package: str, message: str) -> str:
    """A message in the active language, by the package's own translation if it has one."""
    found = gettext(key(package, message))
    # Without a translation the text comes back with its context.
    return gettext(message) if CONTEXT in found else found


def translate_plural(package: str, one: str, many: str, n: int) -> str:
    """``translate`` for a message with a number."""
    found = ngettext(key(package, one), key(package, many), n)
    return ngettext(one, many, n) if CONTEXT in found else found
