"""Ladders in words: their rules, and the lines of their logs."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Challenge, Happening, Tournament
from games.tournaments.kinds import ladder

SANK = gettext_lazy("%(name)s has done nothing for long and sinks by a rung")


def rules(tournament: Tournament) -> list[tuple[str, str, str]]:
    """An icon, what the sentence begins with, and the rest."""
    declared = ladder.rules(tournament)
    return [
        (
            "swap",
            ngettext(
                "One challenges up to %(n)d rung above oneself.",
                "One challenges up to %(n)d rungs above oneself.",
                declared.reach,
            )
            % {"n": declared.reach},
            _(
                "Who wins takes the rung, and those between move down by one; else all stay where "
                "they are. Everybody joins at the bottom, at any time. Nobody has more than one "
                "open challenge of their own and one to answer, nor more games at once than "
                "%(games)d. The same two meet again after %(days)d days; that holds for a "
                "challenge that was taken back, too. A block protects no rung."
            )
            % {"games": tournament.at_once, "days": declared.again_days},
        ),
        (
            "clock",
            ngettext(
                "A challenge is answered within %(n)d day.",
                "A challenge is answered within %(n)d days.",
                declared.answer_days,
            )
            % {"n": declared.answer_days},
            _(
                "To decline it, or not to answer, counts as a game lost. Vacations and days off "
                "protect: who is away by their calendar is not challenged, and these days do not "
                "count. One that is open at the end counts for nothing."
            ),
        ),
        (
            "following",
            ngettext(
                "Who does nothing for %(n)d day sinks by a rung.",
                "Who does nothing for %(n)d days sinks by a rung.",
                declared.idle_days,
            )
            % {"n": declared.idle_days},
            _(
                "And so after as many days each time; days away do not count. Who withdraws or is "
                "out is off the ladder. In the end the order gives the places."
            ),
        ),
    ]


_CHALLENGE = {
    Challenge.State.ASKED: gettext_lazy("%(one)s challenges %(other)s"),
    Challenge.State.ACCEPTED: gettext_lazy("%(other)s accepts the challenge of %(one)s"),
    Challenge.State.DECLINED: gettext_lazy(
        "%(other)s declines the challenge of %(one)s, who takes the rung"
    ),
    Challenge.State.EXPIRED: gettext_lazy(
        "%(other)s has not answered %(one)s in time, who takes the rung"
    ),
    Challenge.State.WITHDRAWN: gettext_lazy("The challenge of %(one)s to %(other)s is off"),
}


def challenge(line: Happening, names: Mapping[int, str]) -> str:
    one, other = (names.get(line.data[who], "?") for who in ("challenger", "challenged"))
    return str(_CHALLENGE[line.data["state"]]) % {"one": one, "other": other}
