"""The board of a game as a picture, for e-mails and to share its end.

The same regions as on the page, laid out in the columns that the game type's ``table`` names in
``PICTURE``, drawn with literal colours. What it shows is what its reader may see.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from django.contrib.staticfiles import finders
from django.core.cache import cache as cache_of_all
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from boardgames.drawing.raster import png
from boardgames.drawing.styles import Flat, flat
from boardgames.drawing.symbols import Definitions
from games import package_errors
from games.pages.drawing.board import Drawing
from games.pages.drawing.rendering import jinja, stylesheet
from games.pages.table import points
from games.pages.table.points import Player
from games.pages.table.reader import Reader
from games.pages.table.story import Story
from games.rules.engine import Rules
from games.storage.position import Position
from games.words import table_package

#: Widths in pixels, tried until the file has at most LIMIT bytes. An e-mail shows it 546 wide.
WIDTHS = (560, 480, 360)
LIMIT = 220_000
#: Seconds for which a finished game's picture, and a small picture, are cached.
DAY = 24 * 60 * 60
#: The width of a small picture for lists, in pixels: enough for a screen with double density.
SMALL = 192
#: The same where one board stands alone.
WIDE = 560
#: Space between regions and around them, in board units.
GAP = 4

#: Width, height and drawing of a region, or of a part of one.
Part = tuple[float, float, str]

_one_at_a_time = Lock()
_BOX = re.compile(r'<svg class="board[^>]*? viewBox="0 0 ([\d.]+) ([\d.]+)"')
#: Attributes that are read aloud and not drawn: so people with other texts share a picture.
_SAID = re.compile(r' (?:aria-[\w-]+|data-[\w-]+|role|tabindex)="[^"]*"|<title>.*?</title>')
#: The ground below and between regions, if the package gives it no colour.
_GROUND = ".picture-ground{fill:#f4f1e4}"
#: The space between a thing and its outline.
_MARKS = (
    ".is-marked .rim{stroke:#000;stroke-width:5;stroke-dasharray:6 4}"
    ".is-marked .hit{stroke:#fff;stroke-width:2.5;stroke-dasharray:6 4}"
    ".is-picked .hit{stroke:#e08a00;stroke-width:5}"
)
_DEFINED = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_SYMBOLS = '{% from "kit/pieces.html" import definitions %}{{ definitions() }}'


@dataclass(frozen=True)
class Picture:
    """A picture; ``text`` says the essentials to people who cannot see it."""

    png: bytes
    text: str

    @property
    def inline(self) -> str:
        """The picture as a data URL, for pages whose pictures nobody else requests."""
        return inline(self.png)


def inline(image: bytes) -> str:
    return f"data:image/png;base64,{b64encode(image).decode()}"


def draw(reader: Reader, story: Story | None = None) -> Picture | None:
    """The board as the reader of this table sees it.

    None for a game type without pictures, and if its package fails.
    """
    try:
        players = points.players(reader, reader.rules.standing())
        drawn = drawing(reader, players, story)
        return None if drawn is None else Picture(smallest(drawn), text(reader, players))
    except Exception as error:
        package_errors.record_error(reader.type.slug, "picture", error)
        return None


def of_the_end(position: Position) -> bytes | None:
    """The picture of a finished game, as spectators see it; drawn once a day per language."""
    key = f"end/{position.game.pk}/{get_language()}"
    known: bytes | None = cache_of_all.get(key)
    if known is None:
        drawn = draw(Reader(position, None))
        known = None if drawn is None else drawn.png
        cache_of_all.set(key, known, DAY)
    return known


def nameless(position: Position) -> str | None:
    """The public board as an SVG in which seats have numbers for names."""
    try:
        reader = Reader(position, None)
        players = points.players(reader, reader.rules.standing())
        numbered: list[Player] = [{**each, "name": str(each["seat"] + 1)} for each in players]
        return drawing(reader, numbered)
    except Exception as error:
        package_errors.record_error(position.type.slug, "picture", error)
        return None


def small(position: Position, width: int = SMALL) -> bytes | None:
    """The public board, for a list; drawn once a day for each position and width."""
    key = f"glance/{position.game.pk}/{position.version}/{width}"
    known: bytes | None = cache_of_all.get(key)
    if known is None:
        with _one_at_a_time:  # a list requests many at once
            try:
                drawn = drawing(Reader(position, None))
                known = None if drawn is None else png(drawn, width)
            except Exception as error:
                package_errors.record_error(position.type.slug, "picture", error)
        cache_of_all.set(key, known, DAY)
    return known


def compared(reader: Reader, made: Sequence[str], better: Sequence[str]) -> bytes | None:
    """The board with a choice marked, and the better one picked."""
    try:
        drawn = draw_board(
            reader.type,
            reader.view,
            reader.looking,
            points.players(reader, reader.rules.standing()),
            made,
            getattr(table_package.table(reader.type), "PICTURE", ()),
            picked=better,
        )
        return None if drawn is None else smallest(drawn)
    except Exception as error:
        package_errors.record_error(reader.type.slug, "picture", error)
        return None


def smallest(svg: str) -> bytes:
    """The drawing in the largest size that fits."""
    for width in WIDTHS[:-1]:
        image = png(svg, width)
        if len(image) <= LIMIT:
            return image
    return png(svg, WIDTHS[-1])


def drawing(
    reader: Reader, players: Sequence[Player] | None = None, story: Story | None = None
) -> str | None:
    """The board as a self-contained SVG; None for a game type without pictures.

    ``players`` and ``story`` of the table, if they are known.
    """
    columns: tuple[tuple[str, ...], ...] = getattr(table_package.table(reader.type), "PICTURE", ())
    players = players or points.players(reader, reader.rules.standing())
    marked = (story or Story(reader)).marked() if columns else ()
    return draw_board(reader.type, reader.view, reader.looking, players, marked, columns)


def draw_board(
    rules: Rules[Any],
    view: Mapping[str, object],
    me: int | None,
    players: Sequence[Mapping[str, object]],
    marked: Collection[str],
    columns: tuple[tuple[str, ...], ...],
    picked: Collection[str] = (),
) -> str | None:
    """Columns of regions as a self-contained SVG; None without any, and if one fails.

    ``marked`` things have a white outline, ``picked`` ones a golden one.
    """
    if not columns:
        return None
    drawing = Drawing(rules, view, me, players, targets={}, picked=picked, marked=marked)
    regions = drawing.regions()
    if drawing.failed:
        return None
    shown = {name for column in columns for name in column}
    # A region may use symbols of another one.
    placed = [
        symbols
        for name, region in regions.items()
        if name.removeprefix("board-") not in shown
        for symbols in _DEFINED.findall(str(region.html))
    ]
    x, height = 0.0, 0.0
    for column in columns:
        parts = [part for name in column for part in _parts(str(regions[f"board-{name}"].html))]
        width, y = max((wide for wide, _high, _part in parts), default=0), 0.0
        for row in _rows(parts, width):
            left = x
            for wide, high, part in row:
                at = f'<svg x="{left}" y="{y}" width="{wide}" height="{high}" '
                placed.append(part.replace("<svg ", at, 1))
                left += wide + GAP
            y += max(high for _wide, high, _part in row) + GAP
        x, height = x + (width and width + GAP), max(height, y)
    x, height = x + GAP, height + GAP
    body = (
        f'<rect class="picture-ground" x="{-GAP}" y="{-GAP}" width="{x}" height="{height}"/>'
        f"{''.join(placed)}</svg>"
    )
    frame = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-GAP} {-GAP} {x} {height}"'
        f' class="board-{rules.slug}">'
    )
    body = _SAID.sub("", body)
    inside = _symbols().needed(body)
    styles = _styles(rules).needed(frame + inside + body)
    return f"{frame}<style>{styles}</style>{inside}{body}"


def _rows(parts: Sequence[Part], width: float) -> list[list[Part]]:
    """The parts of a column below each other, each in the first row with enough space."""
    rows: list[list[Part]] = []
    for part in parts:
        for row in rows:
            if sum(wide + GAP for wide, _high, _part in row) + part[0] <= width:
                row.append(part)
                break
        else:
            rows.append([part])
    return rows


def _parts(region: str) -> Iterator[Part]:
    """Width, height and drawing of each part of a region, mostly one.

    None if there is nothing to see, such as a spectator's own hand.
    """
    boxes = [*_BOX.finditer(region)]
    ends = [*(box.start() for box in boxes[1:]), len(region)]
    for box, end in zip(boxes, ends, strict=False):
        close = region.rindex("</svg>", 0, end) + len("</svg>")
        yield float(box[1]), float(box[2]), region[box.start() : close]


def text(reader: Reader, players: Sequence[Player]) -> str:
    """The essentials in a sentence: the game, and everybody's points."""
    shown = [
        f"{player['name']} "
        + ngettext("%(n)d point", "%(n)d points", player["score"]) % {"n": player["score"]}
        for player in players
        if player["score"] is not None
    ] or [player["name"] for player in players]
    return _("The board of %(game)s: %(players)s") % {
        "game": reader.name,
        "players": ", ".join(shown),
    }


@cache
def _symbols() -> Definitions:
    """The kit's symbols, gradients and patterns."""
    return Definitions(jinja().from_string(_SYMBOLS).render())


@cache
def _styles(rules: Rules[Any]) -> Flat:
    """All rules that a board's drawing needs, as plain CSS."""
    return flat(_GROUND, *sheets(rules), _MARKS, root=f".board-{rules.slug}")


def sheets(rules: Rules[Any]) -> list[str]:
    """The style sheets of a board's drawing, in order."""
    names = ["css/tokens.css", "css/board.css", "css/heavy.css", stylesheet(rules)]
    return [_sheet(name) for name in names if name]


def _sheet(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise LookupError(f"no style sheet {name}")
    return Path(path).read_text(encoding="utf-8")
