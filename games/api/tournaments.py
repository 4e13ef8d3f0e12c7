"""Tournaments: opening, finding, joining and leaving them, with standings and logs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from games.api import schemas
from games.api import tournament_forms as forms
from games.api.answers import ERRORS, answer, text
from games.api.auth import ANYBODY, user_id_of, user_of
from games.api.tournament_examples import TRF
from games.api.tournament_plans import plan_settings, show_plan
from games.models import Table, Tournament
from games.showing import tournament_log
from games.storage.statements import BIGGEST_ID
from games.tournaments import entering, inviting, listing, opening, report, seasons
from games.tournaments.arena import breaks
from games.tournaments.arena.next_table import next_table
from games.tournaments.kinds import divisions, game_rotation
from games.tournaments.plan import Plan
from games.tournaments.rows import no_such
from games.tournaments.running import organising

PAGE = 50
Before = Annotated[int | None, Query(ge=0, le=BIGGEST_ID)]

router = Router()
ONE = {200: forms.Tournament, **ERRORS}


@router.get(
    "/tournaments",
    auth=ANYBODY,
    response={200: forms.Tournaments, **ERRORS},
    summary="The newest tournaments, or only those of a status",
)
def list_tournaments(
    request: HttpRequest,
    status: schemas.Status | None = None,
    mine: bool = False,
) -> HttpResponse:
    """At most 50, the newest first. `mine` needs an account; it lists tournaments that the caller
    plays in or runs."""
    found = listing.of_person(user_of(request).pk) if mine else listing.seen_by(user_id_of(request))
    if status:
        found = found.filter(status=status)
    return answer({"tournaments": [summary(each) for each in found[:PAGE]]})


@router.post(
    "/tournaments", response={201: forms.Tournament, **ERRORS}, summary="Open a tournament"
)
def open_tournament(request: HttpRequest, body: forms.NewTournament) -> HttpResponse:
    """The caller organises it; for members with a confirmed e-mail address. A league is opened as a
    series."""
    opened = opening.open_(user_of(request).pk, Plan(**plan_settings(body)))
    return whole(request, opened.pk, 201)


@router.get("/tournaments/{int:tournament_id}", auth=ANYBODY, response=ONE, summary="A tournament")
def show_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Its plan, its standings by stage and group, and its games by round."""
    return whole(request, tournament_id)


@router.get(
    "/tournaments/{int:tournament_id}/log",
    auth=ANYBODY,
    response={200: forms.TournamentLog, **ERRORS},
    summary="A tournament's log",
)
def show_tournament_log(
    request: HttpRequest, tournament_id: int, before: Before = None
) -> HttpResponse:
    """The newest lines first; `next` of the answer leads to earlier ones. Pairings and beginnings
    of games are left out, as the tournament's `games` show them."""
    here = listing.one(tournament_id, user_id_of(request))
    found = listing.list_events(here, before)
    told = tournament_log.describe_events(found, listing.entrant_names(here))
    data: forms.TournamentLog = {
        "log": [
            {
                "id": event.pk,
                "at": line.at,
                "kind": event.kind,
                "text": line.text,
                "reason": line.reason,
            }
            for event, line in zip(found, told, strict=True)
        ],
        "next": found[-1].pk if len(found) == listing.LINES else None,
    }
    return answer(data)


_TRF = {
    "description": "The file",
    "content": {"text/plain": {"schema": {"type": "string"}, "example": TRF}},
}


@router.get(
    "/tournaments/{int:tournament_id}/trf",
    auth=ANYBODY,
    response={200: None, **ERRORS},
    summary="A tournament as FIDE's Tournament Report File",
    openapi_extra={"responses": {200: _TRF}},
)
def show_trf(
    request: HttpRequest,
    tournament_id: int,
    form: forms.TrfForm = "trf26",
    stage: int | None = None,
    group: int | None = None,
) -> HttpResponse:
    """A Swiss, a round robin or a league at tables of two, once it has started, as text for
    programs that pair, rank and rate. One file has one group, if left out the first of the last
    stage. `trf16` is the older form."""
    here = listing.one(tournament_id, user_id_of(request))
    return text(report.write_report(here, form, stage, group))


@router.post("/tournaments/{int:tournament_id}/join", response=ONE, summary="Join a tournament")
def join_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """If all places are taken, the caller goes on the waiting list, in case somebody leaves before
    the start."""
    entering.join_tournament(tournament_id, user_of(request).pk)
    return whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/withdraw", response=ONE, summary="Leave a tournament"
)
def withdraw_from_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Before the start the place becomes free; later, unfinished games are lost."""
    listing.one(tournament_id, user_of(request).pk)
    organising.withdraw_player(tournament_id, user_of(request).pk)
    return whole(request, tournament_id)


STATE = {200: forms.ArenaState, **ERRORS}


@router.get(
    "/tournaments/{int:tournament_id}/state", response=STATE, summary="What you do in an arena now"
)
def show_arena_state(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Where the next game is. `/ws/tournaments/ID/` says when something has changed."""
    here = listing.one(tournament_id, user_of(request).pk)
    return answer(_arena_state(here, user_of(request).pk))


@router.post(
    "/tournaments/{int:tournament_id}/break", response=STATE, summary="Take a break in an arena"
)
def take_break_in_arena(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """It begins after the running game; the points stay."""
    here = listing.one(tournament_id, user_of(request).pk)
    breaks.take_break(here.pk, user_of(request).pk)
    return answer(_arena_state(here, user_of(request).pk))


@router.post(
    "/tournaments/{int:tournament_id}/back", response=STATE, summary="Come back into an arena"
)
def come_back_to_arena(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The next game begins within seconds, as soon as somebody is free."""
    here = listing.one(tournament_id, user_of(request).pk)
    breaks.come_back(here.pk, user_of(request).pk)
    return answer(_arena_state(here, user_of(request).pk))


def _arena_state(here: Tournament, user_id: int) -> forms.ArenaState:
    if here.kind != Tournament.Kind.ARENA:
        raise no_such()
    mine = next_table(here, user_id)
    return {
        "state": mine.state,
        "game": mine.game,
        "leaves": mine.leaves,
        "was_absent": mine.was_absent,
    }


@router.post(
    "/tournaments/{int:tournament_id}/decline",
    response=ONE,
    summary="Decline an invitation to a tournament",
)
def decline_invitation_to_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The caller may still join as long as others can, but cannot be invited again."""
    listing.one(tournament_id, user_of(request).pk)
    inviting.decline_invitation(tournament_id, user_of(request).pk)
    return whole(request, tournament_id)


def whole(request: HttpRequest, tournament_id: int, status: int = 200) -> HttpResponse:
    here = listing.one(tournament_id, user_id_of(request))
    groups = listing.groups(here)
    stood = seasons.now_stood(here) if here.kind == Tournament.Kind.LEAGUE else {}
    data: forms.Tournament = {
        **summary(here),
        "plan": show_plan(here),
        "standings": [
            {
                "stage": stage,
                "group": group,
                "place": standing.place,
                "user": standing.entrant.user.username,
                "points": standing.score,
                "played": standing.played,
                "breaks": standing.breaks,
                "zone": _ZONES[stood[standing.entrant_id].zone] if stood else "",
            }
            for stage, group in groups
            for standing in listing.standings(here, stage, group)
        ],
        "games": [_game(each) for group in groups for each in listing.tables(here, *group)],
    }
    return answer(data, status)


_ZONES = {divisions.UP: "up", divisions.DOWN: "down", 0: ""}


def _game(table: Table) -> forms.TournamentGame:
    players = table.players.all()
    return {
        "id": table.game_id,
        "table": table.pk,
        "stage": table.stage,
        "group": table.group,
        "round": table.round,
        "state": table.state,
        "how": table.how,
        "users": [player.entrant.user.username for player in players],
        "points": [player.points for player in players],
    }


def summary(here: Tournament) -> forms.TournamentSummary:
    return {
        "id": here.pk,
        "name": here.name,
        "series": here.series_id,
        "edition": here.edition,
        "kind": here.kind,
        "status": here.status,
        "type": here.type,
        "types": [played.type for played in game_rotation.all_of(here)],
        "options": [dict(played.options) for played in game_rotation.all_of(here)],
        "players": here.players,
        "people": getattr(here, "taken", 0),
        "places": here.most,
        "organiser": here.organiser.username,
        "by_invitation": here.by_invitation,
        "club": here.club_id,
        "starts_at": moment(here.starts_at),
        "ends_at": moment(here.ends_at),
        "paused_until": moment(here.paused_until),
    }


def moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")
