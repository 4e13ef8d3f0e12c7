"""The rules engine: what every game type is written with, and nothing that knows of Django."""

from .amounts import Amounts
from .chance import Draw, seating, seed_hash
from .decision import MAX_CHOICES, Decision, as_data
from .errors import BadOptions, IllegalChoice, RulesError
from .game import MAX_STEPS, Game
from .kinds import Kind, Option, Refusal, Shuffler
from .play import Bot, Playout, Seen, play_out
from .rules import Rules
from .state import Choice, Entry, Event, Json, Kept, Open, Part, Result, State, TieBreaker
from .words import CONTEXT, Player, Text


def _(message: str) -> str:
    """Mark a message for translation; it is translated where it is shown."""
    return message


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Mark a message with a number: ``Text(*ngettext("{n} stone", "{n} stones"), n=3)``."""
    return one, many


def pgettext(context: str, message: str) -> str:
    """Mark a message that means something else than the same message of another package."""
    return f"{context}{CONTEXT}{message}"


def npgettext(context: str, one: str, many: str) -> tuple[str, str]:
    """``pgettext`` for a message with a number."""
    return pgettext(context, one), pgettext(context, many)


__all__ = [
    "MAX_CHOICES",
    "MAX_STEPS",
    "Amounts",
    "BadOptions",
    "Bot",
    "Choice",
    "Decision",
    "Draw",
    "Entry",
    "Event",
    "Game",
    "IllegalChoice",
    "Json",
    "Kept",
    "Kind",
    "Open",
    "Option",
    "Part",
    "Player",
    "Playout",
    "Refusal",
    "Result",
    "Rules",
    "RulesError",
    "Seen",
    "Shuffler",
    "State",
    "Text",
    "TieBreaker",
    "_",
    "as_data",
    "ngettext",
    "npgettext",
    "pgettext",
    "play_out",
    "seating",
    "seed_hash",
]
