"""A game type's own part of the table: its regions and each player's goods, as HTML.

docs/table.md says what its templates are given. Errors in them are caught here: a notice replaces a
region, nothing replaces a smaller thing.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.utils.functional import cached_property
from markupsafe import Markup, escape

from boardgames.web.jinja2 import MORE, escaped, markup
from games.pages.choices import Step
from games.pages.drawing import drawing_cache
from games.pages.drawing.accessible_names import hide_drawn_words
from games.pages.drawing.drawing_cache import As, Drawn
from games.pages.drawing.regions import PLAIN, Region
from games.pages.drawing.rendering import (
    Reader,
    is_brought,
    reader_now,
    render,
    render_in,
    render_own,
)
from games.rules.engine import Rules
from games.words import table_package

log = structlog.get_logger(__name__)

#: The content of a thing that names itself, or draws nothing.
_NAMED = re.compile(r'role="img"|data-target="|^\s*(?:<\w+ class="(?:rim|hit|tap)"[^>]*>\s*)+$')


class _Parts(dict[tuple[str, Hashable], Markup]):
    """Parts of regions, drawn when they are read.

    So a region is drawn again when the result of a part changes, whatever the part was made of.
    """

    def __init__(self, drawing: Drawing) -> None:
        # these refer back to it: it must be freed when nobody needs it
        self._drawing = weakref.proxy(drawing)

    def __missing__(self, key: tuple[str, Hashable]) -> Markup:
        self[key] = self._drawing.draw_part(*key)
        return self[key]


@dataclass
class Drawing:
    """The board of one position as one viewer sees it.

    ``targets``: what can be picked now, and where each leads; ``picked``: what has been picked;
    ``marked``: what the last moves touched; ``failed``: the regions that could not be drawn;
    ``game``: its number if its drawings are cached; ``reader``: the active language and time zone.
    """

    rules: Rules[Any]
    view: Mapping[str, object]
    me: int | None
    players: Sequence[Mapping[str, object]]
    targets: Mapping[str, Step]
    picked: Collection[str]
    marked: Collection[str]
    game: int | None = None
    reader: Reader = field(default_factory=reader_now)
    failed: list[str] = field(init=False, default_factory=list)

    def regions(self) -> dict[str, Region]:
        """The game type's regions in reading order; plain tables where it draws none."""
        names = table_package.regions(self.rules)
        if not names:
            return {PLAIN: Region(Drawn(render("games/plain/view.html", view=self.view)))}
        drawn = {name: self._drawn(name) for name in names}
        self.failed = [name for name, region in drawn.items() if region is None]
        return {
            f"board-{name}": region or Region(Drawn(self._notice(name)))
            for name, region in drawn.items()
        }

    def goods(self) -> list[Markup]:
        """Each player's things, by seat."""
        drawn = (self._drawn("panel", needed=False, player=player) for player in self.players)
        return [region.html if region else Markup("") for region in drawn]

    def _drawn(
        self, name: str, *, needed: bool = True, player: Mapping[str, object] | None = None
    ) -> Region | None:
        drawn = self._for_all(name, needed=needed, player=player)
        if drawn is None:
            return None
        there = drawn.targets
        return Region(drawn, "", As(self.me, self._marked & there, self._picked & there))

    def _for_all(
        self, name: str, *, needed: bool, player: Mapping[str, object] | None
    ) -> Drawn | None:
        """A template's drawing, kept for all who see the same."""
        if self._board is None:
            return None
        template = f"{self.rules.slug}/{name}.html"
        if not (needed or settings.DEBUG or is_brought(template)):
            return Drawn(Markup(""))
        data = self._data
        if player is not None:
            data = {**data, "given": {**self._given, "player": player}}
        if self.game is not None:
            seat = player["seat"] if player else None
            key = template, seat, *self.reader
            try:
                return drawing_cache.get_or_draw(
                    self.game, key, data, partial(self._render_region, template)
                )
            except Exception as error:
                log.debug("not kept", template=template, exc_info=error)
        html = render_own(template, needed=needed, **data["given"], **self._tools(data))
        return None if html is None else Drawn(hide_drawn_words(html))

    def _render_region(self, template: str, data: Mapping[str, Any]) -> Markup:
        return hide_drawn_words(self._render(template, data))

    def _render(self, template: str, data: Mapping[str, Any]) -> Markup:
        context = {MORE: data["given"], **self._tools(data)}
        return render_in(self.reader[0], template, context)

    @property
    def tools(self) -> dict[str, Callable[..., Markup]]:
        """What its templates can call."""
        return self._tools(self._data)

    def _tools(self, data: Mapping[str, Any]) -> dict[str, Callable[..., Markup]]:
        return {"target": partial(self._thing, data), "part": partial(self._part, data)}

    def _part(self, data: Mapping[str, Any], name: str, which: Hashable) -> Markup:
        """A part of a region that has a template of its own, which gets ``which``."""
        part: Markup = data["parts"][name, which]
        return part

    def draw_part(self, name: str, which: Hashable) -> Markup:
        """The same as it is now."""
        template = f"{self.rules.slug}/{name}.html"
        data = {**self._data, "given": {**self._given, "which": which}}
        if self.game is None:
            return render(template, **data["given"], **self._tools(data))
        key = template, which, *self.reader
        return drawing_cache.get_or_draw(self.game, key, data, partial(self._render, template)).html

    @cached_property
    def _given(self) -> dict[str, object]:
        """The context of a template."""
        return {"view": self.view, "board": self._board, "players": self.players, "me": self.me}

    @cached_property
    def _data(self) -> dict[str, Any]:
        """Everything that is drawn, or read by what is drawn."""
        return {
            "given": self._given,
            "people": self._people,
            "targets": self.targets,
            "parts": _Parts(self),
        }

    @cached_property
    def _marked(self) -> frozenset[str]:
        return frozenset(str(escape(name)) for name in self.marked)

    @cached_property
    def _picked(self) -> frozenset[str]:
        return frozenset(str(escape(name)) for name in self.picked)

    def _notice(self, name: str) -> Markup:
        """A notice that a region cannot be drawn; the first one shows the view in plain tables."""
        view = self.view if name == self.failed[0] else None
        return render("games/plain/failed.html", name=name, view=view)

    @cached_property
    def _people(self) -> list[str]:
        return [str(player["name"]) for player in self.players]

    @cached_property
    def _board(self) -> Any:
        return table_package.board_context(self.rules, self.view)

    def _thing(
        self,
        data: Mapping[str, Any],
        name: str,
        label: str = "",
        tag: str = "g",
        tip: str = "",
        caller: Callable[[], str] | None = None,
    ) -> Markup:
        """A thing on the board, as a link if a choice begins or continues there.

        Otherwise it is an image with that name, unless it is one already or words. ``tip``: what
        describes it.
        """
        inner = caller() if caller else ""
        step = data["targets"].get(name)
        described = f' aria-description="{escaped(tip)}"' if tip else ""
        attributes = ""
        if step:
            more = f": {escaped(step.label)}" if step.label and step.label != label else ""
            said = f"{escaped(label).removesuffix('.')}{more}" if more else escaped(label)
            inner = (
                f'<a class="choice" href="{escaped(step.query)}" aria-label="{said}"{described}>'
                f"{inner}</a>"
            )
        elif tip or (tag == "g" and label and not _NAMED.search(inner)):
            attributes = f' role="img" aria-label="{escaped(label)}"{described}'
        about, rule = table_package.explain_thing(
            self.rules, name, data["given"]["view"], data["people"], self.reader[0]
        )
        if about:
            attributes += f' data-about="{escaped(about)}"'
        if rule:
            attributes += f' data-rule="{escaped(rule)}"'
        return markup(  # a template's own output, the rest escaped
            f'<{tag} data-target="{escaped(name)}" data-name="{escaped(label)}"{attributes}>'
            f"{inner}</{tag}>"
        )
