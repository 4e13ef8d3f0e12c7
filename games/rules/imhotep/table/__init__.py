"""The words and targets of Imhotep; the drawing is in ``templates/``.

``labels`` has questions and answers in words, ``targets`` their places on the board, ``lines`` the
log, ``names`` the names of things, ``board`` what the templates draw.
"""

from __future__ import annotations

from collections import Counter

from ...engine import Json, _
from ..tables import BASE_DECK, CARDS, COLLECTION, COLLECTION_FURTHER, OBELISKS
from .about import RULES as RULES
from .about import about as about
from .board import board as board
from .further import further as further
from .instructions import instruction as instruction
from .labels import label as label
from .labels import prompt as prompt
from .lessons import LESSONS as LESSONS
from .lines import LINES as LINES
from .lines import join as join
from .lines import source as source
from .targets import calm as calm
from .targets import marks as marks
from .targets import moved as moved
from .targets import target as target
from .terms import TERMS as TERMS
from .tips import TIPS as TIPS

FIGURES = {
    "copies": {**Counter(CARDS), **Counter(CARDS[:BASE_DECK])},
    "areas": COLLECTION[1:],
    "further": COLLECTION_FURTHER,
    "obelisks": OBELISKS,
}
REGIONS: tuple[str, ...] = (
    "harbour",
    "quarry",
    "market",
    "temple",
    "tomb",
    "pyramid",
    "obelisks",
    "expansions",
    "foretold",
    "yard",
)
PICTURE: tuple[tuple[str, ...], ...] = (
    ("harbour", "quarry", "yard"),
    ("market", "temple", "tomb"),
    ("pyramid", "obelisks"),
    ("expansions",),
)
#: The event that begins a round, and the first one on a drawing of the points.
ROUND = ("round_began", _("round {n}"))
#: The printed game, and how long one lasts here.
FACTS = {
    "author": "Phil Walker-Harding",
    "publisher": "KOSMOS",
    "link": "https://www.kosmos.de/",
    "year": 2016,
    "bgg": 191862,
    "weight": 2,
    "moves": (30, 50),
    "days": (10, 20),
}
#: What each version of the rules changed for players.
CHANGES: dict[int, tuple[str, ...]] = {
    4: (
        _(
            "Obelisks, side D: only the tiles score. The tallest obelisks score nothing "
            "more at the end of the game."
        ),
    ),
}
#: An event, what it tells, the regions that show it, and the words.
FIRST_STEPS: tuple[tuple[str, Json, tuple[str, ...], str], ...] = (
    (
        "stones_taken",
        {},
        ("quarry", "yard"),
        _("Take up to three stones from the quarry. A turn is one action."),
    ),
    (
        "stone_loaded",
        {},
        ("harbour",),
        _("Load a stone on a boat. All players share the same boats."),
    ),
    (
        "stone_delivered",
        {"site": "pyramid"},
        ("pyramid",),
        _("Sail a boat with enough stones to a site. Every stone on it scores for its owner."),
    ),
    (
        "card_taken",
        {},
        ("market",),
        _("A stone at the market takes a card, to be used at once, later, or at the end."),
    ),
    (
        "temple_scored",
        {},
        ("temple",),
        _(
            "The temple scores after each round, the rest after six rounds. The player with "
            "the most points wins."
        ),
    ),
)
