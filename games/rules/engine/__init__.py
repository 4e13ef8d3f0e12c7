"""The rules engine: everything that game types are written with; it does not know Django."""

from .amounts import Amounts
from .chance import Dealer, Draw, Shuffler, seating, seed_hash
from .decision import MAX_CHOICES, MAX_SHORT_CHOICES, Decision, as_data
from .errors import BadOptions, IllegalChoice, RulesError
from .game import MAX_STEPS, Game
from .interface import VERSION
from .kinds import POINTS, Kind, Option, Refusal
from .levels import Levels, Measured
from .lines import Line, Lines, line, told
from .play import Bot, Playout, Seen, play_out
from .rules import Rules
from .state import (
    DRAWN,
    LOST,
    WON,
    Choice,
    Entry,
    Event,
    Json,
    Kept,
    Open,
    Part,
    Result,
    State,
    TieBreaker,
    outcomes,
)
from .words import (
    Name,
    Player,
    Text,
    _,
    by_player,
    counted,
    from_one,
    goods,
    listed,
    ngettext,
    npgettext,
    pgettext,
)

__all__ = [
    "DRAWN",
    "LOST",
    "MAX_CHOICES",
    "MAX_SHORT_CHOICES",
    "MAX_STEPS",
    "POINTS",
    "VERSION",
    "WON",
    "Amounts",
    "BadOptions",
    "Bot",
    "Choice",
    "Dealer",
    "Decision",
    "Draw",
    "Entry",
    "Event",
    "Game",
    "IllegalChoice",
    "Json",
    "Kept",
    "Kind",
    "Levels",
    "Line",
    "Lines",
    "Measured",
    "Name",
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
    "by_player",
    "counted",
    "from_one",
    "goods",
    "line",
    "listed",
    "ngettext",
    "npgettext",
    "outcomes",
    "pgettext",
    "play_out",
    "seating",
    "seed_hash",
    "told",
]
