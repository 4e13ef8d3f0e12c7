"""What is asked next once a choice has begun."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Json, Kept, Text, _


def further(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text | None:
    """The question after these parts; None where it stays the one before."""
    match kind, *parts:
        case "place_die", die:
            return _where(die)
        case "place_die", _die, _card:
            return Text(_("With a god?"))
        case "place_die", _die, _card, _gods, *_rest:
            return Text(_("How do you pay for the god?"))
        case "expand", _region:
            return Text(_("With a god, for the fish?"))
        case "build", _one:
            return Text(_("Which second field do you build on?"))
        case "fire_bonus", _gift:
            return Text(_("And a status step or a shell?"))
        case "use_people", _sex, _person:
            return Text(_("With a god?"))
        case "settle_task", _task:
            return Text(_("What do you do with this task?"))
        case "settle_last_task", _task:
            return Text(_("How do you pay for it?"))
        case "exchange", str(good):
            return Text(_EXCHANGES[good]) if good in _EXCHANGES else None
    return None


def _where(die: object) -> Text:
    """What a low die costs is said before it is placed."""
    return Text(_LOW.get(die, _("Where do you place the {die}?")), die=die)


_LOW: dict[object, str] = {
    1: _("Where do you place the 1? It does little, and no die follows it without a god."),
    2: _("Where do you place the 2? It does little, and only a 1 follows it without a god."),
}


#: What a helper brings, before it is said which one.
_EXCHANGES = {
    "push": _("Which person do you push down?"),
    "god": _("Which god card?"),
    "material": _("Which material?"),
}
