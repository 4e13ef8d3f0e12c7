"""The rules of ladders in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Tournament
from games.tournaments.kinds import ladder


def rules(tournament: Tournament) -> list[tuple[str, str, str]]:
    """An icon, the beginning of the sentence, and the rest."""
    declared = ladder.rules(tournament)
    return [
        (
            "swap",
            ngettext(
                "You can challenge players up to %(n)d rung above you.",
                "You can challenge players up to %(n)d rungs above you.",
                declared.reach,
            )
            % {"n": declared.reach},
            _(
                "A challenger who wins takes the rung; the player who held it and "
                "everyone below, down to the winner's old rung, move down by one. "
                "Otherwise all stay where they are. Players join at the bottom, at any "
                "time. You can have at most one open challenge of your own, one to "
                "answer, and %(games)d games at once. The same two can meet again only "
                "after %(days)d days, even if the challenge was withdrawn. Blocking a "
                "player does not protect your rung."
            )
            % {"games": tournament.at_once, "days": declared.again_days},
        ),
        (
            "clock",
            ngettext(
                "A challenge has to be answered within %(n)d day.",
                "A challenge has to be answered within %(n)d days.",
                declared.answer_days,
            )
            % {"n": declared.answer_days},
            _(
                "Declining it, or not answering, counts as a loss. Vacations and days off "
                "protect you: a player whose calendar says they are away cannot be "
                "challenged, and those days do not count as days to answer. A challenge "
                "still open at the end has no effect."
            ),
        ),
        (
            "following",
            ngettext(
                "A player who does nothing for %(n)d day drops one rung.",
                "A player who does nothing for %(n)d days drops one rung.",
                declared.idle_days,
            )
            % {"n": declared.idle_days},
            _(
                "They drop another rung for each further period of the same length; days "
                "away do not count. A player who withdraws or is out leaves the ladder. "
                "The order on the ladder at the end decides the places."
            ),
        ),
    ]
