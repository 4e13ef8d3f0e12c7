"""The page of an arena: what the reader does now, the tables that run, standings and podium."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypedDict

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.entering import guests
from boardgames.http.addresses import path
from games.models import ArenaPlayer, Entrant, Table, Tournament, TournamentStanding
from games.pages import inputs
from games.pages.answers import by_script, reader, refusable, see
from games.pages.tournaments import content, words
from games.ratings.skill import display_value
from games.tournaments import entering, listing
from games.tournaments.arena import breaks
from games.tournaments.arena.next_table import NextTable, next_table
from games.tournaments.kinds import arena
from games.tournaments.kinds.arena import STREAK
from games.tournaments.rows import GONE

#: Tables on the page, those of the best players first.
TABLES = 12

Status = Tournament.Status


class Line(TypedDict):
    """A line of the standings; ``row``: wins in a row, from the number on that counts more."""

    place: int
    name: str
    me: bool
    gone: str
    points: str
    played: int
    won: int
    row: int
    longest: int
    performance: int | None
    does: str


def describe_arena(here: Tournament, me: int | None, asked: Mapping[str, str]) -> dict[str, Any]:
    """What changes while the arena runs."""
    mine = next_table(here, me)
    lines = _lines(here, me)
    moment = here.starts_at if here.status == Status.OPEN else here.ends_at
    return {
        "here": here,
        "mine": mine,
        "table": path("game", mine.game) if mine.game else "",
        "joins": _joins(here, mine, me),
        "guests": me is None and arena.rules(here).guests,
        "until": _until(moment) if here.status in (Status.OPEN, Status.RUNNING) else None,
        "over": here.status == Status.FINISHED,
        "standings_of": content.on_page(lines, inputs.number(asked.get("page", ""), 4)),
        "podium": [line for line in lines if line["place"] <= 3 and line["played"]][:6]
        if here.status == Status.FINISHED
        else [],
        "tables": _tables(here, me) if here.status == Status.RUNNING else [],
        "streak": STREAK,
        "grace": arena.rules(here).grace_minutes,
        "counts": _counts(here),
        "people": listing.entrants(here) if here.status == Status.OPEN else [],
    }


def socket(here: Tournament) -> str:
    """The address of the WebSocket for its news."""
    return f"{settings.WEBSOCKET_URL}/ws/tournaments/{here.pk}/"


def _joins(here: Tournament, mine: NextTable, me: int | None) -> bool:
    """Whether to offer joining: to visitors, too, who sign in first."""
    if mine.state != "out" or not entering.joinable(here):
        return False
    entrant = listing.entrant(here, me)
    return entrant is None or entrant.state in ("in", "withdrawn")


def _until(moment: datetime | None) -> dict[str, Any] | None:
    if moment is None:
        return None
    seconds = max(0, round((moment - timezone.now()).total_seconds()))
    return {"at": moment.isoformat(timespec="seconds"), "seconds": seconds}


def _counts(here: Tournament) -> dict[str, int]:
    over, all_ = listing.games(here)
    people = Entrant.objects.filter(tournament=here, state=Entrant.State.IN).count()
    return {"over": over, "running": all_ - over, "people": people}


def _lines(here: Tournament, me: int | None) -> list[Line]:
    players = {player.entrant_id: player for player in ArenaPlayer.objects.filter(tournament=here)}
    return [
        _line(row, players.get(row.entrant_id), me, over=here.status == Status.FINISHED)
        for row in listing.standings(here, 0, 0)
    ]


def _line(
    row: TournamentStanding, player: ArenaPlayer | None, me: int | None, *, over: bool
) -> Line:
    won, wins, longest = (int(value) for value in row.breaks)
    gone = row.entrant.state in GONE
    return {
        "place": row.place,
        "name": row.entrant.user.username,
        "me": row.entrant.user_id == me,
        "gone": str(row.entrant.get_state_display()) if gone else "",
        "points": words.number(row.score),
        "played": row.played,
        "won": won,
        "row": wins,
        "longest": longest,
        "performance": player.performance if player else None,
        "does": "" if over or gone or player is None else _does(player),
    }


def _does(player: ArenaPlayer) -> str:
    if player.table_id is not None:
        return "plays"
    return "waits" if player.free_from else "break"


def _tables(here: Tournament, me: int | None) -> list[dict[str, Any]]:
    """The tables that run, those of the best players first, my own before them."""
    places = dict(
        TournamentStanding.objects.filter(tournament=here).values_list("entrant", "place")
    )
    running = Table.objects.filter(tournament=here, state=Table.State.RUNNING)
    found = []
    for table in running.prefetch_related("players__entrant__user"):
        entrants = [player.entrant for player in table.players.all()]
        here_places = sorted(places.get(each.pk, len(places)) for each in entrants)
        mine = any(each.user_id == me for each in entrants)
        found.append((not mine, here_places, table.pk, table, entrants, mine))
    return [
        {
            "href": path("game", table.game_id or 0),
            "mine": mine,
            "people": [
                {
                    "name": each.user.username,
                    "place": places.get(each.pk, 0),
                    "rating": display_value(each.rating),
                }
                for each in entrants
            ],
        }
        for _other, _places, _pk, table, entrants, mine in sorted(found, key=lambda one: one[:3])[
            :TABLES
        ]
    ]


@require_safe
@never_cache
@refusable
def live(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The part of the page that changes, for its script."""
    here = _arena(request, tournament_id)
    context = describe_arena(here, request.user.pk, request.GET)
    return render(request, "games/arena_live.html", context)


@require_safe
@never_cache
@refusable
def go_to_next(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """To the reader's table, if they have one, otherwise to the arena's page; for scripts only its
    address, if there is one."""
    here = _arena(request, tournament_id)
    mine = next_table(here, request.user.pk)
    if by_script(request):
        return JsonResponse({"table": path("game", mine.game) if mine.game else ""})
    return see("game", mine.game) if mine.game else see("tournament", here.pk)


@require_POST
@refusable
def join_as_guest(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Create a guest, who joins at once."""
    here = _arena(request, tournament_id)
    entering.check_guests(here)
    if not request.user.is_authenticated:
        refusal = guests.make_guest(request)
        if refusal:
            return refusal
    entering.join_tournament(here.pk, reader(request))
    return see("tournament", here.pk)


def _arena(request: HttpRequest, tournament_id: int) -> Tournament:
    here = listing.one(tournament_id, request.user.pk)
    if here.kind != Tournament.Kind.ARENA:
        raise Http404
    return here


def _take_break(request: HttpRequest, tournament_id: int) -> str:
    breaks.take_break(tournament_id, reader(request))
    return _("You have a break. Come back whenever you like.")


def _come_back(request: HttpRequest, tournament_id: int) -> str:
    breaks.come_back(tournament_id, reader(request))
    return _("You are back, and get a table within seconds.")


ACTS: dict[str, Callable[[HttpRequest, int], str]] = {
    "break": _take_break,
    "back": _come_back,
}
