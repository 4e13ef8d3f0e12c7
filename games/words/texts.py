"""The rules' Texts as strings in the active language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from boardgames.words import package_translations
from games import package_errors
from games.models import Game, Seat
from games.rules.engine import Player, Rules, Text
from games.rules.engine.words import bare

#: Names for bots: each has its own at a table, and keeps it.
BOTS = ("Talos", "Olimpia", "Golem", "Coppelia", "Galatea", "Hadaly")


class Guarded(Text):
    """A package's text with its place, and ``otherwise`` for a failure."""

    __slots__ = ("otherwise", "place", "rules")

    def __init__(self, text: Text, rules: Rules[Any], place: str, otherwise: Text) -> None:
        super().__init__(text.message, text.plural, **text.values)
        self.rules, self.place, self.otherwise = rules, place, otherwise


def game_title(name: str, game: Game) -> str:
    """A game as people call it: its type's ``name``, its number, and its own name if it has one."""
    if not game.name:
        return f"{name} {game.pk}"
    return _("%(game)s %(number)d “%(name)s”") % {
        "game": name, "number": game.pk, "name": game.name
    }  # fmt: skip


def seat_names(seats: Sequence[Seat]) -> list[str]:
    """The name of each seat: its owner's, or one for its bot."""
    return [
        seat.user.username
        if seat.user
        else BOTS[(seat.game_id + seat.index) % len(BOTS)]
        if seat.bot
        else _("free seat")
        for seat in seats
    ]


def own(rules: Rules[Any], message: str) -> str:
    """A message of a game type, such as the label of an option, in the active language."""
    return bare(package_translations.translate(rules.slug, message))


def plain(text: Text, people: Sequence[str], package: str = "") -> str:
    """A Text as a string.

    ``people`` are the seats' names; ``package`` is the slug of the game type that translates it,
    unless the context has set it.
    """
    return _told(people, get_language() or "", package, text)


def telling(people: Sequence[str], language: str | None = None) -> Callable[[Text], str]:
    """``plain`` for many texts, all in the active language, which is ``language`` if given."""
    # No nested functions that refer to each other: they would be garbage for the collector.
    return partial(_told, people, language or get_language() or "", "")


def _told(people: Sequence[str], language: str, package: str, text: Text) -> str:
    if not isinstance(text, Guarded):
        return _filled(people, language, package, text)
    package = text.rules.slug
    try:
        return _filled(people, language, package, text)
    except Exception as error:
        package_errors.record_error(package, text.place, error)
        return _filled(people, language, package, text.otherwise)


def _filled(people: Sequence[str], language: str, package: str, text: Text) -> str:
    n = None if text.plural is None else text.values["n"]
    pattern = _pattern(language, package, text.message, text.plural, n)
    return pattern.format(
        **{name: _value(people, language, package, each) for name, each in text.values.items()}
    )


def _value(people: Sequence[str], language: str, package: str, each: Any) -> str:
    if isinstance(each, Text):
        return _told(people, language, package, each)
    return _called(people, each) if isinstance(each, Player) else str(each)


def _called(people: Sequence[str], player: Player) -> str:
    """The name of a seat; its number if this table has no such seat."""
    seat = player.seat
    return people[seat] if seat in range(len(people)) else str(seat)


@lru_cache(10_000)
def _pattern(language: str, package: str, message: str, plural: str | None, n: int | None) -> str:
    """The message in ``language``, which is the active one: an argument, so that it can be
    cached."""
    if plural is None or n is None:
        return bare(package_translations.translate(package, message))
    said = package_translations.translate_plural(package, message, plural, n)
    return bare(said)  # without a translation the text comes back with its context
