"""Checks requested clocks; the class of a clock defines its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _
from msgspec import inspect

from games.clocks import kinds
from games.clocks.kinds import Clock
from games.errors import Illegal

#: The settings that every kind has.
_COMMON = kinds.Setting.__struct_fields__


class Number(NamedTuple):
    """A number of a kind of clock: its bounds, and its words in forms and in the API's
    description."""

    least: int
    most: int
    label: str
    description: str
    optional: bool


def check_clock(given: object) -> Clock:
    """The requested clock, or the default for None; Illegal says what is wrong with it."""
    if given is None:
        return kinds.DEFAULT
    if not isinstance(given, dict):
        raise _bad(_("it must be a JSON object"))
    name = given.get("kind")
    kind = kinds.KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        *first, last = kinds.KINDS
        raise _bad(
            _("kind must be %(first)s or %(last)s") % {"first": ", ".join(first), "last": last}
        )
    unknown = set(given) - {"kind", *kind.__struct_fields__}
    if unknown:
        raise _bad(_("a clock of this kind has no %(key)s") % {"key": str(min(unknown))[:40]})
    for field, wanted in _types(kind):
        value = given.get(field.name)
        if field.required or (field.name in given and (value, field.default) != (None, None)):
            _check_value(field.name, value, wanted)
    setting: Clock = msgspec.convert(given, kind)
    if contradiction := setting.contradiction():
        raise _bad(contradiction.said)
    return setting


def own_numbers(kind: type[Clock]) -> dict[str, Number]:
    """The numbers that only this kind has, by name."""
    found = {}
    for field, wanted in _types(kind):
        if field.name not in _COMMON and isinstance(wanted, inspect.IntType):
            said = _bounded(field.type).extra_json_schema or {}
            least, most = wanted.ge or 0, wanted.le or 0
            described = said.get("description", f"{least} to {most}")
            optional = not field.required
            found[field.name] = Number(least, most, said["title"], described, optional)
    return found


def _types(kind: type[Clock]) -> Iterator[tuple[inspect.Field, inspect.Type]]:
    """The fields with their types; those that only this kind has come first."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)  # a setting is a field, too
    for field in sorted(info.fields, key=lambda each: each.name in _COMMON):
        wanted = field.type
        if isinstance(wanted, inspect.Metadata | inspect.UnionType):
            wanted = _bounded(wanted).type
        yield field, wanted


def _bounded(type_: inspect.Type) -> inspect.Metadata:
    """A number with its bounds; an optional one is the first part of a union."""
    first = type_.types[0] if isinstance(type_, inspect.UnionType) else type_
    assert isinstance(first, inspect.Metadata)  # its bounds are set
    return first


def _check_value(name: str, value: Any, wanted: inspect.Type) -> None:
    match wanted:
        case inspect.IntType(ge=least, le=most):
            if type(value) is not int or not (least or 0) <= value <= (most or 0):
                raise _bad(
                    _("%(key)s must be a whole number from %(least)d to %(most)d")
                    % {"key": name, "least": least, "most": most}
                )
        case inspect.LiteralType(values=those):
            if value not in those:
                raise _bad(
                    _("%(key)s must be one of %(those)s")
                    % {"key": name, "those": ", ".join(map(str, those))}
                )
        case inspect.BoolType():
            if not isinstance(value, bool):
                raise _bad(_("%(key)s must be true or false") % {"key": name})


def _bad(what: str) -> Illegal:
    return Illegal(_("This clock is not valid: %(what)s.") % {"what": what}, "bad_clock")
