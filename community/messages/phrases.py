"""Phrases that are sent with one press, and that each reader sees in their own language."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from community.models import PrivateMessage

PHRASES = {
    "gladly": gettext_noop("Gladly!"),
    "later": gettext_noop("Later today"),
    "thanks": gettext_noop("Thanks for the game"),
    "not_now": gettext_noop("Not this week"),
}


def text_of(message: PrivateMessage) -> str:
    """The message's text in the current reader's language."""
    return _(PHRASES[message.quick]) if message.quick in PHRASES else message.text
