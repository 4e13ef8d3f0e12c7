"""Quick phrases for the chat: stored in English, as if written by hand, and shown to each reader in
their language."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

PHRASES = (
    gettext_noop("Good luck!"),
    gettext_noop("Well played!"),
    gettext_noop("I need a moment"),
    gettext_noop("Thanks for the game"),
    gettext_noop("Once more?"),
)


def translate_phrase(text: str) -> str:
    """A message in the current reader's language."""
    return _(text) if text in PHRASES else text
