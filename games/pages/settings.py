"""The settings of games in words: options, clock, how many players."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks import clock as clocks
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
    match setting.get("kind"):
        case "per_turn":
            days = setting["days"]
            return ngettext("%(days)d day per turn", "%(days)d days per turn", days) % {
                "days": days
            }
        case "reserve":
            return _("%(reserve)s in reserve, +%(more)s per turn, at most %(most)s") % {
                "reserve": hours(setting["reserve_hours"]),
                "more": hours(setting["increment_hours"]),
                "most": hours(setting["cap_hours"]),
            }
    return _("no time limit")


def pace(setting: Json) -> str:
    """How much time there is, and what comes then if it is not the usual."""
    policy = clocks.complete(setting)["policy"]
    if setting.get("kind") == "none" or policy == "bot":
        return clock(setting)
    return f"{clock(setting)} · {policies()[policy]}"


def time(setting: Json) -> list[tuple[str, str]]:
    """Everything about time that one should know before joining."""
    whole = clocks.complete(setting)
    if whole["kind"] == "none":
        return [(_("Clock"), clock(whole))]
    stretch = whole["stretch"]
    return [
        (_("Clock"), clock(whole)),
        (_("When time is up"), policies()[whole["policy"]]),
        (_("Automatic vacation before"), _("yes") if whole["vacation"] else _("no")),
        (
            _("A calendar may stretch a turn by"),
            ngettext("at most %(days)d day", "at most %(days)d days", stretch) % {"days": stretch}
            if stretch
            else _("no time at all"),
        ),
    ]


def policies() -> dict[str, str]:
    """What becomes of a seat whose time is up."""
    return {
        "bot": _("a bot plays until the player is back"),
        "replacement": _("a bot plays, and others may take the seat over"),
        "forfeit": _("the seat is lost"),
        "vote": _("the others decide"),
    }


def hours(number: int) -> str:
    """A span of so many hours, in days where it comes out even."""
    if number % 24:
        return ngettext("%(n)d hour", "%(n)d hours", number) % {"n": number}
    days = number // 24
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


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
