"""What is said at a table."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from games.api import schemas
from games.api.answers import ERRORS, answer
from games.api.auth import ANYBODY, user_id_of, user_of
from games.live import chat
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
    """What was said at the table; of a message that a moderator has hidden the text is empty."""
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
