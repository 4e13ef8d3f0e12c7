"""What the players at a table agree on: votes, more time, a rematch."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games.api import schemas
from games.api.answers import GAME, current
from games.api.auth import user_of
from games.lobby import rematch
from games.moves import more_time
from games.votes import voting

router = Router()


@router.post(
    "/games/{int:game_id}/more_time",
    response=GAME,
    summary="Give your opponent a day more for this turn",
)
def give_day(request: HttpRequest, game_id: int) -> HttpResponse:
    """Once a day, where no third person plays; not in live games or tournaments."""
    more_time.give_day(game_id, user_of(request).pk)
    return current(request, game_id)


@router.post("/games/{int:game_id}/votes", response=GAME, summary="Start a vote")
def call_vote(request: HttpRequest, game_id: int, body: schemas.NewVote) -> HttpResponse:
    """Starts a vote, one at a time: `vote` of the game then shows it. Starting a vote counts as
    agreeing. A vote about an absent player names the `seat`; the others name none."""
    voting.call(game_id, user_of(request).pk, body.kind, body.seat)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/votes/{int:vote_id}",
    response=GAME,
    summary="Cast or change a ballot",
)
def vote(request: HttpRequest, game_id: int, vote_id: int, body: schemas.NewBallot) -> HttpResponse:
    """One of the vote's `choices`. The vote closes as soon as no further ballot can change it."""
    voting.cast_vote(game_id, user_of(request).pk, vote_id, body.choice)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/rematch",
    response=GAME,
    summary="Offer a rematch, or accept the offer",
)
def agree_to_rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """The new game starts when all players have accepted; `rematch` then names it."""
    rematch.agree(game_id, user_of(request).pk)
    return current(request, game_id)


@router.post("/games/{int:game_id}/rematch/decline", response=GAME, summary="Decline the rematch")
def decline_rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """The offer is then void for all; a new one is possible."""
    rematch.decline(game_id, user_of(request).pk)
    return current(request, game_id)
