"""Tournaments in words: what each is, and when."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from boardgames.words import dates
from games.models import Series, Tournament
from games.rules import registry
from games.tournaments.kinds.kinds import get_kind
from games.tournaments.plan import Plan
from games.tournaments.series.series import is_league

TIE_BREAKS = {
    "direct": gettext_lazy("the games against each other"),
    "berger": gettext_lazy("the points of those beaten"),
    "buchholz": gettext_lazy("the points of all met"),
    "share": gettext_lazy("the share of the points in a game"),
}
#: As the heading of a column.
SHORT = {
    "direct": gettext_lazy("Direct"),
    "berger": gettext_lazy("Beaten"),
    "buchholz": gettext_lazy("Met"),
    "share": gettext_lazy("Share"),
}


#: Why the next edition of a series does not come, by code.
STUCK: dict[str, Promise] = {
    "deserted": gettext_lazy("There were too few people for the last three, so it has ended."),
    "bad_type": gettext_lazy("The game is not on offer any more."),
    "bad_options": gettext_lazy("The game no longer takes these options."),
    "bad_players": gettext_lazy("The game is no longer played by so many."),
    "bad_clock": gettext_lazy("There is no longer such a clock."),
    "no_member": gettext_lazy("Its club is closed, or who runs it is no longer in it."),
    "not_officer": gettext_lazy("Who runs it does not run its club any more."),
}


def number(value: float) -> str:
    """Points as people write them: halves as a sign, else two digits at most."""
    whole, rest = divmod(value, 1)
    if rest == 0.5:
        return f"{int(whole) or ''}½"
    return f"{value:.2f}".rstrip("0").rstrip(".")


def game(declared: Tournament | Plan) -> str:
    """Which games, and at tables of how many."""
    types = [declared.type, *(each["type"] for each in declared.further or ())]
    names, n = [type_name(each) for each in types], declared.players
    if len(names) > 1:
        said = ngettext("%(games)s in turn for %(n)d", "%(games)s in turn for %(n)d", n)
        return said % {"games": ", ".join(names), "n": n}
    said = ngettext("%(game)s for %(n)d", "%(game)s for %(n)d", n)
    return said % {"game": names[0], "n": n}


def type_name(type_: str) -> str:
    try:
        return _(registry.get(type_).name)
    except registry.UnknownGameType:
        return type_.capitalize()


def how(tournament: Tournament | Plan) -> str:
    """How it is played, in one sentence."""
    if tournament.kind == Tournament.Kind.ELIMINATION:
        return _elimination(tournament)
    if tournament.kind == Tournament.Kind.LEAGUE:
        return _("League, divisions of about %(n)d; the best rise, the last fall.") % {
            "n": tournament.group_size
        }
    if tournament.kind == Tournament.Kind.LADDER:
        return _("Ladder: who wins against somebody above takes their rung.")
    if tournament.kind == Tournament.Kind.SWISS:
        return _("Swiss, %(n)d rounds: in each those with equal points meet.") % {
            "n": tournament.rounds
        }
    if tournament.most > tournament.group_size:
        return _("Groups of about %(n)d; the winners of the groups meet in a final group.") % {
            "n": tournament.group_size
        }
    if tournament.players == 2:
        return _("Everybody meets everybody once.")
    return _("Everybody meets everybody equally often.")


def _elimination(tournament: Tournament | Plan) -> str:
    if tournament.players > 2:
        return _("Elimination: at each table the first two go on.")
    if tournament.lives > 1 and tournament.match > 1:
        return _("Elimination: who loses two matches is out; two of three games win one.")
    if tournament.lives > 1:
        return _("Elimination: who loses twice is out.")
    if tournament.match > 1:
        return _("Elimination: who wins two of three games goes on.")
    return _("Elimination: who loses is out.")


def when(tournament: Tournament, over: int, tables: int) -> str:
    """How far it is, or when it begins."""
    match tournament.status:
        case Tournament.Status.OPEN if tournament.starts_at and _follows(tournament):
            return _("It begins on %(date)s; who stays from the season before takes part.") % {
                "date": dates.moment(tournament.starts_at)
            }
        case Tournament.Status.OPEN if tournament.starts_at:
            return _("It begins on %(date)s with those who are there then.") % {
                "date": dates.moment(tournament.starts_at)
            }
        case Tournament.Status.OPEN:
            return _("It begins as soon as all places are taken.")
        case Tournament.Status.RUNNING if tournament.paused_until:
            return _("It is paused, and goes on by itself on %(date)s.") % {
                "date": dates.moment(tournament.paused_until)
            }
        case Tournament.Status.RUNNING if tournament.ends_at and get_kind(tournament).lasting:
            return until(tournament)
        case Tournament.Status.RUNNING if tournament.ends_at:
            return _("%(over)d of %(all)d games played, ends by %(date)s.") % {
                "over": over,
                "all": tables,
                "date": dates.shown(tournament.ends_at, "DATE_FORMAT"),
            }
        case Tournament.Status.FINISHED if tournament.ended_at:
            return _("It ended on %(date)s.") % {
                "date": dates.shown(tournament.ended_at, "DATE_FORMAT")
            }
    return _("It was called off.")


def until(tournament: Tournament) -> str:
    """When it begins, ends or ended, without how far it is."""
    if tournament.status == Tournament.Status.RUNNING and tournament.ends_at:
        ends = dates.shown(tournament.ends_at, "DATE_FORMAT")
        return _("It ends by %(date)s.") % {"date": ends}
    return when(tournament, 0, 0)


def _follows(tournament: Tournament) -> bool:
    """Whether it is a season after another one."""
    return tournament.kind == Tournament.Kind.LEAGUE and (tournament.edition or 1) > 1


def edition(tournament: Tournament) -> str:
    """Which one of its series it is; nothing for one that is not regular."""
    series = tournament.series
    if series is None:
        return ""
    if tournament.kind == Tournament.Kind.LEAGUE:
        return _("Season %(n)d") % {"n": tournament.edition}
    return _("Number %(n)d, %(rhythm)s") % {"n": tournament.edition, "rhythm": rhythm(series)}


def rhythm(series: Series) -> str:
    """How often, within a sentence."""
    if is_league(series):
        return _("season after season")
    return str(Series.Rhythm(series.rhythm).label)


def coming(series: Series) -> str:
    """When the next edition can be joined."""
    if not series.active:
        return _("It has ended: no further one is opened.")
    if series.trouble:
        return _("The next one cannot be opened.") + " " + stuck(series.trouble)
    if is_league(series):
        return _("As soon as a season begins the next one can be joined.")
    if series.next_at is None:
        return _("The next one follows when the last one is over.")
    return _("The next one can be joined from %(date)s on.") % {
        "date": dates.shown(series.next_at, "DATE_FORMAT")
    }


def stuck(code: str) -> str:
    """Why the next edition does not come."""
    return str(STUCK.get(code, _("One of its settings is refused.")))
