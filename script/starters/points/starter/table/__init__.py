"""How Starter is told and pointed at; the drawing is in ``templates/``.

Targets, the names of things on the board (``data-target``)::

    tile-7       an open tile, to be taken
    tiles-1      what a seat has taken; only marked, never chosen
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.engine import Choice, Json, Kept, Lines, Text, _, line, ngettext

from ..rules import colour, points, rules
from .lessons import LESSONS as LESSONS

REGIONS: tuple[str, ...] = ("row",)
#: The regions of the picture in e-mails and lists, in columns.
PICTURE = (("row",),)

#: The printed game, for the page of the type: yours. ``weight`` is 1 (light) to 4 (heavy);
#: ``moves`` of each player, and usual ``days``, are from … to ….
FACTS = {
    "author": "you",
    "publisher": "nobody yet",
    "link": "https://example.org/",
    "year": 2026,
    "weight": 1,
    "moves": (6, 12),
    "days": (3, 10),
}
#: What a beginner does, in pictures of a bot's game: an event, what it tells, regions, the words.
FIRST_STEPS: tuple[tuple[str, Json, tuple[str, ...], str], ...] = (
    ("took", {}, ("row",), _("Take one of the open tiles: it brings the points it shows.")),
    ("turned_up", {}, ("row",), _("Another one is turned up from the stack, until none is left.")),
)

COLOURS = {"red": _("red"), "green": _("green"), "blue": _("blue")}
SOURCES = {"tiles": _("Tiles"), "sets": _("Sets of three"), "reds": _("Fewest red tiles")}


def _tile(tile: int) -> Text:
    return Text(
        *ngettext("{colour}, {n} point", "{colour}, {n} points"),
        colour=Text(COLOURS[colour(tile)]),
        n=points(tile),
    )


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    """The question a decision asks."""
    return Text(rules.kinds[kind].prompt)


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    """Words for a choice, or for the last part of the beginning of one."""
    return _tile(parts[0])


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    """What on the board stands for the last of these parts."""
    return f"tile-{parts[0]}"


#: How each kind of event is told: in braces are fields of it, the player is who sits at ``seat``.
LINES: Lines = {
    "took": line(_("{player} takes: {tile}."), tile=_tile),
    "turned_up": line(_("Turned up: {tile}."), tile=_tile),
}


def marks(kind: str, data: Json) -> list[str]:
    """The things on the board that an event touched."""
    return [f"tiles-{data['seat']}"] if kind == "took" else [f"tile-{data['tile']}"]


def source(name: str) -> Text:
    """The name of a source of points, or of a tie-breaker."""
    return Text(SOURCES[name])


def board(view: Json) -> Json:
    """What the templates need beyond the view."""
    return {
        "row": [_drawn(tile) for tile in view["row"]],
        "taken": [[_drawn(tile) for tile in sorted(own, key=colour)] for own in view["taken"]],
    }


def _drawn(tile: int) -> Json:
    return {"id": tile, "colour": colour(tile), "said": COLOURS[colour(tile)], "n": points(tile)}
