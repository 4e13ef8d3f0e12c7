"""The settings of games in words: options, clock, how many players."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.engine import Json, Option, Rules


def value(option: Option, chosen: Any) -> str:
    """What an option is set to."""
    if option.kind == "flag":
        return _("yes") if chosen else _("no")
    if option.value_labels:
        return _(option.value_labels[option.values.index(chosen)])
    return str(chosen)


def options(rules: Rules[Any], chosen: Json) -> list[tuple[str, str]]:
    """Every option with what it is set to."""
    return [
        (_(option.label), value(option, chosen.get(option.name, option.default)))
        for option in rules.options
    ]


def unusual(rules: Rules[Any], chosen: Json) -> list[str]:
    """What differs from the game as it is usually played, shortly."""
    return [
        _(option.label)
        if option.kind == "flag"
        else f"{_(option.label)}: {value(option, chosen[option.name])}"
        for option in rules.options
        if chosen.get(option.name, option.default) != option.default
    ]


def clock(setting: Json) -> str:
    """How much time there is."""
    if setting.get("kind") == "none":
        return _("no time limit")
    days = setting.get("days", 0)
    return ngettext("%(days)d day per turn", "%(days)d days per turn", days) % {"days": days}


def players(rules: Rules[Any]) -> str:
    """How many can play."""
    few, most = min(rules.players), max(rules.players)
    if few == most:
        return ngettext("%(n)d player", "%(n)d players", few) % {"n": few}
    if len(rules.players) == most - few + 1:
        return _("%(few)d to %(most)d players") % {"few": few, "most": most}
    return _("%(numbers)s players") % {"numbers": ", ".join(map(str, rules.players))}


def listed(names: list[str]) -> str:
    """Names as in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
