"""The words of Bomarzo and what stands for them on the board; the drawing is in ``templates/``.

Targets, the names of things on the board (``data-target``; seats from 0)::

    deity-dea             a deity of the park
    area-food             a harvest area
    card-B01              a card, wherever it lies
    worker-food           a worker's track in the viewer's village
    track-culture         a track of the board
    worship, worship-dea  the stack of worship cards; one of two that the viewer looks at
    village-1, played-1   a seat's village and the cards beside it; these are only marked, as are
    deck, discards        the draw pile and the discards
"""

from __future__ import annotations

from ...engine import Json, Text, _
from ..reconstructed import VILLAGE
from ..tables import HARVEST, PLACES
from . import names
from .about import RULES as RULES
from .about import about as about
from .board import FACES, Words
from .board import board as board
from .choices import instruction as instruction
from .choices import label as label
from .choices import prompt as prompt
from .choices import target as target
from .choices import then as then
from .events import LINES as LINES
from .events import marks as marks
from .further import further as further
from .lessons import LESSONS as LESSONS
from .outcome import join as join
from .outcome import moved as moved
from .terms import TERMS as TERMS
from .tips import TIPS as TIPS

FIGURES = {
    "village": VILLAGE,
    "harvest": HARVEST,
    "places": [tuple(n or "–" for n in points) for points in PLACES],
    "cards": FACES.values(),
    "words": Words,
    "brings": {**names.EXTRAS, **names.ABILITIES},
}
PANES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        _("Park"),
        (
            *("symbols", "seasons", "grove_1", "grove_2", "grove_3", "grove_4"),
            *("harvest", "piles"),
        ),
    ),
    ("", ("stores",)),
    (_("Workers"), ("workers",)),
    (_("Cards"), ("hand", "tracks")),
)
REGIONS: tuple[str, ...] = tuple(name for _title, inside in PANES for name in inside)
PICTURE: tuple[tuple[str, ...], ...] = (
    ("grove_1", "grove_3"),
    ("grove_2", "grove_4"),
    ("tracks", "harvest", "piles"),
)
#: A deity that asks for nothing is called by a press on it.
FREE = ("offer",)
#: The event that begins a round, and the first one on a drawing of the points.
ROUND = ("season_began", _("season {n}"))
#: The printed game, and how long one lasts here.
#: What the log says of a seat that passes, or does without an effect.
PASSES = ("passed", "declined", "no_favour")

FACTS = {
    "author": "Stefano Castelli",
    "publisher": "Giochix.it",
    "link": "https://www.giochix.it/",
    "year": 2015,
    "bgg": 172206,
    "weight": 3,
    "moves": (65, 100),
    "days": (20, 50),
}
#: An event, what it tells, the regions that show it, and the words.
FIRST_STEPS: tuple[tuple[str, Json, tuple[str, ...], str], ...] = (
    (
        "harvested",
        {},
        ("harvest",),
        _("Place a pawn on an area and take its goods; later pawns get less."),
    ),
    (
        "called",
        {"deity": "genio"},
        ("grove_1",),
        _(
            "Or call a deity and offer what it asks for: its favour is yours, and others may "
            "copy it."
        ),
    ),
    (
        "worked",
        {"seat": 0},
        ("workers",),
        _("Workers that reach a symbol give goods or a card in each season, or a pawn at once."),
    ),
    (
        "upgraded",
        {"seat": 0},
        ("hand",),
        _("Play cards and upgrade them: they move you along the tracks and show symbols."),
    ),
    (
        "ordered",
        {},
        ("grove_1",),
        _("After eight seasons each deity pays the players who are best in its category."),
    ),
)


def source(name: str) -> Text:
    """The name of a source of points."""
    return Text(names.SOURCES[name])
