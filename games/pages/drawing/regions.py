"""Regions: the parts of a page that are sent separately, each when its hash has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import cached_property
from markupsafe import Markup

from boardgames.web.jinja2 import markup
from games.pages.drawing.drawing_cache import FOR_ALL, As, Drawn
from games.rules.engine import Rules
from games.words import table_package

TOKEN = Markup('<input type="hidden" name="csrfmiddlewaretoken" value="TOKEN-OF-THIS-PAGE">')
#: The region of a game type that draws none.
PLAIN = "board-view"


@dataclass(frozen=True)
class Region:
    """A part of the page, sent if its hash differs from the reader's."""

    drawn: Drawn
    label: str = ""
    reader: As = FOR_ALL

    @property
    def html(self) -> Markup:
        """Built on demand: most pages do not need it."""
        return self.drawn.seen(self.reader)

    @cached_property
    def hash(self) -> str:
        return self.drawn.hash(self.reader, lambda: self.html)

    def with_token(self, token: str) -> Markup:
        # In quotes: no words of people contain any, so none are mistaken for it.
        html = str(self.html).replace('"TOKEN-OF-THIS-PAGE"', f'"{token}"')
        return markup(html)  # our own HTML


def board_names(rules: Rules[Any]) -> list[str]:
    """The names of a game type's regions on the page; one with plain tables if it draws none."""
    return [f"board-{name}" for name in table_package.regions(rules)] or [PLAIN]


def panes(rules: Rules[Any], regions: Mapping[str, Region]) -> list[dict[str, object]]:
    """The panes for phones with a game type's regions, as ``kit/panes.html`` takes them.

    The first one of those with the most choices is in front. One without a title is always visible.
    """
    found: list[dict[str, Any]] = []
    for title, names in table_package.panes(rules):
        inside = [f"board-{name}" for name in names]
        glows = sum(regions[name].html.count('<a class="choice"') for name in inside)
        pane = {"name": names[0], "title": title, "regions": inside, "glows": glows}
        found.append(pane | {"forward": False})
    if behind_tabs := [pane for pane in found if pane["title"]]:
        max(behind_tabs, key=lambda pane: pane["glows"])["forward"] = True
    return found
