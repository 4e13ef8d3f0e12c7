"""Renders SVG as PNG with our own fonts only, so that a picture is the same on every machine."""

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from xml.parsers import expat

import pillow_lunasvg
from PIL import Image, ImageOps, UnidentifiedImageError

_FONTS = Path(__file__).parent / "fonts"
_TEXT, _DISPLAY = "Source Sans 3", "Vollkorn"
Image.preinit()  # otherwise each process would load it at its first picture
pillow_lunasvg.add_font_file(_FONTS / "source-sans-3-600.ttf", _TEXT)
pillow_lunasvg.add_font_file(_FONTS / "source-sans-3-700.ttf", _TEXT, bold=True)
pillow_lunasvg.add_font_file(_FONTS / "vollkorn-650.ttf", _DISPLAY)

_FAMILIES = re.compile(r"""font-family(:(?:[^;}"<]|"[^"]*"(?=\s*[,;}]))*|="[^"]*")""")
_SERIF = re.compile(rf"{_DISPLAY}|(?<!sans-)\bserif")
_WEIGHT = re.compile(r'(font-weight(?::|=")\s*)(\d+)')
_FRAME = re.compile(r"""\s(?:width|height|preserveAspectRatio|font-family)=("[^"]*"|'[^']*')""")

#: Pictures in the cache, so that everybody who asks for the same one gets it; about 30 kB each.
KEPT = 32
#: The pixels to which messengers crop the preview of a link.
CARD = (1200, 630)
#: The largest ratio of a drawing's height to its width.
TALLEST = 10
#: Colours of a picture. With a palette it takes a third of the bytes and of the packing time.
COLOURS = 256
#: A higher level makes a picture a tenth smaller and takes twice as long.
_LEVEL = 3


@lru_cache(KEPT)
def png(svg: str, width: int) -> bytes:
    """The drawing as a PNG of this width in pixels; ValueError if it is no SVG.

    Supports plain SVG and plain CSS only (``drawing.styles.flat``). Never fetches anything.
    """
    image = _drawn(svg, width)
    # colours exist only where something is drawn
    if image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("RGB")
    return _packed(image)


@lru_cache(KEPT)
def card(picture: bytes) -> bytes:
    """The whole picture on a link preview card, so that messengers crop nothing.

    The rest of the card takes the colour of the picture's corner.
    """
    with Image.open(BytesIO(picture), formats=["PNG"]) as opened:
        image = opened.convert("RGBA").convert("RGB")
    ground = image.getpixel((0, 0))
    assert isinstance(ground, tuple)  # three colour channels
    return _packed(ImageOps.pad(image, CARD, color=ground))


def _packed(image: Image.Image) -> bytes:
    packed = BytesIO()
    image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        packed, "PNG", compress_level=_LEVEL
    )
    return packed.getvalue()


def _drawn(svg: str, width: int) -> Image.Image:
    wide, high = _box(svg)
    root = svg.index("<svg")
    end = svg.index(">", root)
    sized = (
        f'<svg width="{width}" height="{max(1, round(width * high / wide))}"'
        f' preserveAspectRatio="none" font-family="{_TEXT}"'
        f"{_FRAME.sub('', svg[root + len('<svg') : end])}{svg[end:]}"
    )
    plain = _WEIGHT.sub(_weight, _FAMILIES.sub(_family, sized))
    try:
        with Image.open(BytesIO(plain.encode()), formats=["SVG"]) as image:
            image.load()
            return image.copy()
    except UnidentifiedImageError as error:
        raise ValueError("The drawing cannot be rendered.") from error


def _box(svg: str) -> tuple[float, float]:
    """A drawing's width and height, in its own units."""
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


def _family(families: re.Match[str]) -> str:
    """Our font family closest to the requested ones; others would come from the machine."""
    ours = _DISPLAY if _SERIF.search(families[1]) else _TEXT
    return f"font-family{families[1][0]}" + (f'"{ours}"')


def _weight(said: re.Match[str]) -> str:
    """One of the two weights that the renderer knows."""
    return said[1] + ("bold" if int(said[2]) > 600 else "normal")
