"""How Imhotep is told and pointed at; the drawing is in ``templates/``.

``labels`` are questions and answers in words, ``targets`` where on the board they are, ``log`` what
has happened, ``names`` what things are called, ``board`` what the templates draw.
"""

from __future__ import annotations

from .about import RULES as RULES
from .about import about as about
from .board import board as board
from .labels import label as label
from .labels import prompt as prompt
from .log import earned as earned
from .log import join as join
from .log import log as log
from .log import source as source
from .targets import marks as marks
from .targets import target as target

REGIONS: tuple[str, ...] = (
    "harbour",
    "market",
    "temple",
    "tomb",
    "pyramid",
    "obelisks",
    "yard",
    "expansions",
)
PICTURE: tuple[tuple[str, ...], ...] = (
    ("harbour", "yard"),
    ("market", "temple", "tomb"),
    ("pyramid", "obelisks"),
)
