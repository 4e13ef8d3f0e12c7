"""What organisers do with their tournaments, and what only they see."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games.api import schemas
from games.api import tournament_forms as forms
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.api.tournaments import ONE, whole
from games.models import Entrant
from games.tournaments import interest, inviting, listing, player_import
from games.tournaments.running import fairness, organising, pausing

router = Router()


@router.get(
    "/tournaments/{int:tournament_id}/management",
    response={200: forms.Management, **ERRORS},
    summary="What only organisers see of a tournament",
)
def show_management(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The people who are invited or wait for a place, and unusual facts about its games, for which
    there may be good reasons."""
    me = user_of(request).pk
    here = listing.one(tournament_id, me)
    organising.check_runs(here, me)
    people, facts = listing.entrants(here), fairness.facts(here)
    names = {each.user_id: each.user.username for each in people}

    def named(numbers: Iterable[int]) -> list[str]:
        return [names.get(number, "") for number in numbers]

    data: forms.Management = {
        "has_part": interest.has_part(here, me),
        "pause_days_left": pausing.days_left(here),
        "waiting": [each.user.username for each in people if each.state == Entrant.State.WAITING],
        "invited": [{"user": name, "state": state} for name, state in inviting.list_answers(here)],
        "ahead": [
            {
                "game": one.game,
                "user": names.get(one.who, ""),
                "others": named(one.others),
                "points": one.points,
                "best_other": one.best_other,
                "on_time": not one.lapsed,
            }
            for one in facts.ahead
        ],
        "early": [
            {
                "game": one.game,
                "users": named(one.people),
                "moves": one.moves,
                "usual": one.usual,
            }
            for one in facts.early
        ],
        "again": [
            {"user": names.get(one.who, ""), "other": names.get(one.other, ""), "games": one.games}
            for one in facts.again
        ],
    }
    return answer(data)


@router.post(
    "/tournaments/{int:tournament_id}/disqualify",
    response=ONE,
    summary="Disqualify a player from a tournament",
)
def disqualify_from_tournament(
    request: HttpRequest, tournament_id: int, body: forms.Disqualified
) -> HttpResponse:
    """For the organiser, who cannot disqualify themselves. The log shows the reason."""
    listing.one(tournament_id, user_of(request).pk)
    organising.disqualify(tournament_id, user_of(request).pk, body.user, body.reason)
    return whole(request, tournament_id)


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
    return whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/players-list",
    response={200: forms.CheckedList, **ERRORS},
    summary="Check a list of players",
)
def check_players_list(
    request: HttpRequest, tournament_id: int, body: forms.PlayersList
) -> HttpResponse:
    """For the organiser of a tournament by invitation, until it starts: says for each name of the
    list whether that person can be invited. Nothing is changed and nobody is notified;
    `/tournaments/ID/invite` invites up to 30 people at a time."""
    here = listing.one(tournament_id, user_of(request).pk)
    checked = player_import.check_list(here, user_of(request).pk, body.list)
    data: forms.CheckedList = {
        "form": checked.form,
        "players": [
            {"line": each.line, "name": each.name, "state": each.state}
            for each in checked.candidates
        ],
        "problems": [{"line": each.line, "text": each.text} for each in checked.problems],
        "more_problems": checked.more_problems,
    }
    return answer(data)


@router.post("/tournaments/{int:tournament_id}/pause", response=ONE, summary="Pause a tournament")
def pause_tournament(
    request: HttpRequest, tournament_id: int, body: forms.NewPause
) -> HttpResponse:
    """For an organiser who does not play in it. No clock of its games runs, and all its deadlines
    move by the length of the pause; it goes on by itself after `days`."""
    listing.one(tournament_id, user_of(request).pk)
    organising.pause_tournament(tournament_id, user_of(request).pk, body.days, body.reason)
    return whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/go-on", response=ONE, summary="End a tournament's pause"
)
def go_on_with_tournament(
    request: HttpRequest, tournament_id: int, body: forms.WithReason
) -> HttpResponse:
    """For an organiser who does not play in it."""
    listing.one(tournament_id, user_of(request).pk)
    organising.resume_tournament(tournament_id, user_of(request).pk, body.reason)
    return whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/call-off", response=ONE, summary="Cancel a tournament"
)
def call_off_tournament(
    request: HttpRequest, tournament_id: int, body: forms.WithReason
) -> HttpResponse:
    """For the organiser. Running games go on, but no longer belong to the tournament."""
    listing.one(tournament_id, user_of(request).pk)
    organising.call_off(tournament_id, user_of(request).pk, body.reason)
    return whole(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/tables/{int:table_id}/result",
    response=ONE,
    summary="Change a result of a tournament",
)
def change_result(
    request: HttpRequest, tournament_id: int, table_id: int, body: forms.NewResult
) -> HttpResponse:
    """For an organiser who does not sit at that table, until other pairings depend on the result: a
    place for each of the table's `users`, in their order."""
    listing.one(tournament_id, user_of(request).pk)
    organising.correct(tournament_id, user_of(request).pk, table_id, body.ranks, body.reason)
    return whole(request, tournament_id)
