"""The organisers' page of a tournament.

They pause it, change results, disqualify players, and see what is striking about its games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from boardgames.http.addresses import path
from games.errors import Illegal
from games.models import Entrant, Table, Tournament
from games.moderation import common_signs
from games.pages import inputs
from games.pages.answers import keeps_order, member, reader, refusable, see
from games.pages.tournaments import words
from games.tournaments import interest, listing, rows
from games.tournaments.running import fairness, organising, pausing
from games.tournaments.running.fairness import Facts

#: Tables whose results are listed at once.
SHOWN = 30

State, Status = Entrant.State, Tournament.Status


class Fact(TypedDict):
    """A sentence, and the game that it is about."""

    text: str
    href: str


class Result(TypedDict):
    """A finished table, and the address to change its result; empty if the reader may not."""

    names: str
    came: str
    game: str
    href: str


@require_safe
@never_cache
@member
@refusable
def run(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everything that organisers can do and see."""
    me = reader(request)
    here = listing.one(tournament_id, me)
    organising.check_runs(here, me)
    part = interest.has_part(here, me)
    people = listing.entrants(here)
    names = {each.user_id: each.user.username for each in people}
    before = inputs.number(request.GET.get("before", ""), 18)
    tables = listing.decided(here, SHOWN, before)
    context = {
        "here": here,
        "active": here.status in (Status.OPEN, Status.RUNNING) and not part,
        "people": [each for each in people if each.user_id != me and each.state in _THERE],
        "waiting": [each.user.username for each in people if each.state == State.WAITING],
        "has_part": part,
        "days_left": pausing.days_left(here),
        "results": [_result(here, each, changeable=not part) for each in tables],
        "earlier": f"?before={tables[-1].pk}" if len(tables) == SHOWN else "",
        "facts": in_words(fairness.facts(here), names),
        "signs": _signs(people) if keeps_order(request) and me not in names else None,
    }
    return render(request, "games/tournament_run.html", context)


_THERE = (State.IN, State.WAITING)


def _result(here: Tournament, table: Table, *, changeable: bool) -> Result:
    players = list(table.players.all())
    changeable = changeable and here.status == Status.RUNNING and len(players) > 1
    return {
        "names": " – ".join(player.entrant.user.username for player in players),
        "came": " : ".join(words.number(player.points or 0) for player in players),
        "game": path("game", table.game_id) if table.game_id else "",
        "href": path("tournament-result", here.pk, table.pk) if changeable else "",
    }


def in_words(facts: Facts, names: Mapping[int, str]) -> list[Fact]:
    """Striking facts, as sentences with numbers."""

    def said(people: Iterable[int]) -> str:
        return ", ".join(names.get(each, "?") for each in people)

    found: list[Fact] = []
    for one in facts.ahead:
        text = (
            _("%(name)s lost on time against %(others)s with %(own)d : %(best)d points.")
            if one.lapsed
            else _("%(name)s resigned against %(others)s with %(own)d : %(best)d points.")
        )
        values = {"own": one.points, "best": one.best_other}
        text %= {"name": said([one.who]), "others": said(one.others), **values}
        found.append({"text": text, "href": path("game", one.game)})
    for early in facts.early:
        text = ngettext(
            "%(names)s: over after %(n)d move; half of all games take %(usual)d or more.",
            "%(names)s: over after %(n)d moves; half of all games take %(usual)d or more.",
            early.moves,
        ) % {"names": said(early.people), "n": early.moves, "usual": early.usual}
        found.append({"text": text, "href": path("game", early.game)})
    for again in facts.again:
        text = _(
            "%(name)s resigned or lost on time in %(n)d games against %(other)s within a year."
        ) % {"name": said([again.who]), "n": again.games, "other": said([again.other])}
        found.append({"text": text, "href": ""})
    return found


def _signs(people: Iterable[Entrant]) -> list[str]:
    """What these people's accounts have in common, for moderators who do not play in it."""
    return [
        f"{pair.one.username}, {pair.other.username}: {'; '.join(pair.common)}"
        for pair in common_signs.among([each.user for each in people])
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def result(request: HttpRequest, tournament_id: int, table_id: int) -> HttpResponse:
    """Change a table's result."""
    me = reader(request)
    here = listing.one(tournament_id, me)
    organising.check_decides(here, me)
    table = rows.get_table(here, table_id)
    players = list(table.players.all())
    refused = ""
    if request.method == "POST":
        given = [inputs.number(request.POST.get(f"rank-{n}", ""), 2) for n in range(len(players))]
        reason = request.POST.get("reason", "")
        try:
            organising.correct(here.pk, me, table.pk, [rank or 0 for rank in given], reason)
        except Illegal as error:
            refused = str(error)
        else:
            messages.success(request, _("Done. It is in the log."))
            return see("tournament-run", here.pk)
    context: dict[str, Any] = {
        "here": here,
        "table": table,
        "players": players,
        "refused": refused,
        "reason": request.POST.get("reason", ""),
        "places": range(1, len(players) + 1),
    }
    return render(request, "games/tournament_result.html", context, status=422 if refused else 200)
