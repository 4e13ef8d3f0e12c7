"""The board of a game as a picture, for what cannot show a page: e-mails, and to share its end.

The same regions as on the page, laid out in the columns that the game type's ``table`` names in
``PICTURE``, drawn with literal colours. What it shows is what its reader may see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.cache import cache as cache_of_all
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from boardgames.drawing.raster import png
from boardgames.drawing.styles import flat
from games import trouble, words
from games.pages import points
from games.pages.drawing import Drawing, jinja, stylesheet
from games.pages.story import Story
from games.pages.tabletop import Tabletop
from games.rules.engine import Rules
from games.storage.position import Position

#: Widths that are tried in pixels, until the file is no larger than LIMIT bytes.
WIDTHS = (800, 560, 400)
LIMIT = 170_000
#: In seconds: so long the picture of a finished game is kept.
DAY = 24 * 60 * 60
#: Between regions and around them, in board units.
GAP = 4

_BOX = re.compile(r'<svg class="board[^>]*? viewBox="0 0 ([\d.]+) ([\d.]+)"')
_SYMBOLS = '{% from "kit/pieces.html" import definitions %}{{ definitions() }}'


@dataclass(frozen=True)
class Picture:
    """``text`` says the essentials to who does not see it."""

    png: bytes
    text: str


def draw(table: Tabletop) -> Picture | None:
    """The board as the reader of this table sees it; None for a game type that has no pictures, and
    where its package slips."""
    try:
        drawn = drawing(table)
        return None if drawn is None else Picture(smallest(drawn), text(table))
    except Exception as error:  # noqa: BLE001  whatever a package does
        trouble.note(table.type.slug, "picture", error)
        return None


def of_the_end(position: Position) -> bytes | None:
    """The picture of a finished game, as a spectator sees it; drawn once a day per language."""
    key = f"end/{position.game.pk}/{get_language()}"
    known: bytes | None = cache_of_all.get(key)
    if known is None:
        drawn = draw(Tabletop(position, None))
        known = None if drawn is None else drawn.png
        cache_of_all.set(key, known, DAY)
    return known


def smallest(svg: str) -> bytes:
    """The drawing as large as it may be."""
    for width in WIDTHS[:-1]:
        image = png(svg, width)
        if len(image) <= LIMIT:
            return image
    return png(svg, WIDTHS[-1])


def drawing(table: Tabletop) -> str | None:
    """The board as an SVG that stands alone; None for a game type that has no pictures."""
    columns: tuple[tuple[str, ...], ...] = getattr(words.table(table.type), "PICTURE", ())
    if not columns:
        return None
    drawing = Drawing(
        rules=table.type,
        view=table.view,
        me=table.looking,
        players=points.players(table, table.rules.standing()),
        targets={},
        picked=(),
        marked=Story(table).marked(),
    )
    regions = drawing.regions()
    if drawing.failed:
        return None
    placed, x, height = [], 0.0, 0.0
    for column in columns:
        y, width = 0.0, 0.0
        for name in column:
            html = str(regions[f"board-{name}"].html)
            box = _BOX.search(html)
            if box is None:  # nothing to be seen there, such as a spectator's own hand
                continue
            wide, high = float(box[1]), float(box[2])
            placed.append(
                html.replace("<svg ", f'<svg x="{x}" y="{y}" width="{wide}" height="{high}" ', 1)
            )
            width, y = max(width, wide), y + high + GAP
        x, height = x + width + GAP, max(height, y)
    x, height = x + GAP, height + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-GAP} {-GAP} {x} {height}"'
        f' class="board-{table.type.slug}">{_definitions(table.type)}'
        f'<rect class="picture-ground" x="{-GAP}" y="{-GAP}" width="{x}" height="{height}"/>'
        f"{''.join(placed)}</svg>"
    )


def text(table: Tabletop) -> str:
    """The essentials in a sentence: the game, and how many points everybody has."""
    seats = points.players(table, table.rules.standing())
    shown = [
        f"{seat['name']} "
        + ngettext("%(n)d point", "%(n)d points", seat["score"]) % {"n": seat["score"]}
        for seat in seats
        if seat["score"] is not None
    ] or [seat["name"] for seat in seats]
    return _("The board of %(game)s: %(players)s") % {
        "game": table.name,
        "players": ", ".join(shown),
    }


@cache
def _definitions(rules: Rules[Any]) -> str:
    """The kit's symbols, and all rules that a board's drawing needs as plain CSS."""
    styles = flat(*sheets(rules), root=f".board-{rules.slug}").css
    return f"<style>{styles}</style>{jinja().from_string(_SYMBOLS).render()}"


def sheets(rules: Rules[Any]) -> list[str]:
    """The style sheets of a board's drawing, in order."""
    names = ["css/tokens.css", "css/board.css", stylesheet(rules)]
    return [_sheet(name) for name in names if name]


def _sheet(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise LookupError(f"no style sheet {name}")
    return Path(path).read_text(encoding="utf-8")
