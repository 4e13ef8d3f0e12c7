"""The chat of a table."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from games.api import schemas
from games.api.answers import ERRORS, answer
from games.api.auth import ANYBODY, user_id_of, user_of
from games.live import chat, reacting
from games.storage import position
from games.storage.statements import BIGGEST_ID

router = Router()


@router.get(
    "/games/{int:game_id}/chat",
    auth=ANYBODY,
    response={200: schemas.ChatMessages, **ERRORS},
    summary="The latest messages, oldest first",
)
def read_chat(
    request: HttpRequest,
    game_id: int,
    after: Annotated[int, Query(ge=0, le=BIGGEST_ID, description="only newer than this id")] = 0,
) -> HttpResponse:
    """The chat of the table. The text of a message that a moderator has hidden is empty. In a text,
    `#12` means the position after move 12 (`?at=12`)."""
    here = position.load(game_id, user_id_of(request))
    said = chat.messages(here.game.pk, user_id_of(request), after=after)
    return answer({"messages": [chat.as_data(message) for message in said]})


@router.post(
    "/games/{int:game_id}/chat",
    response={201: schemas.ChatMessage, **ERRORS},
    summary="Write to the table",
)
def say(request: HttpRequest, game_id: int, body: schemas.NewMessage) -> HttpResponse:
    """Only players of the game can write; everybody who may see the game can read it."""
    return answer(chat.as_data(chat.post(game_id, user_of(request).pk, body.text)), 201)


@router.get(
    "/games/{int:game_id}/chat/onlookers",
    auth=ANYBODY,
    response={200: schemas.ChatMessages, **ERRORS},
    summary="The spectators' chat, oldest first",
)
def read_onlookers(
    request: HttpRequest,
    game_id: int,
    after: Annotated[int, Query(ge=0, le=BIGGEST_ID, description="only newer than this id")] = 0,
) -> HttpResponse:
    """While the game runs, only signed-in people without a part in it can read this: players,
    former players and owners of their bots are refused. When it is over, everybody who may see
    the game can."""
    here = position.load(game_id, user_id_of(request))
    chat.check_reads_onlookers(here.game, user_id_of(request))
    said = chat.messages(here.game.pk, user_id_of(request), after=after, onlookers=True)
    return answer({"messages": [chat.as_data(message) for message in said]})


@router.post(
    "/games/{int:game_id}/chat/onlookers",
    response={201: schemas.ChatMessage, **ERRORS},
    summary="Write to the other spectators",
)
def say_to_onlookers(request: HttpRequest, game_id: int, body: schemas.NewMessage) -> HttpResponse:
    """Only people without a part in the game can write; players can read it after the game."""
    message = chat.post(game_id, user_of(request).pk, body.text, onlookers=True)
    return answer(chat.as_data(message), 201)


@router.post(
    "/games/{int:game_id}/chat/{int:message_id}/reactions",
    response={200: schemas.ChatMessage, **ERRORS},
    summary="React to a message, or take the reaction back",
)
def react(
    request: HttpRequest, game_id: int, message_id: int, body: schemas.NewReaction
) -> HttpResponse:
    """Anyone who may write in a chat may react to others' messages there."""
    user_id = user_of(request).pk
    message = reacting.react(game_id, user_id, message_id, body.kind, on=body.on)
    return answer(chat.as_data(message))
