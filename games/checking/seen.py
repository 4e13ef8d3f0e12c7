"""Checks that the name of a thing that can be chosen contains its visible words.

People who control their device by voice say them (WCAG 2.5.3), and people who both see and hear
recognise them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"}
#: Letters only: names say drawn numbers, signs and single letters in words.
_WORD = re.compile(r"[^\W\d_]{2,}")


def unsaid(html: str, chosen: Container[str]) -> Iterator[tuple[str, set[str]]]:
    """The names of ``chosen`` things without their visible words, with these words."""
    reader = _Reader(chosen)
    reader.feed(html)
    for name, seen in reader.named:
        said = tuple(_words(name))
        if lacking := {word for word in _words(seen) if not _begins_one(word, said)}:
            yield name, lacking


def _begins_one(word: str, said: tuple[str, ...]) -> bool:
    """A name may need another case of the word: "Prophezeiung des Tempels"."""
    return any(each.startswith(word) for each in said)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


class _Reader(HTMLParser):
    """Collects the things that can be chosen, by name, and the visible text of each."""

    def __init__(self, chosen: Container[str]) -> None:
        super().__init__()
        self._chosen = chosen
        self.named: list[tuple[str, str]] = []
        self._open: list[_Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            return
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").split()
        is_seen = "visually-hidden" not in classes and tag not in {"title", "desc", "script"}
        self._open.append(
            _Element(tag, given.get("data-target"), given.get("data-name", ""), is_seen)
        )

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content."""

    def handle_endtag(self, tag: str) -> None:
        if not any(each.tag == tag for each in self._open):
            return
        while (closed := self._open.pop()).tag != tag:
            pass
        if closed.target in self._chosen:
            self.named.append((closed.name, " ".join(closed.seen)))

    def handle_data(self, data: str) -> None:
        if not data.strip() or not all(each.is_seen for each in self._open):
            return
        for each in reversed(self._open):
            if each.target is not None:  # a thing inside another one is a thing of its own
                each.seen.append(data)
                return


@dataclass
class _Element:
    tag: str
    target: str | None
    name: str
    is_seen: bool
    seen: list[str] = field(default_factory=list)
