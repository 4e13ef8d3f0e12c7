"""Standing instructions in words."""

from __future__ import annotations

from ...engine import Choice, Part, Text, _
from ..gods import NONE
from ..tables import MAN
from . import names, needs
from .choices import jewel, label


def instruction(kind: str, parts: Choice) -> Text:
    """Words for a standing instruction, or for the last part of the beginning of one."""
    match kind, *parts:
        case ("first_hut", "region"):
            return Text(_("The first hut"))
        case "first_hut", _, region:
            return names.place(str(region))
        case "take_person", "kind":
            return Text(_("A kind of people"))
        case "take_person", _, person:
            return Text(_("The first of this kind: {kind}"), kind=Text(names.KINDS[str(person)]))
        case "fire_bonus", *_rest:
            return label(kind, (), parts, {})
        case "use_people", "use":
            return Text(_("Use people"))
        case "use_people", _, man:
            return _kind("man", man)
        case "use_people", _, man, woman:
            return Text("{man}, {woman}", man=_kind("man", man), woman=_kind("woman", woman))
        case "buy_jewel", "most":
            return Text(_("The jewel worth most"))
        case "buy_jewel", "cheapest":
            return Text(_("The jewel with most points for a shell"))
        case "buy_jewel", "jewel":
            return Text(_("A certain jewel"))
        case "buy_jewel", "jewel", which:
            return jewel(which)
        case "buy_jewel", "nothing":
            return jewel("nothing")
        case "take_task", "nearest":
            return Text(_("The task of which least is missing"))
        case "take_task", "task":
            return Text(_("A certain task"))
        case "take_task", _, task:
            return needs.task(str(task))
    raise ValueError((kind, parts))


def _kind(sex: str, kind: Part) -> Text:
    if kind == NONE:
        return Text(_("no man") if sex == MAN else _("no woman"))
    return names.tribe(sex, str(kind))
