"""Tournaments in words: what each is, its rules as sentences, the lines of its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from boardgames import dates
from games.clocks import kinds as clocks
from games.models import Entrant, Happening, Series, Tournament
from games.pages import settings
from games.pages.tournaments import rung_words
from games.rules import registry
from games.tournaments import in_turn
from games.tournaments.in_turn import Played
from games.tournaments.kinds import of
from games.tournaments.plan import Plan
from games.tournaments.series import is_league
from games.tournaments.standing import Seated

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


class Rule(NamedTuple):
    """A sentence of the rules, with its icon; ``strong`` is what it begins with."""

    icon: str
    strong: str
    text: str


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
                "date": dates.shown(tournament.starts_at, "DATETIME_FORMAT")
            }
        case Tournament.Status.OPEN if tournament.starts_at:
            return _("It begins on %(date)s with those who are there then.") % {
                "date": dates.shown(tournament.starts_at, "DATETIME_FORMAT")
            }
        case Tournament.Status.OPEN:
            return _("It begins as soon as all places are taken.")
        case Tournament.Status.RUNNING if tournament.paused_until:
            return _("It is paused, and goes on by itself on %(date)s.") % {
                "date": dates.shown(tournament.paused_until, "DATETIME_FORMAT")
            }
        case Tournament.Status.RUNNING if tournament.ends_at and of(tournament).lasting:
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


def rules(tournament: Tournament) -> list[Rule]:
    """All that is declared before one joins."""
    found = _all_kinds(tournament)
    if entry := _entry(tournament):
        found.append(Rule("key", _("Who may join:"), entry))
    match tournament.kind:
        case Tournament.Kind.ELIMINATION:
            found[1] = _matches(tournament)
            found += _two_lives() if tournament.lives > 1 else []
        case Tournament.Kind.SWISS:
            found[1] = _rounds(tournament)
        case Tournament.Kind.LEAGUE:
            found += [_rising(tournament), _leaving()]
        case Tournament.Kind.LADDER:
            found[1:2] = [Rule(*rule) for rule in rung_words.rules(tournament)]
        case _:
            found.append(_leaving())
    if of(tournament).substitutes:
        found.append(_substitutes())
    if tournament.further:
        found.insert(0, _in_turn(tournament))
    found.append(
        Rule(
            "user",
            _("Run by %(name)s.") % {"name": tournament.organiser.username},
            _(
                "Who plays in it does not decide about the own table. Each correction stands in "
                "the log, with its reason."
            ),
        )
    )
    return found


def _all_kinds(tournament: Tournament) -> list[Rule]:
    """Clock, games at once, how long it lasts, points."""
    setting = clocks.read(tournament.clock)
    lasts = of(tournament).lasts(tournament, tournament.most).days
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
    played = in_turn.all_of(tournament)
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
    try:
        unusual = settings.unusual(registry.get(played.type), dict(played.options))
    except registry.UnknownGameType:
        unusual = []
    name = type_name(played.type)
    return f"{name} ({', '.join(unusual)})" if unusual else name


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
        ),
    )


def _days(tournament: Tournament) -> str:
    days = ngettext("%(n)d day for each round.", "%(n)d days for each round.", tournament.days)
    return days % {"n": tournament.days}


def _rounds(tournament: Tournament) -> Rule:
    """Of a Swiss, in place of what holds for games at once."""
    return Rule(
        "swap",
        _days(tournament),
        _(
            "The next one is paired when one is over, at its end at the latest. Nobody meets twice "
            "if it can be helped, and the seats change; who has nobody to play gets a win, once. "
            "With few people there are fewer rounds."
        ),
    )


def _matches(tournament: Tournament) -> Rule:
    """In place of what holds for games at once: nobody has more than one here."""
    return Rule(
        "swap",
        _days(tournament),
        _(
            "A match begins as soon as it is known who plays it. The strongest meet last and may "
            "have nobody to play in the first round; of equals the stronger goes on."
        ),
    )


def _two_lives() -> list[Rule]:
    return [
        Rule(
            "cup",
            _("Two lives."),
            _(
                "Who loses for the first time goes on in the losers' bracket. Its winner meets "
                "that of the winners' bracket in the grand final, and has to win twice there."
            ),
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
    if tournament.late == Tournament.Late.DRAW:
        return _("A game that is not over then is a draw.")
    return _("In a game that is not over then the points decide as they stand.")


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
    return f"{said} " + _("Of equals, these decide in turn: %(breaks)s; last the rating.") % {
        "breaks": breaks
    }


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


class Told(NamedTuple):
    """A line of the log for pages."""

    at: Any
    shown: str
    text: str
    reason: str


_GONE = {
    Entrant.State.WITHDRAWN: gettext_lazy("%(name)s has withdrawn"),
    Entrant.State.OUT: gettext_lazy("%(name)s is out: ran out of time twice"),
    Entrant.State.DISQUALIFIED: gettext_lazy("%(name)s is disqualified"),
}
#: What is said behind a result that did not come about by playing.
_HOW = {
    "late": gettext_lazy("settled at the end of its time"),
    "walkover": gettext_lazy("without a game"),
    "cancelled": gettext_lazy("the game was called off"),
    "corrected": gettext_lazy("corrected"),
}


def lines(found: list[Happening], names: Mapping[int, str]) -> list[Told]:
    """The lines of a log, with what its entrants are called."""
    return [
        Told(
            line.at.isoformat(timespec="seconds"),
            dates.shown(line.at, "SHORT_DATE_FORMAT"),
            _LINES[Happening.Kind(line.kind)](line, names),
            "" if line.reason in _OURS else line.reason,
        )
        for line in found
    ]


#: What stands in place of somebody's reason where nobody gave one.
_OURS = {
    "closed": gettext_lazy("The account is closed."),
    "too_few": gettext_lazy("There were too few people."),
    "club_closed": gettext_lazy("The club is closed."),
}


def reason(given: str) -> str:
    """Somebody's, or ours in words."""
    return str(_OURS.get(given, given))


def _result(line: Happening, names: Mapping[int, str]) -> str:
    seated = sorted((Seated(*one) for one in line.data["seated"]), key=lambda one: one.rank or 0)
    called = [names.get(one.entrant, "?") for one in seated]
    scores = [str(one.score) for one in seated if one.score is not None and not one.left]
    said = [_outcome(seated, called)]
    if len(scores) == len(seated) > 1:
        said[0] += " " + " : ".join(scores)
    late = [name for name, one in zip(called, seated, strict=True) if one.lapsed]
    if late:
        said.append(_("%(names)s ran out of time") % {"names": ", ".join(late)})
    if line.data["how"] in _HOW:
        said.append(str(_HOW[line.data["how"]]))
    return ", ".join(said)


def _outcome(seated: list[Seated], called: list[str]) -> str:
    if len(called) == 1:
        return _("%(name)s has a bye, which counts as a win") % {"name": called[0]}
    if len(called) > 2:
        return ", ".join(f"{one.rank}. {name}" for one, name in zip(seated, called, strict=True))
    one, other = called
    if seated[0].rank == seated[1].rank:
        return _("%(one)s and %(other)s draw") % {"one": one, "other": other}
    return _("%(one)s beats %(other)s") % {"one": one, "other": other}


def _of_entrant(message: Promise) -> Callable[[Happening, Mapping[int, str]], str]:
    return lambda line, names: str(message) % {"name": names.get(line.data["entrant"], "?")}


def _joined(line: Happening, names: Mapping[int, str]) -> str:
    message = _("%(name)s waits for a place") if line.data["waits"] else _("%(name)s takes part")
    return message % {"name": names.get(line.data["entrant"], "?")}


def _stayed(line: Happening, names: Mapping[int, str]) -> str:
    number = len(line.data["entrants"])
    return ngettext(
        "%(n)d stays from the season before", "%(n)d stay from the season before", number
    ) % {"n": number}


def _plain(message: Promise) -> Callable[[Happening, Mapping[int, str]], str]:
    return lambda line, names: str(message)


def _gone(line: Happening, names: Mapping[int, str]) -> str:
    more = _OURS.get(line.reason)
    said = str(_GONE[line.data["state"]]) % {"name": names.get(line.data["entrant"], "?")}
    return said + (f". {more}" if more else "")


def _replaced(line: Happening, names: Mapping[int, str]) -> str:
    return _("%(name)s comes in for %(gone)s") % {
        "name": names.get(line.data["entrant"], "?"),
        "gone": names.get(line.data["gone"], "?"),
    }


def _paused(line: Happening, names: Mapping[int, str]) -> str:
    days = line.data["days"]
    return ngettext("Paused for %(n)d day", "Paused for %(n)d days", days) % {"n": days}


def _cancelled(line: Happening, names: Mapping[int, str]) -> str:
    more = _OURS.get(line.reason)
    return _("Called off") + (f". {more}" if more else "")


_LINES: dict[str, Callable[[Happening, Mapping[int, str]], str]] = {
    Happening.Kind.OPENED: _plain(gettext_lazy("Opened")),
    Happening.Kind.JOINED: _joined,
    Happening.Kind.STAYED: _stayed,
    Happening.Kind.LEFT: _of_entrant(gettext_lazy("%(name)s does not take part after all")),
    Happening.Kind.STARTED: _plain(gettext_lazy("It has begun")),
    Happening.Kind.PAIRED: _plain(gettext_lazy("A table is set up")),
    Happening.Kind.BEGAN: _plain(gettext_lazy("A game has begun")),
    Happening.Kind.RESULT: _result,
    Happening.Kind.CORRECTED: _result,
    Happening.Kind.GONE: _gone,
    Happening.Kind.REPLACED: _replaced,
    Happening.Kind.PAUSED: _paused,
    Happening.Kind.RESUMED: _plain(gettext_lazy("It goes on")),
    Happening.Kind.ENDED: _plain(gettext_lazy("It is over")),
    Happening.Kind.CANCELLED: _cancelled,
    Happening.Kind.CHALLENGE: rung_words.challenge,
    Happening.Kind.SANK: _of_entrant(rung_words.SANK),
}
