"""The settings of games in words: options, clock, how many players."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.absence.policies import POLICIES
from games.clocks import kinds as clocks
from games.rules.engine import Option, Rules
from games.words import texts

Chosen = str | int | bool


def label(rules: Rules[Any], option: Option) -> str:
    """The name of an option."""
    return texts.own(rules, option.label)


def value(rules: Rules[Any], option: Option, chosen: Chosen) -> str:
    """The chosen value of an option."""
    if option.kind == "flag":
        return _("yes") if chosen else _("no")
    if option.value_labels:
        return texts.own(rules, option.value_labels[option.values.index(chosen)])
    return str(chosen)


def options(rules: Rules[Any], chosen: dict[str, Chosen]) -> list[tuple[str, str]]:
    """Every option with its chosen value."""
    return [
        (label(rules, option), value(rules, option, chosen.get(option.name, option.default)))
        for option in rules.options
    ]


def unusual(rules: Rules[Any], chosen: dict[str, Chosen]) -> list[str]:
    """Differences from the usual settings, in short form."""
    return [
        label(rules, option)
        if option.kind == "flag"
        else f"{label(rules, option)}: {value(rules, option, chosen[option.name])}"
        for option in rules.options
        if chosen.get(option.name, option.default) != option.default
    ]


def pace(stored: Mapping[str, object]) -> str:
    """How much time there is, and what happens afterwards if that is unusual."""
    setting = clocks.read_clock(stored)
    if not setting.limited or setting.policy == clocks.DEFAULT.policy:
        return setting.words()
    words = _("{clock}; when time is up, {what}")
    return words.format(clock=setting.words(), what=policies()[setting.policy])


def time(stored: Mapping[str, object]) -> list[tuple[str, str]]:
    """Everything about time that players should know before joining."""
    setting = clocks.read_clock(stored)
    if not setting.limited:
        return [(_("Clock"), setting.words())]
    known = [(_("Clock"), setting.words()), (_("When time is up"), policies()[setting.policy])]
    if setting.live:
        return [
            *known,
            (
                _("Beginning"),
                _("when all seats are taken and everyone confirms that they are there"),
            ),
        ]
    return [
        *known,
        (_("Automatic vacation first"), _("yes") if setting.vacation else _("no")),
        (_("A calendar can extend a turn by"), stretch(setting.stretch)),
    ]


def stretch(days: int) -> str:
    """By how much a calendar may extend a turn."""
    if not days:
        return _("no time at all")
    return ngettext("at most %(days)d day", "at most %(days)d days", days) % {"days": days}


def policies() -> dict[str, str]:
    """What happens to a seat whose time is up."""
    return {name: _(policy.label) for name, policy in POLICIES.items()}


def players(rules: Rules[Any]) -> str:
    """The possible numbers of players."""
    few, most = min(rules.players), max(rules.players)
    if few == most:
        return ngettext("%(n)d player", "%(n)d players", few) % {"n": few}
    if len(rules.players) == most - few + 1:
        return _("%(few)d to %(most)d players") % {"few": few, "most": most}
    return _("%(numbers)s players") % {"numbers": ", ".join(map(str, rules.players))}


def join_names(names: list[str]) -> str:
    """Names as in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
