"""Standing instructions in words."""

from __future__ import annotations

from ...engine import Choice, Part, Text, _
from ..gods import NONE
from ..tables import MAN, SEXES
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
            return Text(_("Use people, men first"))
        case "use_people", "women_first":
            return Text(_("Use people, women first"))
        case "use_people", order, *kinds:
            sexes = SEXES if order == "use" else SEXES[::-1]
            named = [_kind(sex, kind) for sex, kind in zip(sexes, kinds, strict=False)]
            if len(named) == 1:
                return named[0]
            return Text("{one}, {other}", one=named[0], other=named[1])
        case "buy_jewel", "most":
            return Text(_("The jewel worth the most"))
        case "buy_jewel", "cheapest":
            return Text(_("The jewel with the most points per shell"))
        case "buy_jewel", "jewel":
            return Text(_("A particular jewel"))
        case "buy_jewel", "jewel", which:
            return jewel(which)
        case "buy_jewel", "rank":
            return Text(_("The first of these that is available"))
        case "buy_jewel", "rank", *_before, "nothing":
            return Text(_("otherwise none"))
        case "buy_jewel", "rank", *_before, which:
            return jewel(which)
        case "buy_jewel", "nothing":
            return jewel("nothing")
        case "take_task", "nearest":
            return Text(_("The task with the fewest things missing"))
        case "take_task", "task":
            return Text(_("A particular task"))
        case "take_task", _, task:
            return needs.task(str(task))
    raise ValueError((kind, parts))


def _kind(sex: str, kind: Part) -> Text:
    if kind == NONE:
        return Text(_("no man") if sex == MAN else _("no woman"))
    return names.tribe(sex, str(kind))
