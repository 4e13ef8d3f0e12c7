"""Checks the paragraphs of the help that things' cards quote.

Each must be complete and true beside the board, without the rest of the page.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

#: Words that refer to something outside of a card, in the complete languages.
_ELSEWHERE = re.compile(
    r"\b(pictures?|drawings?|shown here|as said above|see below|in this example"
    r"|the (red|yellow|green|blue|grey) (stone|one|boat|pawn|hut)"
    r"|bild(e?s|er|ern)?|zeichnung(en)?|abgebildet\w*|hier gezeigt|wie oben|siehe unten"
    r"|in diesem beispiel|de[rnms]? ?(rote|gelbe|grüne|blaue|graue)[nrms]? (stein|boot|hütte)s?)\b",
    re.I,
)
_HEADS = ("h3", "h4")
#: Elements without an end tag.
_VOID = ("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr")


class _Element:
    def __init__(self, tag: str, anchor: str) -> None:
        self.tag, self.anchor = tag, anchor
        self.text, self.pictured = "", False


class _Reader(HTMLParser):
    """The paragraphs, items and headings of a help page, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[_Element] = []
        self._open: list[_Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            return
        anchor = (dict(attrs).get("id") or "").removeprefix("help-")
        element = _Element(tag, anchor)
        self._open.append(element)
        if tag in (*_HEADS, "p", "li"):
            self.found.append(element)
        if tag == "svg":
            for each in self._open:
                each.pictured = True

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An empty element of a drawing."""

    def handle_endtag(self, tag: str) -> None:
        if any(each.tag == tag for each in self._open):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        for each in self._open:
            each.text += data


def quoted(html: str) -> dict[str, str]:
    """By anchor what a card quotes, by the rules of ``paragraph`` in
    ``static/js/table/help.js``."""
    reader = _Reader()
    reader.feed(html)
    texts = {}
    for place, element in enumerate(reader.found):
        if element.anchor:
            texts[element.anchor] = " ".join(_words(reader.found[place:]).split())
    return texts


def _words(elements: list[_Element]) -> str:
    first, *following = elements
    if first.tag not in _HEADS:
        return first.text
    for element in following:
        if element.tag in _HEADS:
            return ""
        if element.tag == "p" and not element.pictured:
            return "" if element.text.strip().endswith(":") else element.text
    return ""


def wrong_with(text: str) -> str:
    """What is wrong with a paragraph that is quoted alone; empty if nothing is."""
    if text.endswith(":"):
        return "ends with a colon, and a card does not quote what follows"
    found = _ELSEWHERE.search(text)
    return f"speaks of {found[0]!r}, which a card does not show" if found else ""
