"""Renders templates outside of a request: the page's own, and those of game types.

Errors of a game type's templates are caught here, and recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import engines
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from jinja2 import Environment, TemplateNotFound
from markupsafe import Markup

from boardgames.web.jinja2 import MORE, in_one_language, markup
from games import package_errors
from games.pages.drawing import drawing_cache
from games.pages.drawing.drawing_cache import Drawn
from games.rules import registry
from games.rules.engine import Rules
from games.words import table_package

#: The language and the time zone that are active while something is drawn.
Reader = tuple[str, str]


def reader_now() -> Reader:
    return get_language() or "", get_current_timezone_name()


def jinja() -> Environment:
    environment: Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    return environment


def macros(template: str) -> Any:
    """The macros of a template, as functions."""
    return jinja().get_template(template).module


def render(template: str, **context: Any) -> Markup:
    """A template that needs no request."""
    return render_in(get_language(), template, context)


def render_in(language: str | None, template: str, context: Mapping[str, Any]) -> Markup:
    """The same if the active language is known."""
    drawn = jinja().get_template(template).render(in_one_language(language), **context)
    return markup(drawn.strip())  # autoescaped


def render_kept(game: int, reader: Reader, template: str, data: Mapping[str, Any]) -> Drawn:
    """A template with exactly this ``data``, cached per game for such a reader."""
    key = template, *reader
    return drawing_cache.get_or_draw(
        game, key, data, lambda given: render_in(reader[0], template, {MORE: given})
    )


def render_if_there(template: str, **context: Any) -> Markup:
    """The same; empty for a game type without this template."""
    try:
        return render(template, **context)
    except TemplateNotFound as error:
        if error.name != template:
            raise
        return Markup("")


@cache
def is_brought(template: str) -> bool:
    environment = jinja()
    assert environment.loader is not None  # Django provides it
    try:
        environment.loader.get_source(environment, template)
    except TemplateNotFound:
        return False
    return True


def render_own(template: str, *, needed: bool = True, **context: Any) -> Markup | None:
    """A game type's own template, ``imhotep/yard.html``.

    None if it fails; empty if it is missing and not ``needed``.
    """
    try:
        return (render if needed else render_if_there)(template, **context)
    except Exception as error:  # noqa: BLE001  whatever a package does
        game, _slash, place = template.partition("/")
        package_errors.record_error(game, place, error)
        return None


def fixed(template: str) -> Markup:
    """A game type's template that no position changes, such as its help or its cover.

    It gets the figures of the rules. Empty if it is missing.
    """
    return _fresh(template) if settings.DEBUG else _fixed(template, get_language())


@cache
def _fixed(template: str, language: str | None) -> Markup:
    return _fresh(template)


def _fresh(template: str) -> Markup:
    game, _slash, _place = template.partition("/")
    figures = table_package.figures(registry.get(game))
    return render_own(template, needed=False, figures=figures) or Markup("")


@cache
def stylesheet(rules: Rules[Any]) -> str:
    """The static name of a game type's own style sheet, "" if it has none."""
    name = f"{rules.slug}/board.css"
    package = Path(import_module(rules.package).__path__[0])
    return name if (package / "table" / "static" / name).is_file() else ""
