"""The names of a tournament's rounds."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Tournament
from games.tournaments.kinds import bracket, double


def of_round(tournament: Tournament, stage: int, number: int, people: int) -> str:
    """The name of this round, in a tournament that began with this many people."""
    if tournament.lives > 1:
        return _with_two_lives(number, people)
    if tournament.kind == Tournament.Kind.ELIMINATION:
        return _knocking_out(bracket.rounds(people, tournament.players) - number)
    if tournament.kind == Tournament.Kind.ARENA:
        return _("pairing %(n)d") % {"n": number}
    if tournament.kind == Tournament.Kind.LADDER:
        return _("challenge %(n)d") % {"n": number}
    if stage:
        return _("final group, round %(n)d") % {"n": number}
    return _("round %(n)d") % {"n": number}


def _with_two_lives(number: int, people: int) -> str:
    """A round of the winners' bracket, of the losers' bracket, or a grand final."""
    columns = double.columns(people)
    column = next(each for each in columns if each.round == number)
    last = max(each.number for each in columns if each.side == column.side)
    match column.side:
        case double.FINAL:
            return _("grand final") if column.number == 1 else _("second grand final")
        case double.LOSERS:
            if column.number == last:
                return _("final of the losers' bracket")
            return _("losers' bracket, round %(n)d") % {"n": column.number}
    if column.number == last:
        return _("final of the winners' bracket")
    return _("winners' bracket, round %(n)d") % {"n": column.number}


def _knocking_out(left: int) -> str:
    """The round of an elimination with this many rounds after it."""
    match left:
        case 0:
            return _("final")
        case 1:
            return _("semi-final")
        case 2:
            return _("quarter-final")
    return _("round of the last %(n)d") % {"n": 2 ** (left + 1)}
