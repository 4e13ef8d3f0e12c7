"""A game type's own part of the table: its regions and the goods of each player, as HTML.

docs/table.md says what its templates are given.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import engines
from django.utils.translation import get_language
from jinja2 import Environment, TemplateNotFound
from markupsafe import Markup

from games import words
from games.pages.choosing import Step
from games.rules.engine import Rules

# What differs from one rendering to the next although nothing has changed: words that the page
# keeps true by itself, and the token of forms, which is put in last.
_TICKING = re.compile(r"(<time[^>]*>)[^<]*")
TOKEN = Markup('<input type="hidden" name="csrfmiddlewaretoken" value="TOKEN-OF-THIS-PAGE">')

PLAIN = "board-view"


@dataclass(frozen=True)
class Region:
    """A part of the page that travels when its hash is not the one the reader has."""

    html: Markup
    label: str = ""
    hash: str = field(init=False)

    def __post_init__(self) -> None:
        stable = _TICKING.sub(r"\1", self.html).encode()
        object.__setattr__(self, "hash", hashlib.blake2b(stable, digest_size=6).hexdigest())

    def with_token(self, token: str) -> Markup:
        return Markup(self.html.replace("TOKEN-OF-THIS-PAGE", token))  # noqa: S704  our own HTML


def jinja() -> Environment:
    environment: Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    return environment


def render(template: str, **context: Any) -> Markup:
    """A template that needs no request."""
    return Markup(jinja().get_template(template).render(context).strip())  # noqa: S704  autoescaped


def render_if_there(template: str, **context: Any) -> Markup:
    """The same, empty for a game type that brings no such template."""
    try:
        return render(template, **context)
    except TemplateNotFound as error:
        if error.name != template:
            raise
        return Markup("")


def fixed(template: str) -> Markup:
    """A template without data, such as a help text or a cover; empty where it is not brought."""
    return render_if_there(template) if settings.DEBUG else _fixed(template, get_language())


@cache
def _fixed(template: str, language: str | None) -> Markup:
    return render_if_there(template)


@cache
def stylesheet(rules: Rules[Any]) -> str:
    """The static name of a game type's own style sheet, "" if it brings none."""
    name = f"{rules.slug}/board.css"
    package = Path(import_module(rules.package).__path__[0])
    return name if (package / "table" / "static" / name).is_file() else ""


def region_names(rules: Rules[Any]) -> tuple[str, ...]:
    """The regions that a game type draws, in reading order."""
    names: tuple[str, ...] = getattr(words.table(rules), "REGIONS", ())
    return names


def board_names(rules: Rules[Any]) -> list[str]:
    """The same as they are called on the page; one with plain tables where it draws none."""
    return [f"board-{name}" for name in region_names(rules)] or [PLAIN]


@dataclass
class Drawing:
    """The board of one position as one viewer sees it.

    ``targets``: what can be picked now, and where that leads; ``picked``: what has been picked;
    ``marked``: what the last moves touched.
    """

    rules: Rules[Any]
    view: Mapping[str, object]
    me: int | None
    players: Sequence[Mapping[str, object]]
    targets: Mapping[str, Step]
    picked: Collection[str]
    marked: Collection[str]

    def regions(self) -> dict[str, Region]:
        """The game type's regions in reading order; plain tables where it draws none."""
        names = region_names(self.rules)
        if not names:
            return {PLAIN: Region(render("games/plain/view.html", view=self.view))}
        context = self._context()
        return {
            f"board-{name}": Region(render(f"{self.rules.slug}/{name}.html", **context))
            for name in names
        }

    def goods(self) -> list[Markup]:
        """Each player's things, by seat."""
        context = self._context()
        return [
            render_if_there(f"{self.rules.slug}/panel.html", player=player, **context)
            for player in self.players
        ]

    def _context(self) -> dict[str, object]:
        table = words.table(self.rules)
        return {
            "view": self.view,
            "board": table.board(self.view) if table else {},
            "me": self.me,
            "players": self.players,
            "target": self._target,
        }

    def _target(
        self, name: str, label: str = "", tag: str = "g", caller: Callable[[], str] | None = None
    ) -> Markup:
        """A thing on the board, as a link where a choice begins or goes on there."""
        inner = Markup(caller() if caller else "")  # noqa: S704  a template's own output
        step = self.targets.get(name)
        if step:
            said = f"{label}: {step.label}" if step.label and step.label != label else label
            inner = Markup('<a class="choice" href="{}" aria-label="{}">{}</a>').format(
                step.query, said, inner
            )
        classes = [*(["is-marked"] if name in self.marked else []),
                   *(["is-picked"] if name in self.picked else [])]  # fmt: skip
        attributes = Markup(' class="{}"').format(" ".join(classes)) if classes else Markup("")
        return Markup('<{tag} data-target="{}" data-name="{}"{}>{}</{tag}>').format(
            name, label, attributes, inner, tag=tag
        )
