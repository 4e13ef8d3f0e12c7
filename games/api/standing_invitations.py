"""Standing invitations: the caller's offers to play, by which the service seats people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games.api import schemas
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.lobby import requirements, standing
from games.models import StandingInvitation

router = Router()
ALL = {200: schemas.StandingInvitations, **ERRORS}


@router.get(
    "/games/standing-invitations", response=ALL, summary="The caller's standing invitations"
)
def list_standing_invitations(request: HttpRequest) -> HttpResponse:
    """The oldest first, each with the number of games that the caller plays by it."""
    return _all(request)


@router.post(
    "/games/standing-invitations",
    response={201: schemas.StandingInvitations, **ERRORS},
    summary="Leave a standing invitation",
)
def make_standing_invitation(
    request: HttpRequest, body: schemas.NewStandingInvitation
) -> HttpResponse:
    """The service seats the caller when somebody suitable comes along, and notifies them. At most
    ten at a time, and not for guests."""
    standing.make(
        user_of(request).pk,
        body.type,
        body.players,
        body.pace,
        most=body.most,
        options=body.options,
        rated=body.rated,
        asks=body.asks.model_dump(exclude_unset=True) if body.asks else None,
        friends_only=body.friends_only,
    )
    return _all(request, 201)


@router.post(
    "/games/standing-invitations/{int:invitation_id}/pause",
    response=ALL,
    summary="Pause a standing invitation",
)
def pause_standing_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Nobody is seated by it until it is resumed; running games continue."""
    standing.pause_invitation(user_of(request).pk, invitation_id)
    return _all(request)


@router.post(
    "/games/standing-invitations/{int:invitation_id}/resume",
    response=ALL,
    summary="Resume a standing invitation",
)
def resume_standing_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """The caller is seated by it again when somebody suitable comes along."""
    standing.resume_invitation(user_of(request).pk, invitation_id)
    return _all(request)


@router.delete(
    "/games/standing-invitations/{int:invitation_id}",
    response=ALL,
    summary="End a standing invitation",
)
def end_standing_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Nobody is seated by it any more; running games continue."""
    standing.end_invitation(user_of(request).pk, invitation_id)
    return _all(request)


def _all(request: HttpRequest, status: int = 200) -> HttpResponse:
    found = standing.list_invitations(user_of(request).pk)
    return answer({"invitations": [_one(each) for each in found]}, status)


def _one(invitation: StandingInvitation) -> schemas.StandingInvitation:
    asks = requirements.read_stored(invitation.asks)
    return {
        "id": invitation.pk,
        "type": invitation.type,
        "players": invitation.players,
        "pace": invitation.pace,
        "most": invitation.most,
        "playing": invitation.playing,  # type: ignore[attr-defined]
        "options": invitation.options,
        "rated": invitation.rated,
        "asks": {name: getattr(asks, name) for name in asks.__struct_fields__},  # type: ignore[typeddict-item]
        "friends_only": invitation.friends_only,
        "paused": invitation.paused_at is not None,
    }
