"""Words for what the rules say as data, in the language that is active.

A game type's ``table`` package chooses the words; one without (the example game) gets plain ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any

from django.utils.html import format_html
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from games.models import Seat
from games.rules.engine import Choice, Decision, Part, Player, Rules, Text


def names(seats: Sequence[Seat]) -> list[str]:
    """What each seat is called: its owner's name, or a bot's number."""
    return [
        seat.user.username
        if seat.user
        else _("Bot %(number)d") % {"number": seat.index + 1}
        if seat.bot
        else _("free seat")
        for seat in seats
    ]


def plain(text: Text, people: Sequence[str]) -> str:
    """A Text as a string; ``people`` are the seats' names."""
    return telling(people)(text)


def telling(people: Sequence[str]) -> Callable[[Text], str]:
    """``plain`` for many texts, all in the language that is active now."""
    language = get_language() or ""

    def value(each: Any) -> str:
        if isinstance(each, Text):
            return tell(each)
        return people[each.seat] if isinstance(each, Player) else str(each)

    def tell(text: Text) -> str:
        n = None if text.plural is None else text.values["n"]
        pattern = _pattern(language, text.message, text.plural, n)
        return pattern.format(**{name: value(each) for name, each in text.values.items()})

    return tell


@lru_cache(10_000)
def _pattern(language: str, message: str, plural: str | None, n: int | None) -> str:
    """A message in the language that is active, which is ``language``: so it can be kept."""
    return _(message) if plural is None or n is None else ngettext(message, plural, n)


def markup(text: Text, people: Sequence[str]) -> Markup:
    """A Text as HTML: names in ``<b class="player" data-seat="2">``, everything else escaped."""
    n = None if text.plural is None else text.values["n"]
    pattern = escape(_pattern(get_language() or "", text.message, text.plural, n))
    values = {name: _markup_value(value, people) for name, value in text.values.items()}
    return Markup(pattern.format(**values))  # noqa: S704  every value is escaped


def _markup_value(value: Any, people: Sequence[str]) -> str:
    if isinstance(value, Text):
        return markup(value, people)
    if isinstance(value, Player):
        return format_html(
            '<b class="player" data-seat="{}">{}</b>', value.seat, people[value.seat]
        )
    return escape(str(value))


# What a game type's table says -------------------------------------------------------------------


@cache
def table(rules: Rules[Any]) -> ModuleType | None:
    """The ``table`` package of a game type, None if it brings none."""
    name = f"{rules.package}.table"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def prompt(rules: Rules[Any], decision: Decision, view: Mapping[str, object]) -> Text:
    """The question that a decision asks."""
    words = table(rules)
    if words is None:
        return Text(decision.prompt)
    said: Text = words.prompt(decision.kind, decision.args, view, decision.seat)
    return said


def label(rules: Rules[Any], decision: Decision, parts: Choice, view: Mapping[str, object]) -> Text:
    """Words for a choice, or for the last part of a beginning of one."""
    words = table(rules)
    if words is None:
        return Text("{parts}", parts=", ".join(map(str, parts)))
    said: Text = words.label(decision.kind, decision.args, parts, view)
    return said


def logged(rules: Rules[Any], kind: str, data: Mapping[str, Any]) -> Text | None:
    """The log line of an event, None for an event that needs none."""
    words = table(rules)
    if words is None:
        told = ", ".join(f"{name} {value}" for name, value in data.items() if name != "seat")
        if "seat" in data:
            return Text(
                "{player}: {kind} {told}", player=Player(data["seat"]), kind=kind, told=told
            )
        return Text("{kind} {told}", kind=kind, told=told)
    said: Text | None = words.log(kind, data)
    return said


def source(rules: Rules[Any], name: str) -> Text:
    """The name of a source of points, or of a tie-breaker."""
    words = table(rules)
    if words is None:
        return Text(name)
    said: Text = words.source(name)
    return said


def instruction(rules: Rules[Any], kind: str, parts: Choice) -> Text:
    """Words for a standing instruction."""
    words = table(rules)
    if words is None:
        return Text("{parts}", parts=", ".join(map(str, parts)))
    said: Text = words.instruction(kind, parts)
    return said


def target(rules: Rules[Any], decision: Decision, parts: Sequence[Part]) -> str | None:
    """The thing on the board that stands for the last of these parts."""
    words = table(rules)
    if words is None:
        return None
    said: str | None = words.target(decision.kind, decision.args, tuple(parts))
    return said
