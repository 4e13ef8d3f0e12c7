"""The words of Bora Bora and what stands for them on the board; the drawing is in ``templates/``.

Targets, the names of things on the board (``data-target``; ``god`` is a colour, ``kind`` one of
people, spaces count from 1, fields and seats from 0)::

    region-C-NW           a region of the islands
    die-5, card-temple    the viewer's own dice of this value; an action card
    person-man-3          a space with a man or a woman to be taken
    god-blue, god-deck    god cards that lie open, and their deck
    temple-4              a space of the temple
    jewel-J07, task-D12   a jewel; a task, laid out or on a board
    field-3               a field of the viewer's ceremony ground
    tribe-man-land        the viewer's people of a kind
    huts                  the viewer's huts, to be moved to space 12
    hand-blue, god-tiles  the viewer's god cards of a colour, and god tiles
    status-1              a seat's marker of status; only marked, never chosen, as are
    ground-1, people-1, goods-1, jewels-1, tasks-1     what a seat has
"""

from __future__ import annotations

from ...engine import Json, Text, _
from . import names
from .about import RULES as RULES
from .about import about as about
from .board import board as board
from .choices import label as label
from .choices import prompt as prompt
from .events import LINES as LINES
from .events import marks as marks
from .further import further as further
from .instructions import instruction as instruction
from .lessons import LESSONS as LESSONS
from .outcome import join as join
from .outcome import moved as moved
from .pointing import calm as calm
from .pointing import target as target
from .terms import TERMS as TERMS
from .tips import TIPS as TIPS

REGIONS: tuple[str, ...] = (
    "symbols",
    "cards",
    "islands",
    "altar",
    "market",
    "own",
    "goals",
)
PANES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("", ("symbols", "cards")),
    (_("Islands"), ("islands", "goals")),
    (_("Market"), ("market",)),
    (_("Mine"), ("altar", "own")),
)
PICTURE: tuple[tuple[str, ...], ...] = (("islands", "own"), ("market", "altar"))
#: The event that begins a round, and the first one on a drawing of the points.
ROUND = ("round_began", _("Round {n}"))
#: The printed game, and how long one lasts here.
FACTS = {
    "author": "Stefan Feld",
    "publisher": "alea / Ravensburger",
    "link": "https://www.ravensburger.de/",
    "year": 2013,
    "bgg": 127060,
    "weight": 4,
    "moves": (65, 90),
    "days": (25, 60),
}
#: An event, what it tells, the regions that show it, and the words.
FIRST_STEPS: tuple[tuple[str, Json, tuple[str, ...], str], ...] = (
    (
        "die_placed",
        {},
        ("market",),
        _(
            "Place one of your three dice on a card where every die is higher, and carry out "
            "its action."
        ),
    ),
    (
        "settled",
        {"seat": 0, "good": "offering"},
        ("islands",),
        _("Your huts spread by land and water; each new region gives a material or an offering."),
    ),
    (
        "person_taken",
        {"seat": 0},
        ("market",),
        _("Where no hut is left there is room for people. You use some of them after the dice."),
    ),
    (
        "priest_placed",
        {"seat": 0, "space": 3},
        ("market",),
        _("Priests in the temple and status steps score points in every round."),
    ),
    (
        "task_done",
        {"seat": 0, "points": 6},
        ("market",),
        _(
            "Fulfil a task in each round for 6 points. After six rounds the player with "
            "the most points wins."
        ),
    ),
)


def source(name: str) -> Text:
    """The name of a source of points, or of the tie-breaker."""
    return Text(names.SOURCES[name])
