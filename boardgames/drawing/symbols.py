"""Picks the symbols that a drawing uses: a renderer processes every symbol that it gets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_SYMBOL = re.compile(r'<symbol[^>]*? id="([^"]+)".*?</symbol>', re.DOTALL)
_USED = re.compile(r'href="#([^"]+)"')


@dataclass(frozen=True)
class Definitions:
    """An SVG's definitions, including symbols, none of which contains another."""

    svg: str

    def needed(self, drawing: str) -> str:
        """The definitions without symbols that neither the drawing nor a needed symbol uses."""
        needed: set[str] = set()
        asked = set(_USED.findall(drawing))
        while new := (asked & self._symbols.keys()) - needed:
            needed |= new
            asked = {used for name in new for used in _USED.findall(self._symbols[name])}
        return _SYMBOL.sub(lambda found: found[0] if found[1] in needed else "", self.svg)

    @cached_property
    def _symbols(self) -> dict[str, str]:
        return {found[1]: found[0] for found in _SYMBOL.finditer(self.svg)}
