"""What the rounds of a tournament are called."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Tournament
from games.tournaments import bracket


def of_round(tournament: Tournament, stage: int, number: int, people: int) -> str:
    """The round of this number, in a tournament that began with so many people."""
    if tournament.kind == Tournament.Kind.ELIMINATION:
        return _knocking_out(bracket.rounds(people, tournament.players) - number)
    if stage:
        return _("final group, round %(n)d") % {"n": number}
    return _("round %(n)d") % {"n": number}


def _knocking_out(left: int) -> str:
    """The round of an elimination that has so many after it."""
    match left:
        case 0:
            return _("final")
        case 1:
            return _("semi-final")
        case 2:
            return _("quarter-final")
    return _("round of the last %(n)d") % {"n": 2 ** (left + 1)}
