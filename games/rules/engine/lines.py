"""The log as a table: the line for each kind of event.

``LINES = {"fished": line(_("{player} fishes: {points} points.")), …}`` is all that a ``table`` says
of its log. An entry is a line, several of which the first that fits is told, a function of what
the event tells for those that have to think, or None for an event that no line tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from .state import Json
from .words import Player, Text, names_in

How = Mapping[Any, str] | Callable[..., Any]
"""What is shown of a field: its name in such a table, or what a function makes of it."""
Shown = str | Text | How | tuple[*tuple[str, ...], How]
Teller = Callable[[Json], Text | None]
Lines = Mapping[str, Teller | tuple[Teller, ...] | None]


def line(
    message: str | tuple[str, str],
    /,
    *,
    when: str | Callable[[Json], Any] | None = None,
    **shown: Shown,
) -> Line:
    """A line for an event.

    ``good=GOODS``               by its name in a table: ``GOODS[…]``, marked by ``_``
    ``card=name_of``             by what a function makes of it: a Text, a Player, a number
    ``n="points"``               it is the field ``points`` ``to=("site", SITES)``       both; a
    function may take several fields: ``("good", "n", amount)`` ``what=Text(_("stone"))``    it is
    always the same

    ``when`` is a field that must hold something, or a function of the event: otherwise the line is
    passed over.
    """
    return Line((message,) if isinstance(message, str) else message, when, shown)


class Line:
    """Made by :func:`line`. ``fields`` says of each name in the message which fields it shows."""

    __slots__ = ("_values", "_when", "fields", "messages")

    def __init__(
        self,
        messages: tuple[str, ...],
        when: str | Callable[[Json], Any] | None,
        shown: Mapping[str, Shown],
    ) -> None:
        self.messages = messages
        self._when = when
        names = {name for message in messages for name in names_in(message)}
        if len(messages) > 1:
            names.add("n")  # by which the form is chosen
        for name in shown.keys() - names:
            raise ValueError(f"line({messages[0]!r}, …): the message does not name {{{name}}}")
        self._values = {name: _value(name, shown.get(name)) for name in sorted(names)}
        self.fields = {name: fields for name, (fields, _how) in self._values.items()}

    def __call__(self, data: Json) -> Text | None:
        if self._when is not None and not self.holds(data):
            return None
        values = {
            name: how(*[data[field] for field in fields])
            for name, (fields, how) in self._values.items()
        }
        return Text(*self.messages, **values)

    def __repr__(self) -> str:
        return f"line({self.messages[0]!r}, …)"

    def holds(self, data: Json) -> bool:
        """Whether ``when`` allows the line."""
        when = self._when
        return bool(when is None or (data.get(when) if isinstance(when, str) else when(data)))

    def lacks(self, data: Json) -> Iterator[str]:
        """The fields that it shows and that the reader is not told."""
        return (
            field for fields in self.fields.values() for field in fields if data.get(field) is None
        )


def told(lines: Lines, kind: str, data: Json) -> Text | None:
    """The words for an event, None if no line tells it.

    Of several lines it is the first that tells only what the reader knows: all that it names is
    among ``data`` and not None. The last one is told to everybody else.
    """
    entry = lines.get(kind)
    if not isinstance(entry, tuple):
        return None if entry is None else entry(data)
    *before, last = entry
    for each in before:
        known = not isinstance(each, Line) or next(each.lacks(data), None) is None
        text = each(data) if known else None
        if text is not None:
            return text
    return last(data)


def _value(name: str, shown: Shown | None) -> tuple[tuple[str, ...], Callable[..., Any]]:
    """The fields of an event that a name in a message shows, and how."""
    if shown is None:
        return (("seat",), Player) if name == "player" else ((name,), _itself)
    if isinstance(shown, str):
        return (shown,), _itself
    if isinstance(shown, Text):
        return (), partial(_itself, shown)
    *fields, how = shown if isinstance(shown, tuple) else (name, shown)
    return tuple(fields), partial(_named, how) if isinstance(how, Mapping) else how


def _itself(value: Any) -> Any:
    return value


def _named(names: Mapping[Any, str], value: Any) -> Text:
    return Text(names[value])
