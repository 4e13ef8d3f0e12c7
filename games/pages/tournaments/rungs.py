"""The content of a ladder's page: the rungs, possible opponents, challenges to answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple, TypedDict

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Challenge, Entrant, Tournament
from games.pages import clocks, inputs
from games.pages.answers import reader
from games.pages.clocks import Clock
from games.pages.tournaments import words
from games.tournaments import listing
from games.tournaments.ladder import challenge_rules, challenging, ladder_ticks
from games.tournaments.ladder.challenge_rules import Around


class Rung(TypedDict):
    """``why`` the reader may not challenge this nearby player; None: they may."""

    place: int
    name: str
    me: bool
    won: str
    played: int
    why: str | None


class Asked(TypedDict):
    """A challenge that waits for an answer."""

    id: int
    name: str
    clock: Clock


class Shown(NamedTuple):
    """``own`` is why the reader can challenge nobody now."""

    rungs: list[Rung]
    mine: Rung | None
    to_answer: list[Asked]
    waiting: list[Asked]
    own: str


def describe_ladder(here: Tournament, entrant: Entrant | None) -> Shown:
    now = timezone.now()
    around = None
    if entrant is not None and entrant.state == Entrant.State.IN and here.status == "running":
        around = challenge_rules.seen_from(here, entrant, now)
    standings = listing.standings(here, *ladder_ticks.GROUP)
    me = entrant.pk if entrant else None
    found: list[Rung] = [
        {
            "place": standing.place,
            "name": standing.entrant.user.username,
            "me": standing.entrant_id == me,
            "won": words.number(standing.score),
            "played": standing.played,
            "why": _why_not(around, standing.entrant),
        }
        for standing in standings
    ]
    asked = ladder_ticks.open_(here) if me else []
    own = around.own if around else None
    return Shown(
        found,
        next((each for each in found if each["me"]), None),
        [_asked(each, each.challenger, now) for each in asked if each.challenged_id == me],
        [_asked(each, each.challenged, now) for each in asked if each.challenger_id == me],
        own.text if own else "",
    )


def _why_not(around: Around | None, other: Entrant) -> str | None:
    if around is None or around.own or not around.within(other.pk):
        return ""
    why = around.why_not(other)
    return why.text if why else None


def _asked(challenge: Challenge, other: Entrant, now: datetime) -> Asked:
    seconds = (challenge.answer_by - now).total_seconds()
    return {
        "id": challenge.pk,
        "name": other.user.username,
        "clock": {
            "deadline": challenge.answer_by.isoformat(timespec="seconds"),
            "seconds": seconds // 60 * 60,
            "urgent": seconds < clocks.URGENT_SECONDS,
            "shown": clocks.day(challenge.answer_by),
        },
    }


def _challenge(request: HttpRequest, tournament_id: int) -> str:
    name = request.POST.get("name", "")
    made = challenging.challenge(tournament_id, reader(request), name)
    said = _("You have challenged %(name)s, who can answer until %(date)s.")
    return said % {"name": made.challenged.user.username, "date": clocks.day(made.answer_by)}


def _accept(request: HttpRequest, tournament_id: int) -> str:
    challenging.accept_challenge(tournament_id, reader(request), _number(request))
    return _("You play each other. The game begins in a moment.")


def _refuse(request: HttpRequest, tournament_id: int) -> str:
    challenging.decline_challenge(tournament_id, reader(request), _number(request))
    return _("You have declined, which counts as a loss.")


def _take_back(request: HttpRequest, tournament_id: int) -> str:
    challenging.withdraw_challenge(tournament_id, reader(request), _number(request))
    return _("You have withdrawn the challenge.")


def _number(request: HttpRequest) -> int:
    """The number of the challenge; nonsense is an unknown one."""
    return inputs.number(request.POST.get("challenge", ""), 18) or 0


#: The buttons of a ladder.
ACTS: dict[str, Callable[[HttpRequest, int], str]] = {
    "challenge": _challenge,
    "accept": _accept,
    "refuse": _refuse,
    "take-back": _take_back,
}
