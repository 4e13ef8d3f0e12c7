"""Tournaments in words: what each is, and when."""

from __future__ import annotations

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from boardgames.words import dates
from games.models import Series, Tournament
from games.rules import registry
from games.tournaments.kinds.arena import Rules
from games.tournaments.kinds.kinds import KINDS, get_kind
from games.tournaments.plan import Plan
from games.tournaments.series.rhythm import begin_after
from games.tournaments.series.series import is_league

TIE_BREAKS = {
    "direct": gettext_lazy("the games against each other"),
    "berger": gettext_lazy("the points of beaten opponents"),
    "buchholz": gettext_lazy("the points of all opponents"),
    "share": gettext_lazy("the share of the points in a game"),
}
#: Headings of columns.
SHORT = {
    "direct": gettext_lazy("Direct"),
    "berger": gettext_lazy("Beaten"),
    "buchholz": gettext_lazy("Met"),
    "share": gettext_lazy("Share"),
}


#: Why the next edition of a series does not open, by code.
STUCK: dict[str, Promise] = {
    "deserted": gettext_lazy("The last three had too few players, so the series has ended."),
    "bad_type": gettext_lazy("The game is no longer offered."),
    "bad_options": gettext_lazy("The game no longer takes these options."),
    "bad_players": gettext_lazy("The game can no longer be played by this many players."),
    "bad_clock": gettext_lazy("This clock no longer exists."),
    "no_member": gettext_lazy("Its club is closed, or its organiser is no longer a member."),
    "not_officer": gettext_lazy("Its organiser no longer runs the club."),
}


def number(value: float) -> str:
    """Points in the usual notation: halves as a sign, otherwise two decimals at most."""
    whole, rest = divmod(value, 1)
    if rest == 0.5:
        return f"{int(whole) or ''}½"
    return f"{value:.2f}".rstrip("0").rstrip(".")


def game(declared: Tournament | Plan) -> str:
    """The games, and the number of players at a table."""
    types = [declared.type, *(each["type"] for each in declared.further or ())]
    names, n = [type_name(each) for each in types], declared.players
    if len(names) > 1:
        said = ngettext("%(games)s in rotation for %(n)d", "%(games)s in rotation for %(n)d", n)
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
        return _("League, divisions of about %(n)d; the best are promoted, the last relegated.") % {
            "n": tournament.group_size
        }
    if tournament.kind == Tournament.Kind.LADDER:
        return _("Ladder: if you beat a player above you, you take their rung.")
    if tournament.kind == Tournament.Kind.ARENA:
        minutes = (tournament.arena or {}).get("minutes", Rules().minutes)
        return _("Arena, %(n)d minutes: after each game you meet the next opponent at once.") % {
            "n": minutes
        }
    if tournament.kind == Tournament.Kind.SWISS:
        return _("Swiss, %(n)d rounds: in each, players with the same score meet.") % {
            "n": tournament.rounds
        }
    if tournament.most > tournament.group_size:
        return _("Groups of about %(n)d; the group winners meet in a final group.") % {
            "n": tournament.group_size
        }
    if tournament.players == 2:
        return _("Everyone plays everyone once.")
    return _("Everyone plays everyone equally often.")


def _elimination(tournament: Tournament | Plan) -> str:
    if tournament.players > 2:
        return _("Elimination: the top two at each table advance.")
    if tournament.lives > 1 and tournament.match > 1:
        return _("Double elimination, best of three: you are out after two lost matches.")
    if tournament.lives > 1:
        return _("Double elimination: you are out after two losses.")
    if tournament.match > 1:
        return _("Single elimination, best of three: you need two wins to advance.")
    return _("Single elimination: you are out after one loss.")


def when(tournament: Tournament, over: int, tables: int) -> str:
    """How far it is, or when it begins."""
    match tournament.status:
        case Tournament.Status.OPEN if tournament.starts_at and _follows(tournament):
            return _(
                "It begins on %(date)s. Players who stay from the season before take part."
            ) % {"date": dates.moment(tournament.starts_at)}
        case Tournament.Status.OPEN if tournament.starts_at:
            return _("It begins on %(date)s with the players who have joined by then.") % {
                "date": dates.moment(tournament.starts_at)
            }
        case Tournament.Status.OPEN:
            return _("It begins as soon as all places are taken.")
        case Tournament.Status.RUNNING if tournament.paused_until:
            return _("It is paused, and resumes by itself on %(date)s.") % {
                "date": dates.moment(tournament.paused_until)
            }
        case Tournament.Status.RUNNING if tournament.ends_at and get_kind(tournament).live:
            return _("It runs until %(date)s.") % {"date": dates.moment(tournament.ends_at)}
        case Tournament.Status.RUNNING if tournament.ends_at and get_kind(tournament).lasting:
            return until(tournament)
        case Tournament.Status.RUNNING if tournament.ends_at:
            return _("%(over)d of %(all)d games played, ends by %(date)s.") % {
                "over": over,
                "all": tables,
                "date": dates.format_date(tournament.ends_at, "DATE_FORMAT"),
            }
        case Tournament.Status.FINISHED if tournament.ended_at:
            return _("It ended on %(date)s.") % {
                "date": dates.format_date(tournament.ended_at, "DATE_FORMAT")
            }
    return _("It was cancelled.")


def today(tournament: Tournament, _over: int, _tables: int) -> str:
    """When one of today begins or ends, by the hour."""
    running = tournament.status == Tournament.Status.RUNNING
    at = tournament.ends_at if running else tournament.starts_at
    said = _("It is running, until %(time)s.") if running else _("It begins at %(time)s.")
    return said % {"time": dates.hour(at or timezone.now())}


def until(tournament: Tournament) -> str:
    """When it begins, ends or ended, without its progress."""
    live = get_kind(tournament).live
    if tournament.status == Tournament.Status.RUNNING and tournament.ends_at and not live:
        ends = dates.format_date(tournament.ends_at, "DATE_FORMAT")
        return _("It ends by %(date)s.") % {"date": ends}
    return when(tournament, 0, 0)


def _follows(tournament: Tournament) -> bool:
    """Whether it is a later season."""
    return tournament.kind == Tournament.Kind.LEAGUE and (tournament.edition or 1) > 1


def edition(tournament: Tournament) -> str:
    """Its number in the series; empty for one without a series."""
    series = tournament.series
    if series is None:
        return ""
    if tournament.kind == Tournament.Kind.LEAGUE:
        return _("Season %(n)d") % {"n": tournament.edition}
    return _("No. %(n)d of a series, %(rhythm)s") % {
        "n": tournament.edition,
        "rhythm": rhythm(series),
    }


def rhythm(series: Series) -> str:
    """How often, as part of a sentence; of live games also at what hour."""
    if is_league(series):
        return _("season after season")
    if KINDS[series.plan["kind"]].live and series.rhythm == Series.Rhythm.WEEK:
        begins = begin_after(series, timezone.now(), series.organiser.zone)
        return _("every week: %(weekday)s, %(time)s") % {
            "weekday": dates.format_date(begins, "l"),
            "time": dates.hour(begins),
        }
    return str(Series.Rhythm(series.rhythm).label)


def coming(series: Series) -> str:
    """When the next edition can be joined."""
    if not series.active:
        return _("It has ended: no more tournaments are opened.")
    if series.trouble:
        return _("The next one cannot be opened.") + " " + stuck(series.trouble)
    if is_league(series):
        return _("When a season begins, you can join the next one.")
    if series.next_at is None:
        return _("The next one opens when the last one is over.")
    return _("You can join the next one from %(date)s.") % {
        "date": dates.format_date(series.next_at, "DATE_FORMAT")
    }


def stuck(code: str) -> str:
    """Why the next edition does not open."""
    return str(STUCK.get(code, _("One of its settings is no longer allowed.")))


def say_invited(number: int) -> str:
    """How many people have just been invited; none if the form was sent twice."""
    if not number:
        return _("Everybody named is invited already.")
    said = ngettext("%(n)d person is invited.", "%(n)d people are invited.", number)
    return said % {"n": number}
