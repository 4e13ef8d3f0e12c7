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
    summary="The last messages, oldest first",
)
def read_chat(
    request: HttpRequest,
    game_id: int,
    after: Annotated[int, Query(ge=0, le=BIGGEST_ID, description="only newer than this id")] = 0,
) -> HttpResponse:
    """What was said at the table; of a message that a moderator has hidden the text is empty. In a
    text `#12` is the position after move 12 (`?at=12`)."""
    here = position.load(game_id, user_id_of(request))
    said = chat.messages(here.game.pk, user_id_of(request), after=after)
    return answer({"messages": [chat.as_data(message) for message in said]})


@router.post(
    "/games/{int:game_id}/chat",
    response={201: schemas.ChatMessage, **ERRORS},
    summary="Say something at the table",
)
def say(request: HttpRequest, game_id: int, body: schemas.NewMessage) -> HttpResponse:
    """Only the players of a game write; all who see the game can read it."""
    return answer(chat.as_data(chat.post(game_id, user_of(request).pk, body.text)), 201)


@router.get(
    "/games/{int:game_id}/chat/onlookers",
    auth=ANYBODY,
    response={200: schemas.ChatMessages, **ERRORS},
    summary="What onlookers say, oldest first",
)
def read_onlookers(
    request: HttpRequest,
    game_id: int,
    after: Annotated[int, Query(ge=0, le=BIGGEST_ID, description="only newer than this id")] = 0,
) -> HttpResponse:
    """While the game goes on it is for those who are signed in and have no part in it: whoever
    plays or has played, or has a bot that does, is refused. When it is over all who see it read
    it."""
    here = position.load(game_id, user_id_of(request))
    chat.check_reads_onlookers(here.game, user_id_of(request))
    said = chat.messages(here.game.pk, user_id_of(request), after=after, onlookers=True)
    return answer({"messages": [chat.as_data(message) for message in said]})


@router.post(
    "/games/{int:game_id}/chat/onlookers",
    response={201: schemas.ChatMessage, **ERRORS},
    summary="Say something to the other onlookers",
)
def say_to_onlookers(request: HttpRequest, game_id: int, body: schemas.NewMessage) -> HttpResponse:
    """Whoever has no part in the game writes; players read it when the game is over."""
    message = chat.post(game_id, user_of(request).pk, body.text, onlookers=True)
    return answer(chat.as_data(message), 201)


@router.post(
    "/games/{int:game_id}/chat/{int:message_id}/reactions",
    response={200: schemas.ChatMessage, **ERRORS},
    summary="React to what somebody said, or take it back",
)
def react(
    request: HttpRequest, game_id: int, message_id: int, body: schemas.NewReaction
) -> HttpResponse:
    """Whoever may write somewhere may react to what others say there."""
    user_id = user_of(request).pk
    message = reacting.react(game_id, user_id, message_id, body.kind, on=body.on)
    return answer(chat.as_data(message))
