"""Style sheets as plain CSS, and drawings as PNG."""

import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from boardgames.drawing import raster
from boardgames.drawing.styles import flat

TOKENS = """
:root { --ink: light-dark(#102030, #fff); --line: var(--ink); }
.seat-1 { --seat: #2461a6; }
.seat-1, .seat-2 { --seat-dark: color-mix(in oklab, var(--seat), black 50%); }
"""


def test_properties_are_written_out() -> None:
    assert flat(TOKENS, ".a { fill: var(--line); stroke: var(--none, #123456); }") == (
        ".a{fill:#102030;stroke:#123456}"
    )


def test_what_depends_on_a_class_above_is_copied_for_it() -> None:
    assert flat(TOKENS, ".board .b { fill: var(--seat); }").splitlines() == [
        ".board .seat-1 .b{fill:#2461a6}",
        ".board .seat-1.b{fill:#2461a6}",
    ]


def test_mixed_colours() -> None:
    assert ".seat-1 .b{fill:#123053}" in flat(TOKENS, ".b { fill: var(--seat-dark); }")
    sheet = ".c { fill: color-mix(in oklab, #ffffff 25%, black); }"
    assert flat(sheet) == ".c{fill:#404040}"


def test_the_own_colours_of_a_board() -> None:
    sheet = ".board-x { --sand: rgb(1 2 3 / 0.5); } .d { fill: var(--sand); }"
    assert flat(sheet, root=".board-x") == ".d{fill:rgba(1,2,3,0.5)}"


def test_lists_fonts_and_links() -> None:
    sheet = ':is(.a, .b) .t { font: 700 14px/1.2 "X", serif; } .u { fill: url("#wood") #c9984f; }'
    assert flat(sheet).splitlines() == [
        '.a .t{font-weight:700;font-size:14px;font-family:"X", serif}',
        '.b .t{font-weight:700;font-size:14px;font-family:"X", serif}',
        ".u{fill:url(#wood) #c9984f}",
    ]


def test_what_only_a_page_needs_is_left_out() -> None:
    sheet = """
    @media (min-width: 1px) { .a { fill: red; } }
    @keyframes x { 50% { stroke: #fff; } }
    .a:hover, [data-x] { fill: red; }
    .a { display: grid; }
    """
    assert flat(sheet) == ""


@pytest.mark.parametrize("board", ["imhotep", "bali"])
def test_nothing_of_our_sheets_is_left_open(board: str) -> None:
    names = ["css/tokens.css", "css/board.css", f"{board}/board.css"]
    sheets = [Path(str(finders.find(name))).read_text(encoding="utf-8") for name in names]
    plain = flat(*sheets, root=f".board-{board}")
    for word in ("var(", "light-dark", "color-mix", ":is", "@"):
        assert word not in plain


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'


def test_a_png_of_the_asked_width() -> None:
    assert size(raster.png(SVG.format('<rect width="20" height="10"/>'), 60)) == (60, 30)


def test_words_are_drawn_with_our_fonts() -> None:
    def drawn(text: str, family: str) -> bytes:
        return raster.png(
            SVG.format(f'<text x="1" y="8" font-size="8" font-family="{family}">{text}</text>'), 40
        )

    empty = raster.png(SVG.format(""), 40)
    pictures = {drawn("ab", "Source Sans 3"), drawn("ab", "Vollkorn"), empty}
    assert len(pictures) == 3
    assert drawn("ab", "Nothing, sans-serif") == drawn("ab", "Source Sans 3")


def test_what_is_no_drawing() -> None:
    with pytest.raises(ValueError, match=r"\S"):
        raster.png("<p>no", 40)
