"""The lines of a tournament's log in words, for pages and API alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from boardgames.words import dates
from games.models import Challenge, Entrant, TournamentEvent
from games.tournaments.kinds.standing import POINTLESS, Seated


class Told(NamedTuple):
    """A line of the log; ``shown`` is its date in words."""

    at: Any
    shown: str
    text: str
    reason: str


_GONE = {
    Entrant.State.WITHDRAWN: gettext_lazy("%(name)s has withdrawn"),
    Entrant.State.OUT: gettext_lazy("%(name)s is out: lost on time twice"),
    Entrant.State.DISQUALIFIED: gettext_lazy("%(name)s is disqualified"),
}
#: The words after a result that was not reached by playing.
_HOW = {
    "late": gettext_lazy("decided when its time was up"),
    "walkover": gettext_lazy("without a game"),
    "unplayed": gettext_lazy("no game began in time, so nobody gets points"),
    "unfinished": gettext_lazy("not over in time, so it does not count"),
    "cancelled": gettext_lazy("the game was cancelled"),
    "corrected": gettext_lazy("corrected"),
}


def describe_events(found: list[TournamentEvent], names: Mapping[int, str]) -> list[Told]:
    """The lines of a log, with the names of its entrants."""
    return [
        Told(
            event.at.isoformat(timespec="seconds"),
            dates.format_date(event.at, "SHORT_DATE_FORMAT"),
            _LINES[TournamentEvent.Kind(event.kind)](event, names),
            "" if event.reason in _OURS else event.reason,
        )
        for event in found
    ]


#: The default reason, if nobody gave one.
_OURS = {
    "closed": gettext_lazy("The account is closed."),
    "too_few": gettext_lazy("There were too few players."),
    "club_closed": gettext_lazy("The club is closed."),
}


def describe_reason(given: str) -> str:
    """The given reason, otherwise ours in words."""
    return str(_OURS.get(given, given))


def _result(event: TournamentEvent, names: Mapping[int, str]) -> str:
    seated = sorted((Seated(*one) for one in event.data["seated"]), key=lambda one: one.rank or 0)
    called = [names.get(one.entrant, "?") for one in seated]
    scores = [str(one.score) for one in seated if one.score is not None and not one.left]
    unplayed = event.data["how"] in POINTLESS
    said = [", ".join(called) if unplayed else _outcome(seated, called)]
    if len(scores) == len(seated) > 1:
        said[0] += " " + " : ".join(scores)
    late = [name for name, one in zip(called, seated, strict=True) if one.lapsed]
    if late:
        said.append(_("%(names)s ran out of time") % {"names": ", ".join(late)})
    if event.data["how"] in _HOW:
        said.append(str(_HOW[event.data["how"]]))
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


def _of_entrant(message: Promise) -> Callable[[TournamentEvent, Mapping[int, str]], str]:
    return lambda event, names: str(message) % {"name": names.get(event.data["entrant"], "?")}


def _joined(event: TournamentEvent, names: Mapping[int, str]) -> str:
    message = _("%(name)s is on the waiting list") if event.data["waits"] else _("%(name)s joined")
    return message % {"name": names.get(event.data["entrant"], "?")}


def _stayed(event: TournamentEvent, names: Mapping[int, str]) -> str:
    number = len(event.data["entrants"])
    return ngettext(
        "%(n)d player stays from the season before",
        "%(n)d players stay from the season before",
        number,
    ) % {"n": number}


def _plain(message: Promise) -> Callable[[TournamentEvent, Mapping[int, str]], str]:
    return lambda event, names: str(message)


def _gone(event: TournamentEvent, names: Mapping[int, str]) -> str:
    more = _OURS.get(event.reason)
    said = str(_GONE[event.data["state"]]) % {"name": names.get(event.data["entrant"], "?")}
    return said + (f". {more}" if more else "")


def _replaced(event: TournamentEvent, names: Mapping[int, str]) -> str:
    return _("%(name)s replaces %(gone)s") % {
        "name": names.get(event.data["entrant"], "?"),
        "gone": names.get(event.data["gone"], "?"),
    }


def _paused(event: TournamentEvent, names: Mapping[int, str]) -> str:
    days = event.data["days"]
    return ngettext("Paused for %(n)d day", "Paused for %(n)d days", days) % {"n": days}


def _cancelled(event: TournamentEvent, names: Mapping[int, str]) -> str:
    more = _OURS.get(event.reason)
    return _("Cancelled") + (f". {more}" if more else "")


_CHALLENGE = {
    Challenge.State.ASKED: gettext_lazy("%(one)s challenges %(other)s"),
    Challenge.State.ACCEPTED: gettext_lazy("%(other)s accepts the challenge of %(one)s"),
    Challenge.State.DECLINED: gettext_lazy(
        "%(other)s declines the challenge of %(one)s, who takes the rung"
    ),
    Challenge.State.EXPIRED: gettext_lazy(
        "%(other)s did not answer %(one)s in time, so %(one)s takes the rung"
    ),
    Challenge.State.WITHDRAWN: gettext_lazy("The challenge of %(one)s to %(other)s is withdrawn"),
}


def _challenge(event: TournamentEvent, names: Mapping[int, str]) -> str:
    one, other = (names.get(event.data[role], "?") for role in ("challenger", "challenged"))
    return str(_CHALLENGE[event.data["state"]]) % {"one": one, "other": other}


_LINES: dict[str, Callable[[TournamentEvent, Mapping[int, str]], str]] = {
    TournamentEvent.Kind.OPENED: _plain(gettext_lazy("Opened")),
    TournamentEvent.Kind.JOINED: _joined,
    TournamentEvent.Kind.STAYED: _stayed,
    TournamentEvent.Kind.LEFT: _of_entrant(gettext_lazy("%(name)s left before the start")),
    TournamentEvent.Kind.STARTED: _plain(gettext_lazy("The tournament has begun")),
    TournamentEvent.Kind.PAIRED: _plain(gettext_lazy("A table is set up")),
    TournamentEvent.Kind.BEGAN: _plain(gettext_lazy("A game has begun")),
    TournamentEvent.Kind.RESULT: _result,
    TournamentEvent.Kind.CORRECTED: _result,
    TournamentEvent.Kind.GONE: _gone,
    TournamentEvent.Kind.REPLACED: _replaced,
    TournamentEvent.Kind.PAUSED: _paused,
    TournamentEvent.Kind.RESUMED: _plain(gettext_lazy("The tournament has resumed")),
    TournamentEvent.Kind.ENDED: _plain(gettext_lazy("It is over")),
    TournamentEvent.Kind.CANCELLED: _cancelled,
    TournamentEvent.Kind.CHALLENGE: _challenge,
    TournamentEvent.Kind.SANK: _of_entrant(
        gettext_lazy("%(name)s has done nothing for a long time and drops one rung")
    ),
}
