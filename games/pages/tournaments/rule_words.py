"""The rules of a tournament as sentences."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks import kinds as clocks
from games.models import Tournament
from games.pages import settings
from games.pages.tournaments import rung_words
from games.pages.tournaments.words import TIE_BREAKS, number, type_name
from games.rules import registry
from games.tournaments.kinds import game_rotation
from games.tournaments.kinds.game_rotation import Played
from games.tournaments.kinds.kinds import get_kind


class Rule(NamedTuple):
    """A sentence of the rules, with its icon; ``strong`` is what it begins with."""

    icon: str
    strong: str
    text: str


def rules(tournament: Tournament) -> list[Rule]:
    """All that is declared before one joins."""
    found = _all_kinds(tournament)
    if entry := _entry(tournament):
        found.append(Rule("key", _("Who may join:"), entry))
    match tournament.kind:
        case Tournament.Kind.ELIMINATION:
            found[1] = _matches(tournament)
            found += _two_lives(tournament) if tournament.lives > 1 else []
        case Tournament.Kind.SWISS:
            found[1] = _rounds(tournament)
        case Tournament.Kind.LEAGUE:
            found += [_rising(tournament), _leaving()]
        case Tournament.Kind.LADDER:
            found[1:2] = [Rule(*rule) for rule in rung_words.rules(tournament)]
        case _:
            found.append(_leaving())
    if get_kind(tournament).substitutes:
        found.append(_substitutes())
    if tournament.further:
        found.insert(0, _in_turn(tournament))
    elif unusual := _unusual(game_rotation.all_of(tournament)[0]):
        found.insert(0, Rule("games", _("Not as usual:"), f"{', '.join(unusual)}."))
    found.append(
        Rule(
            "user",
            _("Run by %(name)s.") % {"name": tournament.organiser.username},
            _(
                "Organisers and moderators who take part decide nothing while it runs: others do. "
                "Each decision stands in the log, with its reason."
            ),
        )
    )
    return found


def _all_kinds(tournament: Tournament) -> list[Rule]:
    """Clock, games at once, how long it lasts, points."""
    setting = clocks.read_clock(tournament.clock)
    lasts = get_kind(tournament).lasts(tournament, tournament.most).days
    return [
        Rule(
            "clock",
            f"{setting.words()}.",
            _(
                "Who runs out of time loses that game, and is out after the second time. A bot may "
                "play on at a table, but it wins nobody points."
            ),
        ),
        Rule(
            "swap",
            ngettext(
                "At most %(n)d game at once.", "At most %(n)d games at once.", tournament.at_once
            )
            % {"n": tournament.at_once},
            _(
                "The next one begins as one ends, so nobody holds up anybody. Everybody sits "
                "everywhere equally often, give or take one game."
            ),
        ),
        Rule(
            "calendar",
            ngettext("It lasts at most %(n)d day.", "It lasts at most %(n)d days.", lasts)
            % {"n": lasts},
            _late(tournament)
            + " "
            + _(
                "Calendars hold as far as a turn may be stretched (%(days)s); "
                "there are no votes to pause or to cancel."
            )
            % {"days": settings.stretch(setting.stretch)}
            + " "
            + _pauses(tournament),
        ),
        Rule("score", _("Rated.") if tournament.rated else _("Not rated."), _points(tournament)),
    ]


def _in_turn(tournament: Tournament) -> Rule:
    """Which round plays what, with the options that are not the usual ones."""
    played = game_rotation.all_of(tournament)
    rounds = ", ".join(
        _("round %(n)d %(game)s") % {"n": number, "game": _with_options(each)}
        for number, each in enumerate(played, 1)
    )
    return Rule(
        "games",
        _("Several games in turn:"),
        _(
            "%(rounds)s, and then from the start. How strong somebody is goes by the average of "
            "these games."
        )
        % {"rounds": rounds},
    )


def _with_options(played: Played) -> str:
    name, unusual = type_name(played.type), _unusual(played)
    return f"{name} ({', '.join(unusual)})" if unusual else name


def _unusual(played: Played) -> list[str]:
    """The options that are not the usual ones, in words."""
    try:
        return settings.unusual(registry.get(played.type), dict(played.options))
    except registry.UnknownGameType:
        return []


def _leaving() -> Rule:
    return Rule(
        "log",
        _("Who leaves early"),
        _(
            "(before half of their games) leaves no trace in the standings; who leaves later "
            "has lost the rest. A game that is called off is a draw."
        ),
    )


def _rising(season: Tournament) -> Rule:
    return Rule(
        "cup",
        ngettext(
            "%(n)d rises, %(n)d falls in each division.",
            "%(n)d rise, %(n)d fall in each division.",
            season.rising,
        )
        % {"n": season.rising},
        _(
            "A season is over when all its games are, then the next one begins after some days in "
            "which one may withdraw. Whoever is gone takes a place that falls; where people lack, "
            "who stands next moves up. Who joins later, or comes back, enters below."
        )
        + " "
        + _("Of players who share a place the stronger one at the beginning rises or stays."),
    )


def _days(tournament: Tournament) -> str:
    days = ngettext("%(n)d day for each round.", "%(n)d days for each round.", tournament.days)
    return days % {"n": tournament.days}


def _rounds(tournament: Tournament) -> Rule:
    """Of a Swiss, in place of what holds for games at once."""
    said = ""
    if tournament.shares_places:
        said = " " + _(
            "For tie-breaks, a win without a game counts as one against a player with the same "
            "points."
        )
    return Rule(
        "swap",
        _days(tournament),
        _(
            "The next one is paired when one is over, at its end at the latest. Nobody meets twice "
            "if it can be helped, and the seats change; who has nobody to play gets a win, once. "
            "With few people there are fewer rounds."
        )
        + said,
    )


def _matches(tournament: Tournament) -> Rule:
    """In place of what holds for games at once: nobody has more than one here."""
    drawn = ""
    if tournament.shares_places and tournament.lives == 1:
        drawn = " " + _("After a drawn final the title is shared.")
    return Rule(
        "swap",
        _days(tournament),
        _(
            "A match begins as soon as it is known who plays it. The strongest meet last and may "
            "have nobody to play in the first round; of equals the stronger goes on."
        )
        + drawn,
    )


def _two_lives(tournament: Tournament) -> list[Rule]:
    drawn = ""
    if tournament.shares_places:
        drawn = " " + _(
            "A draw there is no loss for a player without one; after a drawn second grand final "
            "both have won."
        )
    return [
        Rule(
            "cup",
            _("Two lives."),
            _(
                "Who loses for the first time goes on in the losers' bracket. Its winner meets "
                "that of the winners' bracket in the grand final, and has to win twice there."
            )
            + drawn,
        )
    ]


def _substitutes() -> Rule:
    return Rule(
        "people",
        _("Who waits comes in"),
        _(
            "for whoever leaves in the first round before one of their games is over, and takes "
            "over their seats."
        ),
    )


def _pauses(tournament: Tournament) -> str:
    """How long whoever runs it may pause it."""
    if not tournament.pause_days:
        return _("It is never paused.")
    pauses = ngettext(
        "Whoever runs it may pause it for %(n)d day in all: no clock runs then, everything ends so "
        "much later, and it goes on by itself.",
        "Whoever runs it may pause it for %(n)d days in all: no clock runs then, everything ends "
        "so much later, and it goes on by itself.",
        tournament.pause_days,
    )
    return pauses % {"n": tournament.pause_days}


def _late(tournament: Tournament) -> str:
    late = (
        _("A game that is not over then is a draw.")
        if tournament.late == Tournament.Late.DRAW
        else _("In a game that is not over then the points decide as they stand.")
    )
    return f"{late} " + _("A game that has not begun by then gives nobody points.")


def _points(tournament: Tournament) -> str:
    if tournament.kind == Tournament.Kind.LADDER:
        return _("The rung alone decides; a game is won or not.")
    if tournament.lives > 1:
        return _("Who is out later stands higher; of equals who was stronger at the beginning.")
    if tournament.kind == Tournament.Kind.ELIMINATION:
        return _("Who comes further stands higher; of equals who was stronger at the beginning.")
    given = " – ".join(number(each) for each in tournament.points)
    breaks = ", ".join(str(TIE_BREAKS[name]) for name in tournament.tie_breaks)
    said = _("Points by place: %(points)s; equals share them.") % {"points": given}
    if not breaks:
        return said
    if not tournament.shares_places:
        return f"{said} " + _("Of equals, these decide in turn: %(breaks)s; last the rating.") % {
            "breaks": breaks
        }
    return f"{said} " + _(
        "Of equals, these decide in turn: %(breaks)s. Players who are equal in all of them share "
        "the place."
    ) % {"breaks": breaks}


def _entry(tournament: Tournament) -> str:
    low, high = tournament.lowest, tournament.highest
    said = []
    if tournament.club is not None:
        said.append(_("members of %(club)s") % {"club": tournament.club.name})
    if tournament.by_invitation:
        said.append(_("who is invited"))
    if low is not None and high is not None:
        said.append(_("ratings from %(low)d to %(high)d") % {"low": low, "high": high})
    elif low is not None:
        said.append(_("ratings from %(low)d on") % {"low": low})
    elif high is not None:
        said.append(_("ratings up to %(high)d") % {"high": high})
    if tournament.reliable:
        said.append(_("who makes nine of ten turns in time"))
    return "; ".join(said)
