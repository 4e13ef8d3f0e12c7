"""Style sheets as plain CSS, and drawings as PNG."""

import re
import struct
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from django.template import engines
from PIL import Image

from boardgames.drawing import raster
from boardgames.drawing.styles import Flat, flat
from boardgames.drawing.symbols import Definitions
from boardgames.supervisor.home import CHECKOUT
from games.pages.drawing.rendering import stylesheet
from games.pages.table.picture import sheets
from games.rules import registry

TOKENS = """
:root { --ink: light-dark(#102030, #fff); --line: var(--ink); }
.seat-1 { --seat: #2461a6; }
.seat-1, .seat-2 { --seat-dark: color-mix(in oklab, var(--seat), black 50%); }
"""


def plain(*sheets: str, root: str = "") -> str:
    """As plain CSS, of which nothing is lost."""
    found = flat(*sheets, root=root)
    assert found.lost == []
    return found.css


def test_properties_are_written_out() -> None:
    assert plain(TOKENS, ".a { fill: var(--line); stroke: var(--none, #123456); }") == (
        ".a{fill:#102030;stroke:#123456}"
    )


def test_what_depends_on_a_class_above_is_copied_for_it() -> None:
    assert plain(TOKENS, ".board .b { fill: var(--seat); }").splitlines() == [
        ".board .seat-1 .b{fill:#2461a6}",
        ".board .seat-1.b{fill:#2461a6}",
    ]


def test_mixed_colours() -> None:
    assert ".seat-1 .b{fill:#123053}" in plain(TOKENS, ".b { fill: var(--seat-dark); }")
    sheet = ".c { fill: color-mix(in oklab, #ffffff 25%, black); }"
    assert plain(sheet) == ".c{fill:#404040}"


def test_the_own_colours_of_a_board() -> None:
    sheet = ".board-x { --sand: rgb(1 2 3 / 0.5); } .d { fill: var(--sand); }"
    assert plain(sheet, root=".board-x") == ".d{fill:rgba(1,2,3,0.5)}"


def test_lists_links_and_sizes() -> None:
    sheet = """
    :is(.a, .b) > /* > */ :is(.t, .u) { opacity: 0.5; }
    .v { fill: url("#wood") #c9984f; font-size: 1.5rem; stroke: hsl(120 100% 25%) !important; }
    """
    assert plain(sheet).splitlines() == [
        ".a > .t{opacity:0.5}",
        ".a > .u{opacity:0.5}",
        ".b > .t{opacity:0.5}",
        ".b > .u{opacity:0.5}",
        ".v{fill:url(#wood) #c9984f;font-size:24px;stroke:rgba(0,128,0,1) !important}",
    ]


@pytest.mark.parametrize(
    ("font", "written"),
    [
        ("14px X", "font-size:14px;font-family:X"),
        ('700 14px/1.2 "X", serif', 'font-weight:700;font-size:14px;font-family:"X", serif'),
        (
            "italic bold 1rem / 1 X",
            "font-style:italic;font-weight:bold;font-size:16px;font-family:X",
        ),
        ("var(--small, 650 9px) X", None),
        ("inherit", None),
    ],
)
def test_fonts(font: str, written: str | None) -> None:
    found = flat(f".t {{ font: {font}; }}")
    if written is None:
        assert found == Flat("", [f".t {{ font: {font} }}"])
    else:
        assert found == Flat(f".t{{{written}}}", [])


def test_what_only_a_page_needs_is_left_out() -> None:
    sheet = """
    @media (min-width: 1px) { .a { fill: red; } }
    @keyframes x { 50% { stroke: #fff; } }
    .a:hover, .b:not(.c):focus-visible, .d::before { fill: red; }
    .a, .a:has(.b), [data-x] { display: grid; }
    """
    assert plain(sheet) == ""


def test_filters_are_left_out() -> None:
    sheet = """
    .a { filter: drop-shadow(0 0 1px #000) drop-shadow(0 0 1px rgb(1 2 3 / 0.5)); }
    .b { filter: drop-shadow(0 0 1px #000) saturate(0.35); fill: red; }
    """
    assert plain(sheet) == ".b{fill:red}"


def test_a_drawing_is_given_the_rules_and_symbols_that_it_needs() -> None:
    found = flat("rect { x: 1; fill: red } .a { fill: red } .a .b.c { fill: red } .d { fill: red }")
    assert found.needed('<g class="a"/><g class="c e b"/>').splitlines() == [
        "rect{fill:red}",
        ".a{fill:red}",
        ".a .b.c{fill:red}",
    ]
    apart = found.needed('<g class="a c"/><g class="e b"/>')
    assert apart == found.needed('<g class="a b"/>') == "rect{fill:red}\n.a{fill:red}"
    definitions = Definitions(
        '<symbol id="x"><use href="#y"/></symbol><symbol class="s" id="y">\n</symbol>'
        '<pattern id="p"/><symbol id="z"></symbol>'
    )
    assert definitions.needed('<use href="#z"/>') == '<pattern id="p"/><symbol id="z"></symbol>'
    assert definitions.needed('<use href="#x"/>') == (
        '<symbol id="x"><use href="#y"/></symbol><symbol class="s" id="y">\n</symbol>'
        '<pattern id="p"/>'
    )


LOST = {
    ".a { fill: var(--nobody); }": ".a { fill: var(--nobody) }",
    ".a { stroke-width: calc(1px + 2px); }": ".a { stroke-width: calc(1px + 2px) }",
    ".a { fill: oklch(50% 0.1 20); }": ".a { fill: oklch(50% 0.1 20) }",
    ".a { fill: color-mix(in oklab, var(--nobody), red); }": (
        ".a { fill: color-mix(in oklab, var(--nobody), red) }"
    ),
    ".a { paint-order: stroke; }": ".a { paint-order: stroke }",
    ".a { fill: red; stroke: blue; paint-order: stroke; }": ".a { paint-order: stroke }",
    ".b, .a:has(.b) { fill: red; }": ".a:has(.b)",
    ".a[data-x] { fill: red; }": ".a[data-x]",
    ".a :is(.b, i:first-child) { fill: red; }": ".a i:first-child",
    ".a .b { --own: red; }": ".a .b { --own }",
    "@layer x { .a { fill: red; } }": "line 1: @layer x",
    "@import url(x.css);": "line 1: @import url(x.css);",
    ".a { .b { fill: red; } }": "line 1: .b",
    "\n.a { fill red; }": "line 2: ",
    ".a": "line 1: ",
}


@pytest.mark.parametrize("sheet", LOST)
def test_what_has_no_plain_form_is_named(sheet: str) -> None:
    (lost,) = flat(sheet).lost
    assert lost.startswith(LOST[sheet])


def test_what_only_some_classes_give_a_value_is_not_lost() -> None:
    sheet = ".a { fill: var(--seat-dark); stroke: var(--nobody); opacity: 0.5; }"
    assert flat(TOKENS, sheet) == Flat(
        ".a{opacity:0.5}\n"
        ".seat-1 .a{fill:#123053;opacity:0.5}\n"
        ".seat-1.a{fill:#123053;opacity:0.5}",
        [".a { stroke: var(--nobody) }"],
    )


def test_words_with_a_halo_can_be_read_in_a_picture() -> None:
    """The renderer paints the line of a text over it, whatever `paint-order` says."""
    pieces = engines["jinja2"].env.get_template("kit/pieces.html")  # type: ignore[attr-defined]
    words = pieces.module.halo("H", 40, 80, "big")
    style = ".big{font:700 90px sans-serif;text-anchor:middle;fill:#000}"
    style += ".big.halo{stroke:#f00;stroke-width:40px}"
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100">'
    image = raster.png(f"{head}<style>{style}</style>{words}</svg>", 80)
    with Image.open(BytesIO(image)) as drawn:
        dark = sum(drawn.convert("L").histogram()[:60])
    assert dark > 600, "the letter lies over its halo"


#: In a picture nothing can be chosen, and marks of what was new may be out of date.
KNOWN = {
    "svg .choice:not(:has(.hit))",
    "a.choice:not(svg *)",
    "a.instead:not(svg *)",
    ".is-marked :not(.choice) > .hit",
    ".is-marked :not(.choice) > .rim",
    ".imhotep-harbour .is-marked:has(> .imhotep-boat, > .choice > .imhotep-boat) .hit",
    ".imhotep-harbour .is-marked:has(> .imhotep-boat, > .choice > .imhotep-boat) .rim",
    ".imhotep-harbour .is-marked:has(.imhotep-place-number) .hit",
    ".imhotep-harbour .is-marked:has(.imhotep-place-number) .rim",
    ".imhotep-market .is-marked:has(.piece) .hit",
    ".imhotep-market .is-marked:has(.piece) .rim",
    ".imhotep-harbour .is-marked:has(> .imhotep-boat) > .hit",
    ".imhotep-harbour .is-marked:has(> .imhotep-boat) > .rim",
    ".imhotep-harbour .is-marked:has(> .imhotep-place-number) > .hit",
    ".imhotep-harbour .is-marked:has(> .imhotep-place-number) > .rim",
    ".imhotep-market .is-marked:has(> g .piece) > .hit",
    ".imhotep-market .is-marked:has(> g .piece) > .rim",
    # The bar above a board is in no picture.
    ".decision-prompt:has(.decision-heard) .decision-note:not([data-path])",
    ".decision-prompt:has([data-path]:not([hidden])) .decision-heard",
    '.stepper .button[aria-disabled="true"]',
    # Nor are Bora Bora's action cards and what opens the later jewels: their words are the page's.
    ".bora-card { font-size: calc(12.6 * var(--card)) }",
    ".bora-later { font-size: calc(12.6 * var(--u)) }",
}


@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all() if stylesheet(rules)])
def test_nothing_that_a_board_draws_is_lost(slug: str) -> None:
    found = flat(*sheets(registry.get(slug)), root=f".board-{slug}")
    assert set(found.lost) - KNOWN == set()
    for word in ("var(", "light-dark", "color-mix", ":is", "@"):
        assert word not in found.css


def _sheets_of_tables() -> list[Path]:
    sheets = [
        *CHECKOUT.glob("static/css/*.css"),
        *CHECKOUT.glob("games/rules/*/table/static/*/*.css"),
    ]
    assert len(sheets) > 10
    # Moderators' lists have no drawing.
    return [sheet for sheet in sheets if sheet.name != "cases.css"]


def test_no_style_asks_by_has_for_all_that_lies_in_something() -> None:
    """Else each change of a page, as a moved focus, asks for the style of all its drawings anew."""
    for sheet in _sheets_of_tables():
        scripted = re.sub(
            r"@media \(scripting: none\).*?\n}", "", sheet.read_text(), flags=re.DOTALL
        )
        assert not re.findall(r":has\([^{}]*\)\s*>?\s*\*", scripted), sheet


def test_what_is_asked_of_a_whole_table_by_has_is_said_with_its_place() -> None:
    """Else whoever asks, at each press several times, looks through thousands of things."""
    for sheet in _sheets_of_tables():
        asks = re.findall(r"(?:\.tabletop|:root|main)(?![\w-])\S*?:has\((?!> )", sheet.read_text())
        assert not asks, sheet


def test_no_drawing_needs_a_filter_function() -> None:
    """WebKit, and so each iPhone, paints none within a drawing, though it says that it does."""
    for sheet in _sheets_of_tables():
        functions = re.findall(r"(?<!backdrop-)filter: (?!url|none)[^;]*", sheet.read_text())
        assert not functions, sheet


def test_what_only_a_phone_shows_is_not_drawn() -> None:
    found = flat(*sheets(registry.get("imhotep")), root=".board-imhotep")
    assert ".imhotep-own{visibility:hidden}" in found.css.splitlines()


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
    assert drawn("ab", "Nothing, serif") == drawn("ab", "Vollkorn")


def test_a_drawing_with_a_size_of_its_own_from_another_thread() -> None:
    sized = SVG.format("").replace("<svg", "<?xml version='1.0'?>\n<svg width='7' height=\"900\"")
    with ThreadPoolExecutor(1) as another:
        assert size(another.submit(raster.png, sized, 60).result()) == (60, 30)


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "<p>no",
        '<p viewBox="0 0 1 1"/>',
        "<svg/>",
        '<svg viewBox="0 0 0 0"/>',
        '<svg viewBox="0 0 a b"/>',
        '<svg viewBox="0 0 1 1000000"/>',
        '<svg viewBox="0 0 inf nan"/>',
    ],
)
def test_what_is_no_drawing(nonsense: str) -> None:
    with pytest.raises(ValueError, match="drawing"):
        raster.png(nonsense, 40)


def test_what_is_seen_through_stays_so() -> None:
    def palette(drawing: str) -> bytes:
        return raster.png(SVG.format(drawing), 40)

    assert b"tRNS" in palette('<circle r="4" cx="10" cy="5"/>')
    whole = palette('<rect width="20" height="10"/>')
    assert b"PLTE" in whole
    assert b"tRNS" not in whole
    uneven = SVG.format('<rect width="20" height="10"/>').replace("20 10", "20 9.7", 1)
    assert b"tRNS" not in raster.png(uneven, 41)  # no edge between two pixels is left


def test_the_weights_of_letters() -> None:
    def drawn(weight: str) -> bytes:
        return raster.png(SVG.format(f'<text x="1" y="8" {weight}>ab</text>'), 40)

    assert drawn("") == drawn('font-weight="550"') == drawn('font-weight="600"')
    assert drawn('style="font-weight:650"') == drawn('font-weight="700"') != drawn("")


def test_threads_draw_words_side_by_side() -> None:
    drawings = [
        SVG.format(f'<text x="1" y="8" font-family="serif" font-weight="700">{n}</text>')
        for n in range(60)
    ]
    alone = [raster.png(drawing, 40) for drawing in drawings]
    raster.png.cache_clear()
    with ThreadPoolExecutor(8) as several:
        assert list(several.map(lambda drawing: raster.png(drawing, 40), drawings)) == alone


def test_a_drawing_on_which_the_renderer_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "_box", lambda svg: (1, 1))
    with pytest.raises(ValueError, match="rendered"):
        raster.png("<svg><", 41)


def test_hidden_words_of_what_scrolls_by_itself_stay_in_it() -> None:
    """They are placed by the nearest box that has a position; by the page's they made it longer."""
    rules = [
        (sheet.name, rule)
        for sheet in sorted((CHECKOUT / "static/css").glob("*.css"))
        for rule in re.findall(r"[^{}]*\{[^{}]*\}", sheet.read_text())
        if re.search(r"\boverflow(-[xy])?: (auto|scroll)", rule)
    ]
    assert len(rules) > 15
    loose = [each for each in rules if not re.search(r"\bposition: (?!static)", each[1])]
    assert [rule.split("{")[0].strip() for _sheet, rule in loose] == [".dialog"]  # placed by itself
