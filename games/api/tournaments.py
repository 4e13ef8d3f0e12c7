"""Tournaments: open, running and finished ones, with standings; joining and leaving."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games.api import schemas
from games.api.answers import ERRORS, answer, text
from games.api.auth import ANYBODY, user_id_of, user_of
from games.api.examples import TRF
from games.models import Table, Tournament
from games.tournaments import entering, inviting, listing, report, seasons
from games.tournaments.kinds import divisions, game_rotation
from games.tournaments.running import organising

PAGE = 50

router = Router()
ONE = {200: schemas.Tournament, **ERRORS}


@router.get(
    "/tournaments",
    auth=ANYBODY,
    response={200: schemas.Tournaments, **ERRORS},
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


@router.get("/tournaments/{int:tournament_id}", auth=ANYBODY, response=ONE, summary="A tournament")
def show_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Its standings by stage and group, and its games by round."""
    return _whole(request, tournament_id)


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
    form: schemas.TrfForm = "trf26",
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
    return _whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/withdraw", response=ONE, summary="Leave a tournament"
)
def withdraw_from_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Before the start the place becomes free; later, unfinished games are lost."""
    listing.one(tournament_id, user_of(request).pk)
    organising.withdraw_player(tournament_id, user_of(request).pk)
    return _whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/disqualify",
    response=ONE,
    summary="Disqualify a player from a tournament",
)
def disqualify_from_tournament(
    request: HttpRequest, tournament_id: int, body: schemas.Disqualified
) -> HttpResponse:
    """For the organiser, who cannot disqualify themselves. The log shows the reason."""
    listing.one(tournament_id, user_of(request).pk)
    organising.disqualify(tournament_id, user_of(request).pk, body.user, body.reason)
    return _whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/invite", response=ONE, summary="Invite people to a tournament"
)
def invite_to_tournament(
    request: HttpRequest, tournament_id: int, body: schemas.Invited
) -> HttpResponse:
    """For the organiser of a tournament by invitation, until it starts. People who were invited
    before are not notified again."""
    listing.one(tournament_id, user_of(request).pk)
    inviting.invite_people(tournament_id, user_of(request).pk, body.users)
    return _whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/decline",
    response=ONE,
    summary="Decline an invitation to a tournament",
)
def decline_invitation_to_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The caller may still join as long as others can, but cannot be invited again."""
    listing.one(tournament_id, user_of(request).pk)
    inviting.decline_invitation(tournament_id, user_of(request).pk)
    return _whole(request, tournament_id)


@router.post("/tournaments/{int:tournament_id}/pause", response=ONE, summary="Pause a tournament")
def pause_tournament(
    request: HttpRequest, tournament_id: int, body: schemas.NewPause
) -> HttpResponse:
    """For an organiser who does not play in it. No clock of its games runs, and all its deadlines
    move by the length of the pause; it goes on by itself after `days`."""
    listing.one(tournament_id, user_of(request).pk)
    organising.pause_tournament(tournament_id, user_of(request).pk, body.days, body.reason)
    return _whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/go-on", response=ONE, summary="End a tournament's pause"
)
def go_on_with_tournament(
    request: HttpRequest, tournament_id: int, body: schemas.WithReason
) -> HttpResponse:
    """For an organiser who does not play in it."""
    listing.one(tournament_id, user_of(request).pk)
    organising.resume_tournament(tournament_id, user_of(request).pk, body.reason)
    return _whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/call-off", response=ONE, summary="Cancel a tournament"
)
def call_off_tournament(
    request: HttpRequest, tournament_id: int, body: schemas.WithReason
) -> HttpResponse:
    """For the organiser. Running games go on, but no longer belong to the tournament."""
    listing.one(tournament_id, user_of(request).pk)
    organising.call_off(tournament_id, user_of(request).pk, body.reason)
    return _whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/tables/{int:table_id}/result",
    response=ONE,
    summary="Change a result of a tournament",
)
def change_result(
    request: HttpRequest, tournament_id: int, table_id: int, body: schemas.NewResult
) -> HttpResponse:
    """For an organiser who does not sit at that table, until other pairings depend on the result: a
    place for each of the table's `users`, in their order."""
    listing.one(tournament_id, user_of(request).pk)
    organising.correct(tournament_id, user_of(request).pk, table_id, body.ranks, body.reason)
    return _whole(request, tournament_id)


def _whole(request: HttpRequest, tournament_id: int) -> HttpResponse:
    here = listing.one(tournament_id, user_id_of(request))
    groups = listing.groups(here)
    stood = seasons.now_stood(here) if here.kind == Tournament.Kind.LEAGUE else {}
    data: schemas.Tournament = {
        **summary(here),
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
    return answer(data)


_ZONES = {divisions.UP: "up", divisions.DOWN: "down", 0: ""}


def _game(table: Table) -> schemas.TournamentGame:
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


def summary(here: Tournament) -> schemas.TournamentSummary:
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
