"""How wide words are in the site's fonts, so that a line that is too short for them cuts them off
with a sign instead of squeezing their letters."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

#: Hundredths of the letters' size, in the heaviest weight that boards use: no word is wider.
TEXT = {
    20: " ",
    28: "ij|íîï",
    30: "',.:;l·’",
    32: "I",
    34: "!-/\\",
    36: "()[]f{}",
    40: "rt",
    46: "*sz",
    48: "?c«»ç–",
    50: "_",
    52: "JLexèéêë",
    54: '"#$+0123456789<=>FY^agvy~×àáâäå“„',
    56: "ESTVZ`koÈÉóôöø",
    58: "AXbdhnpquÄÅñùúûü",
    60: "CPÇ",
    62: "BKR",
    64: "DGß",
    68: "&HNUÜ",
    70: "OQÖØ",
    78: "Mw",
    80: "æ",
    82: "W",
    86: "%m",
    92: "@",
    98: "…",
}
#: The same of titles.
DISPLAY = {
    24: " |'",
    30: ".:·’,;[]`",
    34: "()jl",
    38: 'Jiíîï"/It{}',
    42: "1\\f!-",
    48: "s“„*7crç",
    54: "53ez«»èéêë28?aàáâäå",
    60: "$+69<=>S^_gvxy~×oóôöø–FLbdkq",
    66: "#04EZpuÈÉùúûüPYCThnÇñ",
    72: "BßRUVXÜAGKÄÅ",
    80: "DNæOQÖØ&Hw",
    96: "%…Mm",
    100: "@W",
}
#: Of letters that neither table has.
UNKNOWN = 100

_WIDTHS = [
    {letter: width for width, letters in table.items() for letter in letters}
    for table in (TEXT, DISPLAY)
]


def width_of(words: str, size: float, *, display: bool = False) -> float:
    """At most as wide the words are in letters of this size."""
    widths = _WIDTHS[display]
    return sum(widths.get(letter, UNKNOWN) for letter in words) * size / 100


@lru_cache(maxsize=4096)
def within(words: str, width: float, size: float, display: bool = False) -> str:
    """The words as they are, or as much of them as fits before "…"."""
    plain = words.unescape() if isinstance(words, Markup) else words
    if width_of(plain, size, display=display) <= width:
        return words
    while plain and width_of(plain + "…", size, display=display) > width:
        plain = plain[:-1].rstrip()
    return plain + "…"
