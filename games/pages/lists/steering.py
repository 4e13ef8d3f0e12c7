"""The order in which the reader goes through waiting games, and how long that will take."""

from __future__ import annotations

from typing import TypedDict

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.company import relationships
from games.live import presence
from games.lobby import evening
from games.lobby import next_game as upcoming
from games.lobby.evening import Evening
from games.pages.answers import reader
from games.pages.paging import one_of

_KEY = "queue"


class Way(TypedDict):
    """One way to go through the games."""

    label: str
    href: str
    current: bool


class Shown(TypedDict):
    """The plan in words, and the ways through it."""

    words: str
    ways: list[Way]


def is_steered(request: HttpRequest) -> bool:
    """Whether the reader uses, or is about to use, an order of their own."""
    return _KEY in request.session or "by" in request.GET or "with" in request.GET


def queue(request: HttpRequest) -> Evening:
    """The games that wait for the reader, in the chosen order.

    `by` is one of ``ORDERS``, `with` the name of a friend. The choice is stored in the session.
    """
    if "by" in request.GET or "with" in request.GET:
        order = one_of(request.GET.get("by"), evening.ORDERS) or evening.URGENT
        friend = one_of(request.GET.get("with"), _friends(request))
        wanted = {"by": order, "with": friend}
        if request.session.get(_KEY) != wanted:
            request.session[_KEY] = wanted
    order, friend = _chosen(request)
    user_id, only = reader(request), None
    if friend:
        only = evening.with_others(user_id, [friend])
    elif order == evening.LIVE:
        only = _live(request, user_id)
    return evening.plan(user_id, timezone.now(), order, only)


def following(request: HttpRequest, after: int | None) -> int | None:
    """The game to go to, or the one after ``after``.

    If the choice leaves no other game, it is reset to the usual order and the reader is told: no
    waiting game stays hidden for long.
    """
    found = evening.following(queue(request), after)
    order, friend = _chosen(request)
    if found not in (None, after) or not (friend or order == evening.LIVE):
        return found
    others = evening.following(evening.plan(reader(request), timezone.now()), after)
    if others is None:
        return found
    del request.session[_KEY]
    if friend:
        said = _(
            "No other game with %(name)s is waiting for you. Now you get all games, urgent "
            "ones first."
        )
    else:
        said = _(
            "No other player is at a table that is waiting for you. Now you get all games, "
            "urgent ones first."
        )
    messages.info(request, said % {"name": friend})
    return others


def _chosen(request: HttpRequest) -> tuple[str, str]:
    kept = request.session.get(_KEY, {})
    return kept.get("by", evening.URGENT), kept.get("with", "")


def _friends(request: HttpRequest) -> list[str]:
    return list(relationships.friends_of(reader(request)).values_list("username", flat=True))


def _live(request: HttpRequest, user_id: int) -> set[int]:
    """The waiting games with somebody else present whose presence the reader may see."""
    games = upcoming.find_waiting_seats(user_id).values_list("game_id", flat=True)
    unseen = {request.user.get_username(), *relationships.names_apart(user_id)}
    return {game for game, names in presence.at_tables(games).items() if names - unseen}


def evening_of(request: HttpRequest) -> Shown:
    """The plan for all waiting games: how many turns, about how long, how many are urgent."""
    user_id, now = reader(request), timezone.now()
    planned = evening.plan(user_id, now)
    order, friend = _chosen(request)
    labels = {
        evening.URGENT: _("urgent first"),
        evening.QUICK: _("quick first"),
        evening.LIVE: _("live now"),
    }
    ways: list[Way] = [
        {"label": labels[by], "href": _way(by=by), "current": by == order and not friend}
        for by in evening.ORDERS
    ]
    ways += [
        {"label": _("with %(name)s") % {"name": name}, "href": _way(**{"with": name}),
         "current": name == friend}
        for name in evening.friends(user_id, planned.turns)
    ]  # fmt: skip
    return {"words": _words(planned), "ways": ways}


def _way(**asked: str) -> str:
    return f"/next/?{urlencode(asked)}"


def _words(planned: Evening) -> str:
    minutes = max(1, round(planned.lasts.total_seconds() / 60))
    turns, urgent, later = len(planned.turns), planned.urgent, planned.later
    said = [
        ngettext("%(n)d turn", "%(n)d turns", turns) % {"n": turns},
        ngettext("about %(n)d minute", "about %(n)d minutes", minutes) % {"n": minutes},
    ]
    if urgent:
        said.append(ngettext("%(n)d urgent", "%(n)d urgent", urgent) % {"n": urgent})
    if later:
        said.append(ngettext("%(n)d for later", "%(n)d for later", later) % {"n": later})
    return ", ".join(said)
