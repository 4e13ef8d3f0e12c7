"""The rules of a tournament as sentences."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks import kinds as clocks
from games.models import Tournament
from games.pages import settings
from games.pages.tournaments import arena_words, rung_words
from games.pages.tournaments.words import TIE_BREAKS, number, type_name
from games.rules import registry
from games.tournaments import plan
from games.tournaments.kinds import game_rotation
from games.tournaments.kinds.game_rotation import Played
from games.tournaments.kinds.kinds import get_kind


class Rule(NamedTuple):
    """A sentence of the rules, with its icon; ``strong`` is its beginning."""

    icon: str
    strong: str
    text: str


def rules(tournament: Tournament) -> list[Rule]:
    """All rules that are declared before players join, in the order of the page."""
    arena = tournament.kind == Tournament.Kind.ARENA
    found = _of_arena(tournament) if arena else _all_kinds(tournament)
    if entry := _entry(tournament):
        found.append(Rule("key", _("Who can join:"), entry))
    if not tournament.allows_lines:
        trying = _("Players cannot try choices out in a copy of the game before its end.")
        found.append(Rule("branch", _("No lines."), trying))
    match tournament.kind:
        case Tournament.Kind.ELIMINATION:
            found[1] = _matches(tournament)
            found += _two_lives(tournament) if tournament.lives > 1 else []
        case Tournament.Kind.SWISS:
            found[1] = _rounds(tournament)
        case Tournament.Kind.LEAGUE:
            found += [_rising(tournament), _leaving()]
        case Tournament.Kind.ARENA:
            pass
        case Tournament.Kind.LADDER:
            found[1:2] = [Rule(*rule) for rule in rung_words.rules(tournament)]
        case _:
            found.append(_leaving())
    if get_kind(tournament).substitutes:
        found.append(_substitutes())
    if tournament.further:
        found.insert(0, _in_turn(tournament))
    elif unusual := _unusual(game_rotation.all_of(tournament)[0]):
        found.insert(0, Rule("games", _("Unusual options:"), f"{', '.join(unusual)}."))
    found.append(
        Rule(
            "user",
            _("Run by %(name)s.") % {"name": tournament.organiser.username},
            _(
                "Organisers and moderators who play make no decisions while it runs; "
                "others make them. Each decision is in the log, with its reason."
            ),
        )
    )
    return found


def _all_kinds(tournament: Tournament) -> list[Rule]:
    """The rules that every kind has: clock, games at once, how long it lasts, points."""
    setting = clocks.read_clock(tournament.clock)
    lasts = get_kind(tournament).lasts(tournament, tournament.most).days
    return [
        Rule(
            "clock",
            f"{setting.words()}.",
            _(
                "A player who runs out of time loses that game; the second time, they are "
                "out. A bot may take over the seat, but nobody gets points for what it "
                "wins."
            ),
        ),
        Rule(
            "swap",
            ngettext(
                "At most %(n)d game at once.", "At most %(n)d games at once.", tournament.at_once
            )
            % {"n": tournament.at_once},
            _(
                "A new game begins when one ends, so nobody holds up anybody. Everyone "
                "plays in every seat equally often, give or take one game."
            ),
        ),
        Rule(
            "calendar",
            ngettext(
                "The tournament lasts at most %(n)d day.",
                "The tournament lasts at most %(n)d days.",
                lasts,
            )
            % {"n": lasts},
            _late(tournament)
            + " "
            + _("Your calendar extends a turn by %(days)s. Players cannot vote to pause or cancel.")
            % {"days": settings.stretch(setting.stretch)}
            + " "
            + _pauses(tournament),
        ),
        Rule("score", _("Rated.") if tournament.rated else _("Not rated."), _points(tournament)),
    ]


def _of_arena(tournament: Tournament) -> list[Rule]:
    declared = arena_words.rules(tournament)
    rated = _("Rated.") if tournament.rated else _("Not rated.")
    clock = clocks.read_clock(tournament.clock).words()
    lost = _("A player who runs out of time loses that game.")
    return [
        Rule("clock", f"{clock[:1].upper()}{clock[1:]}.", lost),
        *(Rule(*rule) for rule in declared),
        Rule("score", rated, _("The ratings of live games count.") if tournament.rated else ""),
    ]


def _in_turn(tournament: Tournament) -> Rule:
    """Which round plays which game, with the unusual options."""
    played = game_rotation.all_of(tournament)
    rounds = ", ".join(
        _("round %(n)d %(game)s") % {"n": number, "game": _with_options(each)}
        for number, each in enumerate(played, 1)
    )
    return Rule(
        "games",
        _("Several games in rotation:"),
        _(
            "%(rounds)s, and then again from the first. A player's strength is their "
            "average rating in these games."
        )
        % {"rounds": rounds},
    )


def _with_options(played: Played) -> str:
    name, unusual = type_name(played.type), _unusual(played)
    return f"{name} ({', '.join(unusual)})" if unusual else name


def _unusual(played: Played) -> list[str]:
    """The unusual options, in words."""
    try:
        return settings.unusual(registry.get(played.type), dict(played.options))
    except registry.UnknownGameType:
        return []


def _leaving() -> Rule:
    return Rule(
        "log",
        _("Players who leave early"),
        _(
            "(before half of their games) leave no trace in the standings. A player who "
            "leaves later has lost the remaining games. A cancelled game is a draw."
        ),
    )


def _rising(season: Tournament) -> Rule:
    return Rule(
        "cup",
        ngettext(
            "%(n)d player is promoted and %(n)d relegated in each division.",
            "%(n)d players are promoted and %(n)d relegated in each division.",
            season.rising,
        )
        % {"n": season.rising},
        _(
            "A season is over when all its games are. The next one begins after some days "
            "in which players can withdraw. A player who has left fills one of the "
            "relegation places. If a division has too few players, the next in the "
            "standings move up into it. Players who join later, or come back, start at "
            "the bottom."
        )
        + " "
        + _("When players share a place, the higher seed is promoted or stays."),
    )


def _days(tournament: Tournament) -> str:
    days = ngettext("%(n)d day for each round.", "%(n)d days for each round.", tournament.days)
    return days % {"n": tournament.days}


def _rounds(tournament: Tournament) -> Rule:
    """The rule for rounds of a Swiss; it replaces the one for games at once."""
    said = ""
    if tournament.shares_places:
        said = " " + _(
            "For tie-breaks, a win without a game counts like a win against a player with "
            "the same points."
        )
    return Rule(
        "swap",
        _days(tournament),
        _(
            "The next round is paired when this one is over, at the latest at its "
            "deadline. Nobody meets the same opponent twice if it can be avoided, and the "
            "seats change. A player without an opponent gets a bye, which counts as a "
            "win, at most once. With few players there are fewer rounds."
        )
        + said,
    )


def _matches(tournament: Tournament) -> Rule:
    """The rule for matches; it replaces the one for games at once, as nobody has more than one."""
    drawn = ""
    if tournament.shares_places and tournament.lives == 1:
        drawn = " " + _("After a drawn final, the title is shared.")
    return Rule(
        "swap",
        _days(tournament),
        _(
            "A match begins as soon as its players are known. The highest seeds meet last "
            "and may have a bye in the first round. If a match is tied, the higher seed "
            "advances."
        )
        + drawn,
    )


def _two_lives(tournament: Tournament) -> list[Rule]:
    drawn = ""
    if tournament.shares_places:
        drawn = " " + _(
            "In the grand final, a draw is not a loss for a player who has not lost yet; "
            "after a drawn second grand final, both have won."
        )
    return [
        Rule(
            "cup",
            _("Double elimination."),
            _(
                "A player who loses for the first time continues in the losers' bracket. "
                "Its winner meets the winner of the winners' bracket in the grand final, "
                "and has to win twice there."
            )
            + drawn,
        )
    ]


def _substitutes() -> Rule:
    return Rule(
        "people",
        _("Players on the waiting list step in"),
        _(
            "for anyone who leaves in the first round before one of their games is over, "
            "and take over their seats."
        ),
    )


def _pauses(tournament: Tournament) -> str:
    """How long the organisers may pause it."""
    if not tournament.pause_days:
        return _("The tournament is never paused.")
    pauses = ngettext(
        "The organisers may pause the tournament for %(n)d day in total: no clock runs "
        "then, everything ends that much later, and it resumes by itself.",
        "The organisers may pause the tournament for %(n)d days in total: no clock runs "
        "then, everything ends that much later, and it resumes by itself.",
        tournament.pause_days,
    )
    return pauses % {"n": tournament.pause_days}


def _late(tournament: Tournament) -> str:
    late = (
        _("A game that is not over by then is a draw.")
        if tournament.late == Tournament.Late.DRAW or not plan.has_points(tournament)
        else _("A game that is not over by then is decided by its points at that moment.")
    )
    return f"{late} " + _("A game that has not begun by then gives nobody points.")


def _points(tournament: Tournament) -> str:
    if tournament.kind == Tournament.Kind.LADDER:
        return _("Only your rung decides your place; a challenger takes a rung only by winning.")
    if tournament.lives > 1:
        return _("The player who is out later ranks higher; ties go to the higher seed.")
    if tournament.kind == Tournament.Kind.ELIMINATION:
        return _("The player who gets further ranks higher; ties go to the higher seed.")
    given = " – ".join(number(each) for each in tournament.points)
    breaks = ", ".join(str(TIE_BREAKS[name]) for name in tournament.tie_breaks)
    said = _("Points by place: %(points)s; tied players share them.") % {"points": given}
    if not breaks:
        return said
    if not tournament.shares_places:
        return f"{said} " + _("Ties are broken in this order: %(breaks)s; last by the rating.") % {
            "breaks": breaks
        }
    return f"{said} " + _(
        "Ties are broken in this order: %(breaks)s. Players who are equal in all of these "
        "share the place."
    ) % {"breaks": breaks}


def _entry(tournament: Tournament) -> str:
    low, high = tournament.lowest, tournament.highest
    said = []
    if tournament.club is not None:
        said.append(_("members of %(club)s") % {"club": tournament.club.name})
    if tournament.by_invitation:
        said.append(_("players who are invited"))
    if low is not None and high is not None:
        said.append(_("ratings from %(low)d to %(high)d") % {"low": low, "high": high})
    elif low is not None:
        said.append(_("ratings from %(low)d up") % {"low": low})
    elif high is not None:
        said.append(_("ratings up to %(high)d") % {"high": high})
    if tournament.reliable:
        said.append(_("players who take nine of ten turns on time"))
    return "; ".join(said)
