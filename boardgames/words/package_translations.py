"""The words of game packages, each of which has its own translations: two packages may say the same
English and mean other things, and neither changes what the service says.

Django puts all catalogues together. So a package's messages stand there in a context of their own,
and are looked up in it first, then among everybody's.
"""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.rules.engine.words import CONTEXT


def context(package: str) -> str:
    """The context in which the messages of a package, named by its slug, stand in the catalogues;
    no author writes it."""
    return f"package {package}"


def key(package: str, message: str) -> str:
    return f"{context(package)}{CONTEXT}{message}"


def translate(package: str, message: str) -> str:
    """A message in the language that is active, in the package's own words if it has some."""
    found = gettext(key(package, message))
    # What has no translation comes back with its context.
    return gettext(message) if CONTEXT in found else found


def translate_plural(package: str, one: str, many: str, n: int) -> str:
    """``translate`` for a message with a number."""
    found = ngettext(key(package, one), key(package, many), n)
    return ngettext(one, many, n) if CONTEXT in found else found
