"""User names: which ones may be chosen, and friendly ones for guests."""

import re
import secrets

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

MAX_LENGTH = 30
#: The name of closed accounts and of unknown people in imported games, followed by a number.
FORMER_PLAYER, IMPORTED_PLAYER = "former-player-", "imported-"
#: The ending of the names of people's programs and of no others, so that they can be told from
#: people everywhere.
BOT = "-bot"

_PATTERN = re.compile(r"\A[A-Za-z](?:[A-Za-z0-9_-]{0,28}[A-Za-z0-9])\Z", re.ASCII)
_PART = re.compile(r"\A[A-Za-z0-9_-]{3,30}\Z", re.ASCII)
# Names that could be mistaken for the service, for nobody, or for a word in an address.
_RESERVED = """
    about account accounts admin administrator all anonymous api bot bots delete everybody everyone
    guest guests help host info login logout me mod moderator moderators my nobody none null
    official owner play player players postmaster profile root security settings signup site staff
    support system team undefined webmaster you
"""
RESERVED = frozenset(_RESERVED.split())

_ADJECTIVES = """
    Amber Bold Brave Bright Calm Cheerful Clever Copper Cosy Crisp Curious Daring Eager Fair Fleet
    Gentle Golden Happy Hardy Honest Jolly Keen Kind Lively Lucky Merry Mellow Misty Nimble Noble
    Patient Plucky Polite Proud Quick Quiet Ready Silver Sly Smart Snowy Sunny Swift Tidy Velvet
    Warm Wily Wise Witty Zesty
"""
_ANIMALS = """
    Badger Beaver Bee Bison Camel Cat Crane Cricket Deer Dolphin Dove Eagle Egret Elk Falcon Ferret
    Finch Fox Frog Gecko Goose Hare Hawk Hedgehog Heron Ibis Jackdaw Kite Koala Lark Lemur Lion Lynx
    Magpie Marten Mole Moose Newt Otter Owl Panda Pelican Puffin Raven Robin Seal Sparrow Squirrel
    Stork Swan Tapir Toad Turtle Walrus Weasel Wolf Wren Yak
"""

well_formed = RegexValidator(
    _PATTERN,
    _(
        "Use 2 to 30 characters: letters A to Z, digits, hyphens and underscores. "
        "Begin with a letter and end with a letter or digit."
    ),
)


def not_reserved(name: str) -> None:
    """Raises ValidationError for a reserved name."""
    plain = name.lower()
    ours = plain in RESERVED or plain == settings.SITE_NAME.lower()
    if ours or plain.startswith((FORMER_PLAYER, IMPORTED_PLAYER)) or plain.endswith(BOT):
        raise ValidationError(_("This name is reserved. Please choose another one."))


def checked(name: str, *, of_bot: bool = False) -> str:
    """The name, if it is allowed: ``BOT`` must be at the end of a bot's name and no other.

    Raises ValidationError.
    """
    name = name.strip()
    plain = name.removesuffix(BOT) if of_bot else name
    full = plain + BOT if of_bot else name
    well_formed(full)
    not_reserved(plain)
    return full


def could_be(name: str) -> bool:
    """Whether this could be a name at all; addresses may contain anything."""
    return _PATTERN.match(name) is not None


def parts(text: str) -> list[str]:
    """The pieces of three letters of a name that contains this text, in lower case.

    None for shorter texts, or for texts that no name can contain.
    """
    if not _PART.match(text):
        return []
    lower = text.lower()
    return sorted({lower[at : at + 3] for at in range(len(lower) - 2)})


def for_guest() -> str:
    """A friendly name such as "Amber-Otter-4711"; most likely free, but ask the database."""
    words = secrets.choice(_ADJECTIVES.split()), secrets.choice(_ANIMALS.split())
    return "-".join((*words, str(secrets.randbelow(9000) + 1000)))
