"""Ladders: open challenges; challenging, answering, withdrawing."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games.api import tournament_forms as forms
from games.api.answers import ERRORS, answer
from games.api.auth import ANYBODY, user_id_of, user_of
from games.models import Challenge
from games.tournaments import listing
from games.tournaments.ladder import challenging

router = Router()
ALL = {200: forms.Challenges, **ERRORS}


@router.get(
    "/tournaments/{int:tournament_id}/challenges",
    auth=ANYBODY,
    response=ALL,
    summary="The newest challenges on a ladder",
)
def list_challenges(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """At most 50, the newest first; `state` is `asked` until the challenge is answered."""
    return _all(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/challenges", response=ALL, summary="Challenge a player"
)
def challenge(request: HttpRequest, tournament_id: int, body: forms.NewChallenge) -> HttpResponse:
    """A player who ranks higher, as far up as the ladder's rules allow. 409 says why not now."""
    challenging.challenge(tournament_id, user_of(request).pk, body.user)
    return _all(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/challenges/{int:challenge_id}/answer",
    response=ALL,
    summary="Answer a challenge",
)
def answer_challenge(
    request: HttpRequest, tournament_id: int, challenge_id: int, body: forms.ChallengeAnswer
) -> HttpResponse:
    """Accepting sets up a game; declining counts as a lost game."""
    act = challenging.accept_challenge if body.accept else challenging.decline_challenge
    act(tournament_id, user_of(request).pk, challenge_id)
    return _all(request, tournament_id)


@router.post(
    "/tournaments/{int:tournament_id}/challenges/{int:challenge_id}/withdraw",
    response=ALL,
    summary="Withdraw a challenge",
)
def withdraw_challenge(request: HttpRequest, tournament_id: int, challenge_id: int) -> HttpResponse:
    """Possible as long as it has not been answered."""
    challenging.withdraw_challenge(tournament_id, user_of(request).pk, challenge_id)
    return _all(request, tournament_id)


def _all(request: HttpRequest, tournament_id: int) -> HttpResponse:
    here = listing.one(tournament_id, user_id_of(request))
    return answer({"challenges": [_one(each) for each in listing.challenges(here)]})


def _one(challenge: Challenge) -> forms.OneChallenge:
    return {
        "id": challenge.pk,
        "challenger": challenge.challenger.user.username,
        "challenged": challenge.challenged.user.username,
        "state": challenge.state,
        "asked_at": challenge.asked_at.isoformat(timespec="seconds"),
        "answer_by": challenge.answer_by.isoformat(timespec="seconds"),
        "game": challenge.table.game_id if challenge.table else None,
    }
