"""The endpoints. Each checks who asks, calls one domain function and answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Body, Header, Query, Router

from accounts import tokens
from games.absence import replacing
from games.api import schemas
from games.api.answers import answer, problem
from games.api.auth import ANYBODY, user_id_of, user_of
from games.errors import NotFound
from games.live import chat
from games.lobby import lists, open_games, rematch
from games.lobby.next import next_game
from games.moves import actions, instructions
from games.rules import registry
from games.rules.engine import Rules
from games.showing import instructions as shown_instructions
from games.showing import snapshot
from games.storage import position
from games.storage.statements import BIGGEST_ID
from games.votes import voting

PAGE = 20
LONGEST_PAGE = 100
Limit = Annotated[int, Query(ge=1, le=LONGEST_PAGE)]

router = Router()
ERRORS = dict.fromkeys((400, 401, 403, 404, 409, 422, 429, 503), schemas.Error)
GAME = {200: schemas.Game, **ERRORS}
INSTRUCTIONS = {200: schemas.Instructions, **ERRORS}


def game_answer(request: HttpRequest, here: position.Position, since: int = 0) -> HttpResponse:
    return answer(snapshot.game(here, user_id_of(request), since))


def current(request: HttpRequest, game_id: int, status: int = 200) -> HttpResponse:
    user_id = user_id_of(request)
    return answer(snapshot.game(position.load(game_id, user_id), user_id), status)


# Catalogue ---------------------------------------------------------------------------------------


@router.get("/", auth=None, response=schemas.Entry, summary="Where the WebSocket is")
def entry(request: HttpRequest) -> HttpResponse:
    scheme = "wss" if request.is_secure() else "ws"
    return answer({"websocket": settings.WEBSOCKET_URL or f"{scheme}://{request.get_host()}"})


@router.post(
    "/token",
    auth=None,
    response={200: schemas.TokenMade, **ERRORS},
    summary="A token for name and password",
)
def token(request: HttpRequest, body: schemas.Credentials) -> HttpResponse:
    try:
        return answer({"token": tokens.login_token(request, body.username, body.password)})
    except tokens.LoginRefused as refused:
        response = problem(refused.status, refused.code, refused.message)
        if refused.pause:
            response["Retry-After"] = str(refused.pause)
        return response


@router.get("/types", auth=ANYBODY, response=schemas.GameTypes, summary="All game types")
def types(request: HttpRequest) -> HttpResponse:
    return answer({"types": [game_type(rules) for rules in registry.all()]})


@router.get(
    "/types/{slug}",
    auth=ANYBODY,
    response={200: schemas.GameType, **ERRORS},
    summary="A game type with its options",
)
def type_(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        return answer(game_type(registry.get(slug)))
    except registry.UnknownGameType:
        raise NotFound(_("There is no such game type.")) from None


class Option(TypedDict):
    name: str
    kind: str
    label: str
    help: str
    values: Sequence[str | int | bool]
    value_labels: list[str]
    default: str | int | bool


class GameType(TypedDict):
    type: str
    name: str
    players: Sequence[int]
    version: int
    options: list[Option]
    bots: list[str]


def game_type(rules: Rules[Any]) -> GameType:
    return {
        "type": rules.slug,
        "name": _(rules.name),
        "players": rules.players,
        "version": rules.version,
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "label": _(option.label),
                "help": option.help and _(option.help),
                "values": option.values,
                "value_labels": [_(label) for label in option.value_labels],
                "default": option.default,
            }
            for option in rules.options
        ],
        "bots": list(rules.bots),
    }


# Finding a game ----------------------------------------------------------------------------------


@router.get(
    "/games",
    auth=ANYBODY,
    response={200: schemas.GamesPage, **ERRORS},
    summary="Public games, or with mine=1 the caller's, newest first",
)
def games(
    request: HttpRequest,
    status: schemas.Status | None = None,
    mine: bool = False,
    to_move: bool = False,
    offered: Annotated[bool, Query(description="with a seat that needs a new player")] = False,
    type: schemas.Name = "",
    before: Annotated[int | None, Query(ge=0, le=BIGGEST_ID)] = None,
    limit: Limit = PAGE,
) -> HttpResponse:
    of = user_of(request).pk if mine or to_move else None
    found = lists.games(
        of=of,
        to_move=to_move,
        status=status or "",
        type_=type,
        offered=offered,
        reader=user_id_of(request),
        before=before,
    )
    page = found[: limit + 1]
    shown = lists.positions(page[:limit])
    return answer(
        {
            "games": [snapshot.summary(here) for here in shown],
            "next": page[limit - 1].pk if len(page) > limit else None,
        }
    )


@router.get(
    "/next",
    response={200: schemas.Game | None, **ERRORS},
    summary="The caller's game with the least time left, then the longest wait, or null",
)
def next_(
    request: HttpRequest, after: Annotated[int | None, Query(ge=0, le=BIGGEST_ID)] = None
) -> HttpResponse:
    game_id = next_game(user_of(request).pk, after)
    return answer(None) if game_id is None else current(request, game_id)


@router.post(
    "/games",
    response={201: schemas.Game, **ERRORS},
    summary="Make a game; its maker sits in it",
)
def create(request: HttpRequest, body: schemas.NewGame) -> HttpResponse:
    made = open_games.create(
        user_of(request).pk,
        body.type,
        body.players,
        options=body.options,
        clock=body.clock.model_dump(exclude_none=True) if body.clock else None,
        visibility=body.visibility,
        invite=body.invite,
        bots=body.bots,
        rated=body.rated,
    )
    return current(request, made.game.pk, 201)


@router.post(
    "/games/{int:game_id}/join",
    response=GAME,
    summary="Take a free seat; the last one starts the game",
)
def join(
    request: HttpRequest, game_id: int, body: Annotated[schemas.JoinGame | None, Body()] = None
) -> HttpResponse:
    open_games.join(game_id, user_of(request).pk, key=body.key if body else "")
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/leave", response=GAME, summary="Free one's seat before the start"
)
def leave(request: HttpRequest, game_id: int) -> HttpResponse:
    left = open_games.leave(game_id, user_of(request).pk)
    return game_answer(request, left)


@router.post("/games/{int:game_id}/cancel", response=GAME, summary="Call one's own open game off")
def cancel(request: HttpRequest, game_id: int) -> HttpResponse:
    open_games.cancel(game_id, user_of(request).pk)
    return current(request, game_id)


# Playing -----------------------------------------------------------------------------------------


@router.get(
    "/games/{int:game_id}",
    auth=ANYBODY,
    response=GAME,
    summary="A game as the caller may see it",
)
def game(
    request: HttpRequest,
    game_id: int,
    at: Annotated[int | None, Query(ge=0, description="the position after this move")] = None,
    since: Annotated[int, Query(ge=0, description="log from this version on")] = 0,
    eyes: Annotated[
        int | None, Query(ge=0, description="the seat to look for, once the game is over")
    ] = None,
    key: Annotated[
        str, Query(pattern=schemas.NO_NUL, description="that of the link to a private game")
    ] = "",
) -> HttpResponse:
    user_id = user_id_of(request)
    here = position.load(game_id, user_id, at, key)
    return answer(snapshot.game(here, user_id, since, eyes))


@router.post(
    "/games/{int:game_id}/moves",
    response=GAME,
    summary="Answer one's decision",
    description="In the answer `log` holds what has happened since `version`. A repeat with the "
    "same `Idempotency-Key` moves once and shows the position after that move.",
)
def move(
    request: HttpRequest,
    game_id: int,
    body: schemas.NewMove,
    key: Annotated[
        str, Header(alias="Idempotency-Key", max_length=100, pattern=schemas.NO_NUL)
    ] = "",
) -> HttpResponse:
    after = actions.choose(
        game_id,
        user_of(request).pk,
        body.choice,
        version=body.version,
        key=key,
        hold=body.hold,
    )
    return game_answer(request, after, body.version)


@router.post("/games/{int:game_id}/undo", response=GAME, summary="Take back one's last choice")
def undo(request: HttpRequest, game_id: int, body: schemas.At) -> HttpResponse:
    """Possible as long as nobody else has seen it; a sealed answer is withdrawn."""
    back = actions.undo(game_id, user_of(request).pk, version=body.version)
    return game_answer(request, back, body.version)


@router.post("/games/{int:game_id}/confirm", response=GAME, summary="End one's held turn")
def confirm(request: HttpRequest, game_id: int, body: schemas.At) -> HttpResponse:
    after = actions.confirm(game_id, user_of(request).pk, version=body.version)
    return game_answer(request, after, body.version)


@router.post(
    "/games/{int:game_id}/withdraw", response=GAME, summary="Take back one's sealed answer"
)
def withdraw(request: HttpRequest, game_id: int, body: schemas.At) -> HttpResponse:
    after = actions.withdraw(game_id, user_of(request).pk, version=body.version)
    return game_answer(request, after, body.version)


@router.post(
    "/games/{int:game_id}/resign",
    response=GAME,
    summary="Give up; a bot plays on for those who stay",
)
def resign(request: HttpRequest, game_id: int) -> HttpResponse:
    actions.resign(game_id, user_of(request).pk)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/take_back",
    response=GAME,
    summary="Play one's seat again instead of the bot",
)
def take_back(request: HttpRequest, game_id: int) -> HttpResponse:
    actions.take_back(game_id, user_of(request).pk)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/replace",
    response=GAME,
    summary="Take over the seat that is on offer",
    description="Its owner has vanished; whoever takes it risks no rating.",
)
def replace(
    request: HttpRequest, game_id: int, body: Annotated[schemas.JoinGame | None, Body()] = None
) -> HttpResponse:
    replacing.take(game_id, user_of(request).pk, key=body.key if body else "")
    return current(request, game_id)


# Agreeing ----------------------------------------------------------------------------------------


@router.post("/games/{int:game_id}/votes", response=GAME, summary="Ask the table to vote")
def call_vote(request: HttpRequest, game_id: int, body: schemas.NewVote) -> HttpResponse:
    voting.call(game_id, user_of(request).pk, body.kind, body.seat)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/votes/{int:vote_id}",
    response=GAME,
    summary="Vote, or vote otherwise than before",
)
def vote(request: HttpRequest, game_id: int, vote_id: int, body: schemas.NewBallot) -> HttpResponse:
    voting.say(game_id, user_of(request).pk, vote_id, body.choice)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/rematch",
    response=GAME,
    summary="Offer to play a game that is over once more, or accept the offer",
    description="It begins when all who played have accepted; `rematch` then names it.",
)
def agree_to_rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    rematch.agree(game_id, user_of(request).pk)
    return current(request, game_id)


@router.post("/games/{int:game_id}/rematch/decline", response=GAME, summary="Decline the rematch")
def decline_rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    rematch.decline(game_id, user_of(request).pk)
    return current(request, game_id)


# Answering ahead ---------------------------------------------------------------------------------


def _standing(request: HttpRequest, game_id: int) -> HttpResponse:
    user = user_of(request)
    here = position.load(game_id, user.pk)
    seat = position.own_seat(here, user.pk)
    return answer(shown_instructions.standing(here, seat) or {"standing": [], "offers": []})


@router.get(
    "/games/{int:game_id}/instructions",
    response=INSTRUCTIONS,
    summary="One's standing instructions, and what may be left",
)
def standing(request: HttpRequest, game_id: int) -> HttpResponse:
    return _standing(request, game_id)


@router.post(
    "/games/{int:game_id}/instructions", response=INSTRUCTIONS, summary="Leave an instruction"
)
def instruct(request: HttpRequest, game_id: int, body: schemas.NewInstruction) -> HttpResponse:
    user = user_of(request)
    instructions.leave(game_id, user.pk, body.kind, body.parts, once=body.once)
    return _standing(request, game_id)


@router.delete(
    "/games/{int:game_id}/instructions/{kind}",
    response=INSTRUCTIONS,
    summary="Take an instruction back",
)
def cancel_instruction(request: HttpRequest, game_id: int, kind: str) -> HttpResponse:
    instructions.cancel(game_id, user_of(request).pk, kind)
    return _standing(request, game_id)


# Talking -----------------------------------------------------------------------------------------


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
    here = position.load(game_id, user_id_of(request))
    said = chat.messages(here.game.pk, user_id_of(request), after=after)
    return answer({"messages": [chat.as_data(message) for message in said]})


@router.post(
    "/games/{int:game_id}/chat",
    response={201: schemas.ChatMessage, **ERRORS},
    summary="Say something at the table",
)
def say(request: HttpRequest, game_id: int, body: schemas.NewMessage) -> HttpResponse:
    return answer(chat.as_data(chat.post(game_id, user_of(request).pk, body.text)), 201)
