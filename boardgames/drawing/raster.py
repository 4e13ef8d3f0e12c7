"""SVG to PNG, with our own fonts and none of the machine's: the same picture everywhere."""

from functools import lru_cache
from pathlib import Path

import resvg_py

_FONTS = sorted(str(font) for font in (Path(__file__).parent / "fonts").glob("*.ttf"))

#: Drawings that are kept, so that all who see the same are sent one; some 100 kB each.
KEPT = 32


@lru_cache(KEPT)
def png(svg: str, width: int) -> bytes:
    """The drawing as a PNG of this width in pixels; ValueError for what is no SVG.

    Plain SVG and plain CSS only (``drawing.styles.flat``). Nothing outside it is fetched.
    """
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=_FONTS,
            font_family="Source Sans 3",
            sans_serif_family="Source Sans 3",
            serif_family="Vollkorn",
        )
    )
