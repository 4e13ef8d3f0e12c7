"""The page of an arena: what the reader does now, the tables that run, standings and podium."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from markupsafe import Markup

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

#: Seconds for which the shared part is new, and for which it is kept.
NEW, KEPT = 1, 20
#: Where the shared part has the reader's own line, if it is not among the others.
_OWN_LINE = Markup("<!-- own line -->")

Status = Tournament.Status


class Line(TypedDict):
    """A line of the standings; ``row``: wins in a row, from the number on that counts more."""

    place: int
    name: str
    user: int
    gone: str
    points: str
    played: int
    won: int
    row: int
    longest: int
    performance: int | None
    does: str


class Shared(NamedTuple):
    """The part of the page that all readers have, without a mark at its reader, and the version of
    the arena that it shows at least."""

    version: int
    html: str


def describe_arena(here: Tournament, me: int | None, shared: Shared) -> dict[str, Any]:
    """What changes while the arena runs."""
    mine = next_table(here, me)
    over = here.status == Status.FINISHED
    return {
        "here": here,
        "mine": mine,
        "table": path("game", mine.game) if mine.game else "",
        "joins": _joins(here, mine, me),
        "guests": me is None and arena.rules(here).guests,
        "over": over,
        "played": over and listing.games(here)[0] > 0,
        "grace": arena.rules(here).grace_minutes,
        "version": shared.version,
        "shared": _mark_reader(shared.html, here, me),
    }


def draw_shared(here: Tournament, page: int | None) -> Shared:
    """The shared part with this page of the standings."""
    lines = _lines(here)
    moment = here.starts_at if here.status == Status.OPEN else here.ends_at
    over = here.status == Status.FINISHED
    context = {
        "here": here,
        "until": _until(moment) if here.status in (Status.OPEN, Status.RUNNING) else None,
        "over": over,
        "standings_of": content.on_page(lines, page),
        "podium": [line for line in lines if line["place"] <= 3 and line["played"]][:6]
        if over
        else [],
        "tables": _tables(here) if here.status == Status.RUNNING else [],
        "streak": STREAK,
        "counts": _counts(here),
        "people": listing.entrants(here) if here.status == Status.OPEN else [],
        "own_line": _OWN_LINE,
    }
    return Shared(here.version, render_to_string("games/arena_shared.html", context))


def _shared_lately(here: Tournament, page: int | None) -> Shared:
    """The same as it was at most a moment ago: of hundreds who ask after each change one waits for
    the drawing, in each language. Who is shown an older version than they know of asks again."""
    key = f"arena/{here.pk}/{here.status}/{page or 1}/{get_language()}"
    if cache.add(f"{key}/new", True, NEW):
        drawn = draw_shared(here, page)
        cache.set(key, tuple(drawn), KEPT)
        return drawn
    kept = cache.get(key)
    return Shared(*kept) if kept else draw_shared(here, page)


def _mark_reader(html: str, here: Tournament, me: int | None) -> Markup:
    """The shared part with the reader marked, and with their own line where it is on another
    page."""
    own = ""
    if me and f'<tr class="who-{me}"' not in html:
        lines = _lines(here, me)
        over = here.status == Status.FINISHED
        context = {"row": lines[0], "over": over, "streak": STREAK} if lines else {}
        own = render_to_string("games/arena_own_line.html", context) if lines else ""
    marked = html.replace(f'who-{me}"', 'is-me"').replace(_OWN_LINE, own)
    return Markup(marked)  # noqa: S704  drawn by templates


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


def _lines(here: Tournament, of: int | None = None) -> list[Line]:
    """The standings, or only the line of one person."""
    players = ArenaPlayer.objects.filter(tournament=here)
    rows = listing.standings(here, 0, 0)
    if of is not None:
        players = players.filter(entrant__user=of)
        rows = [row for row in rows if row.entrant.user_id == of]
    by_entrant = {player.entrant_id: player for player in players}
    over = here.status == Status.FINISHED
    return [_line(row, by_entrant.get(row.entrant_id), over=over) for row in rows]


def _line(row: TournamentStanding, player: ArenaPlayer | None, *, over: bool) -> Line:
    won, wins, longest = (int(value) for value in row.breaks)
    gone = row.entrant.state in GONE
    return {
        "place": row.place,
        "name": row.entrant.user.username,
        "user": row.entrant.user_id,
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


def _tables(here: Tournament) -> list[dict[str, Any]]:
    """The tables that run, those of the best players first."""
    places = dict(
        TournamentStanding.objects.filter(tournament=here).values_list("entrant", "place")
    )
    running = Table.objects.filter(tournament=here, state=Table.State.RUNNING)
    found = []
    for table in running.prefetch_related("players__entrant__user"):
        entrants = [player.entrant for player in table.players.all()]
        here_places = sorted(places.get(each.pk, len(places)) for each in entrants)
        found.append((here_places, table.pk, table, entrants))
    return [
        {
            "href": path("game", table.game_id or 0),
            "people": [
                {
                    "name": each.user.username,
                    "user": each.user_id,
                    "place": places.get(each.pk, 0),
                    "rating": display_value(each.rating),
                }
                for each in entrants
            ],
        }
        for _places, _pk, table, entrants in sorted(found, key=lambda one: one[:2])[:TABLES]
    ]


@require_safe
@never_cache
@refusable
def live(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The part of the page that changes, for its script."""
    here = _arena(request, tournament_id)
    shared = _shared_lately(here, inputs.number(request.GET.get("page", ""), 4))
    context = describe_arena(here, request.user.pk, shared)
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
