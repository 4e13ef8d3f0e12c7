"""Game types, and the first steps: address and token."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Router

from accounts.sessions import tokens
from games.api import schemas
from games.api.answers import ERRORS, answer, type_called
from games.api.auth import ANYBODY, user_id_of
from games.rules.engine import Rules
from games.stages import stage_visibility
from games.words import texts

router = Router()
BUSY = {status: ERRORS[status] for status in (429, 503)}


@router.get("/", auth=None, response={200: schemas.Entry, **BUSY}, summary="WebSocket address")
def entry(request: HttpRequest) -> HttpResponse:
    """The base address of the WebSocket, which may differ from that of the API."""
    scheme = "wss" if request.is_secure() else "ws"
    return answer({"websocket": settings.WEBSOCKET_URL or f"{scheme}://{request.get_host()}"})


@router.post(
    "/token",
    auth=None,
    response={200: schemas.TokenMade, **ERRORS},
    summary="Get a token for name and password",
)
def make_token(request: HttpRequest, body: schemas.Credentials) -> HttpResponse:
    """A token for everything that its user can do by the API. Send it as `Authorization: Bearer
    TOKEN`. Accounts with a second factor create their tokens on their profile page."""
    return answer({"token": tokens.login_token(request, body.username, body.password)})


@router.get(
    "/types",
    auth=ANYBODY,
    response={200: schemas.GameTypes, **ERRORS},
    summary="All game types",
)
def list_types(request: HttpRequest) -> HttpResponse:
    """All game types, each with its numbers of players, its options and its bots."""
    return answer(
        {"types": [game_type(rules) for rules in stage_visibility.types(user_id_of(request))]}
    )


@router.get(
    "/types/{slug}",
    auth=ANYBODY,
    response={200: schemas.GameType, **ERRORS},
    summary="A game type with its options",
)
def show_type(request: HttpRequest, slug: str) -> HttpResponse:
    """One game type. The `options` of a new game are chosen from its options, which have values and
    defaults."""
    return answer(game_type(type_called(slug, user_id_of(request))))


def game_type(rules: Rules[Any]) -> schemas.GameType:
    return {
        "type": rules.slug,
        "name": _(rules.name),
        "players": rules.players,
        "version": rules.version,
        "outcome": rules.outcome,
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "label": texts.own(rules, option.label),
                "help": option.help and texts.own(rules, option.help),
                "values": option.values,
                "value_labels": [texts.own(rules, label) for label in option.value_labels],
                "default": option.default,
            }
            for option in rules.options
        ],
        "bots": list(rules.bots),
        "levels": {str(players): rules.levels.offered(players) for players in rules.players},
    }
