"""What screen readers say of a drawing: names, without the words and numbers drawn inside.

Browsers give screen readers the words inside a thing that has a name, and those then replace the
name: "Temple. 0. 0. 0.".
"""

from __future__ import annotations

import re

from markupsafe import Markup

from boardgames.web.jinja2 import markup

#: The first tag of a thing with a name: an image, or a link to a choice.
_NAMED = re.compile(r'role="img" aria-label|class="choice"')
#: A tag, and the text after it.
_TAG = re.compile(r"<(/?)([a-zA-Z]+)([^>]*)>([^<]*)")
_VOID = frozenset({"br", "img", "wbr"})
_HIDDEN = ' aria-hidden="true"'


def hide_drawn_words(html: Markup) -> Markup:
    """The drawing, with words hidden from screen readers in everything that has a name."""
    drawing, places, at = str(html), set[int](), 0
    while named := _NAMED.search(drawing, at):
        at = _gather(drawing, drawing.rfind("<", 0, named.start()), places)
    if not places:
        return html
    parts, last = list[str](), 0
    for place in sorted(places):
        parts += [drawing[last:place], _HIDDEN]
        last = place
    return markup("".join([*parts, drawing[last:]]))  # our own HTML


def _gather(html: str, start: int, places: set[int]) -> int:
    """Collect where the first tags of elements with words end; return where the thing ends."""
    inside: list[int | None] = []  # that place for each open element, None if it is hidden
    for tag in _TAG.finditer(html, start):
        closes, name, attributes, words = tag.groups()
        if closes:
            del inside[-1:]
        elif not (attributes.endswith("/") or name in _VOID):
            hidden = _HIDDEN in attributes
            # Words in a line of words belong to that line.
            place = inside[-1] if name == "tspan" and inside else tag.end(3)
            inside.append(None if hidden else place)
        if not inside:
            return tag.end(3)
        if len(inside) > 1 and None not in inside and not words.isspace() and words:
            places.add(inside[-1])  # type: ignore[arg-type]
    return len(html)
