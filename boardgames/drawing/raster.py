"""SVG to PNG, with our own fonts and none of the machine's: the same picture everywhere."""

import re
from functools import lru_cache
from pathlib import Path
from xml.parsers import expat

from resvg import render, usvg

_FONTS = [font.read_bytes() for font in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
_FAMILIES = re.compile(r"font-family[:=][^;}>]*")
_SIZE = re.compile(r"""\s(?:width|height)=("[^"]*"|'[^']*')""")
_AS_IT_IS = (1, 0, 0, 0, 1, 0)

#: Drawings that are kept, so that all who see the same are sent one; some 100 kB each.
KEPT = 32
#: How many times as high as wide a drawing may be.
TALLEST = 10


@lru_cache(KEPT)
def png(svg: str, width: int) -> bytes:
    """The drawing as a PNG of this width in pixels; ValueError for what is no SVG.

    Plain SVG and plain CSS only (``drawing.styles.flat``). Nothing is fetched from a network.
    """
    wide, high = _box(svg)
    root = svg.index("<svg")
    end = svg.index(">", root)
    size = f'<svg width="{width}" height="{max(1, round(width * high / wide))}"'
    sized = size + _SIZE.sub("", svg[root + len("<svg") : end]) + svg[end:]
    try:
        tree = usvg.Tree.from_str(_FAMILIES.sub(_ours, sized), _options())
        return render(tree, _AS_IT_IS)
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # no Exception, but Rust's way to fail
            raise ValueError(f"The drawing cannot be rendered: {error}") from error
        raise


def _box(svg: str) -> tuple[float, float]:
    """How wide and how high a drawing is, in units of its own."""
    elements: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate()

    def begin(name: str, said: dict[str, str]) -> None:
        elements.append((name, said))
        parser.StartElementHandler = None  # the first is enough

    parser.StartElementHandler = begin
    try:
        parser.Parse(svg, True)
    except expat.ExpatError as error:
        raise ValueError(f"The drawing is no XML: {error}") from error
    name, said = elements[0]
    try:
        _x, _y, wide, high = map(float, said["viewBox"].replace(",", " ").split())
    except (KeyError, ValueError):
        wide = high = 0.0
    if name != "svg" or not (wide > 0 and 0 < high <= TALLEST * wide):
        raise ValueError(
            f"A drawing is an <svg> with a viewBox, at most {TALLEST} times as high as wide."
        )
    return wide, high


def _options() -> usvg.Options:
    """Ours, for the thread of now: they may not go to another one."""
    options = usvg.Options.default()
    options.font_family = "Source Sans 3"
    for font in _FONTS:
        options.load_font_data(font)
    return options


def _ours(families: re.Match[str]) -> str:
    """Our fonts for the kinds of them that are there everywhere."""
    said = families[0].replace("sans-serif", "Source Sans 3")
    return re.sub(r"\bserif\b", "Vollkorn", said)
