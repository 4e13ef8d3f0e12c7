"""A game type's own part of the table: its regions and the goods of each player, as HTML.

docs/table.md says what its templates are given. What fails in them is guarded here: a notice stands
in for a region, nothing for a smaller thing.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.template import engines
from django.utils.functional import cached_property
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from jinja2 import Environment, TemplateNotFound
from markupsafe import Markup, escape

from boardgames.jinja2 import MORE, escaped, in_one_language, markup
from games import trouble, words
from games.pages import kept
from games.pages.choices import Step
from games.pages.kept import FOR_ALL, As, Drawn
from games.rules.engine import Rules

log = structlog.get_logger(__name__)

TOKEN = Markup('<input type="hidden" name="csrfmiddlewaretoken" value="TOKEN-OF-THIS-PAGE">')

PLAIN = "board-view"


#: The language and the time zone that are active while something is drawn for somebody.
Reader = tuple[str, str]


@dataclass(frozen=True)
class Region:
    """A part of the page that travels when its hash is not the one the reader has."""

    drawn: Drawn
    label: str = ""
    reader: As = FOR_ALL

    @property
    def html(self) -> Markup:
        """Made when it is asked for: to most pages it need not travel."""
        return self.drawn.seen(self.reader)

    @cached_property
    def hash(self) -> str:
        return self.drawn.hash(self.reader, lambda: self.html)

    def with_token(self, token: str) -> Markup:
        # In quotes: no words of people have any, so none of theirs is taken for it.
        html = str(self.html).replace('"TOKEN-OF-THIS-PAGE"', f'"{token}"')
        return markup(html)  # our own HTML


def jinja() -> Environment:
    environment: Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    return environment


def render(template: str, **context: Any) -> Markup:
    """A template that needs no request."""
    return _render_in(get_language(), template, context)


def _render_in(language: str | None, template: str, context: Mapping[str, Any]) -> Markup:
    """The same where the language that is active is known."""
    drawn = jinja().get_template(template).render(in_one_language(language), **context)
    return markup(drawn.strip())  # autoescaped


def render_kept(game: int, reader: Reader, template: str, data: Mapping[str, Any]) -> Drawn:
    """A template of which ``data`` is all that is given, at a game, for such a reader."""
    key = template, *reader
    return kept.drawn(game, key, data, lambda given: _render_in(reader[0], template, {MORE: given}))


def render_if_there(template: str, **context: Any) -> Markup:
    """The same, empty for a game type that brings no such template."""
    try:
        return render(template, **context)
    except TemplateNotFound as error:
        if error.name != template:
            raise
        return Markup("")


@cache
def _is_brought(template: str) -> bool:
    environment = jinja()
    assert environment.loader is not None  # noqa: S101  Django gives it one
    try:
        environment.loader.get_source(environment, template)
    except TemplateNotFound:
        return False
    return True


def render_own(template: str, *, needed: bool = True, **context: Any) -> Markup | None:
    """A game type's own template, ``imhotep/yard.html``; None where it fails, empty where one that
    is not ``needed`` is not brought."""
    try:
        return (render if needed else render_if_there)(template, **context)
    except Exception as error:  # noqa: BLE001  whatever a package does
        game, _slash, place = template.partition("/")
        trouble.note(game, place, error)
        return None


def fixed(template: str) -> Markup:
    """A template without data, such as a help text or a cover; empty where it is not brought."""
    return _fresh(template) if settings.DEBUG else _fixed(template, get_language())


@cache
def _fixed(template: str, language: str | None) -> Markup:
    return _fresh(template)


def _fresh(template: str) -> Markup:
    return render_own(template, needed=False) or Markup("")


@cache
def stylesheet(rules: Rules[Any]) -> str:
    """The static name of a game type's own style sheet, "" if it brings none."""
    name = f"{rules.slug}/board.css"
    package = Path(import_module(rules.package).__path__[0])
    return name if (package / "table" / "static" / name).is_file() else ""


def board_names(rules: Rules[Any]) -> list[str]:
    """The regions of a game type as they are called on the page; one with plain tables where it
    draws none."""
    return [f"board-{name}" for name in words.regions(rules)] or [PLAIN]


def panes(rules: Rules[Any], regions: Mapping[str, Region]) -> list[dict[str, object]]:
    """The panes of a phone in which a game type's regions lie, as ``kit/panes.html`` takes them: in
    front is the first that something can be chosen in."""
    found: list[dict[str, object]] = []
    for title, names in words.panes(rules):
        inside = [f"board-{name}" for name in names]
        glows = sum(regions[name].html.count('<a class="choice"') for name in inside)
        pane = {"name": names[0], "title": _(title), "regions": inside, "glows": glows}
        found.append(pane | {"forward": False})
    if found:
        next((pane for pane in found if pane["glows"]), found[0])["forward"] = True
    return found


def _reader() -> Reader:
    return get_language() or "", get_current_timezone_name()


class _Parts(dict[tuple[str, Hashable], Markup]):
    """Parts of regions, drawn when they are looked at: a region that has one is drawn again when
    the part looks otherwise, whatever that was made of."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = weakref.proxy(drawing)  # which has these: it goes when nobody needs it

    def __missing__(self, key: tuple[str, Hashable]) -> Markup:
        self[key] = self._drawing.draw_part(*key)
        return self[key]


@dataclass
class Drawing:
    """The board of one position as one viewer sees it.

    ``targets``: what can be picked now, and where that leads; ``picked``: what has been picked;
    ``marked``: what the last moves touched; ``failed``: the regions that could not be drawn;
    ``game``: its number, where its drawings are kept; ``reader``: the language and the time zone
    that are active.
    """

    rules: Rules[Any]
    view: Mapping[str, object]
    me: int | None
    players: Sequence[Mapping[str, object]]
    targets: Mapping[str, Step]
    picked: Collection[str]
    marked: Collection[str]
    game: int | None = None
    reader: Reader = field(default_factory=_reader)
    failed: list[str] = field(init=False, default_factory=list)

    def regions(self) -> dict[str, Region]:
        """The game type's regions in reading order; plain tables where it draws none."""
        names = words.regions(self.rules)
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
        if not (needed or settings.DEBUG or _is_brought(template)):
            return Drawn(Markup(""))
        data = self._data
        if player is not None:
            data = {**data, "given": {**self._given, "player": player}}
        if self.game is not None:
            seat = player["seat"] if player else None
            key = template, seat, *self.reader
            try:
                return kept.drawn(self.game, key, data, partial(self._render, template))
            except Exception as error:
                log.debug("not kept", template=template, exc_info=error)
        html = render_own(template, needed=needed, **data["given"], **self._tools(data))
        return None if html is None else Drawn(html)

    def _render(self, template: str, data: Mapping[str, Any]) -> Markup:
        context = {MORE: data["given"], **self._tools(data)}
        return _render_in(self.reader[0], template, context)

    @property
    def tools(self) -> dict[str, Callable[..., Markup]]:
        """What its templates can call."""
        return self._tools(self._data)

    def _tools(self, data: Mapping[str, Any]) -> dict[str, Callable[..., Markup]]:
        return {"target": partial(self._thing, data), "part": partial(self._part, data)}

    def _part(self, data: Mapping[str, Any], name: str, which: Hashable) -> Markup:
        """A part of a region that has a template of its own, which is given ``which``."""
        part: Markup = data["parts"][name, which]
        return part

    def draw_part(self, name: str, which: Hashable) -> Markup:
        """The same as it is now."""
        template = f"{self.rules.slug}/{name}.html"
        data = {**self._data, "given": {**self._given, "which": which}}
        if self.game is None:
            return render(template, **data["given"], **self._tools(data))
        key = template, which, *self.reader
        return kept.drawn(self.game, key, data, partial(self._render, template)).html

    @cached_property
    def _given(self) -> dict[str, object]:
        """What a template is given."""
        return {"view": self.view, "board": self._board, "players": self.players, "me": self.me}

    @cached_property
    def _data(self) -> dict[str, Any]:
        """Everything that is drawn, or asked for by what is drawn."""
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
        """Says that a region cannot be drawn; the first of them shows the view in plain tables."""
        view = self.view if name == self.failed[0] else None
        return render("games/plain/failed.html", name=name, view=view)

    @cached_property
    def _people(self) -> list[str]:
        return [str(player["name"]) for player in self.players]

    @cached_property
    def _board(self) -> Any:
        return words.board(self.rules, self.view)

    def _thing(
        self,
        data: Mapping[str, Any],
        name: str,
        label: str = "",
        tag: str = "g",
        caller: Callable[[], str] | None = None,
    ) -> Markup:
        """A thing on the board, as a link where a choice begins or goes on there."""
        inner = caller() if caller else ""
        step = data["targets"].get(name)
        if step:
            said = f"{label}: {step.label}" if step.label and step.label != label else label
            inner = (
                f'<a class="choice" href="{escaped(step.query)}" aria-label="{escaped(said)}">'
                f"{inner}</a>"
            )
        about, rule = words.about(
            self.rules, name, data["given"]["view"], data["people"], self.reader[0]
        )
        attributes = f' data-about="{escaped(about)}"' if about else ""
        if rule:
            attributes += f' data-rule="{escaped(rule)}"'
        return markup(  # a template's own output, the rest escaped
            f'<{tag} data-target="{escaped(name)}" data-name="{escaped(label)}"{attributes}>'
            f"{inner}</{tag}>"
        )
