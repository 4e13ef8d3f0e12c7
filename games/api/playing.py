"""Playing: showing a game, and its players' actions."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Body, Header, Query, Router
from pydantic import Json, StrictInt, StrictStr

from games.absence import replacing
from games.api import schemas
from games.api.answers import ERRORS, GAME, answer, current, game_answer
from games.api.auth import ANYBODY, user_id_of, user_of
from games.bots import external_bots
from games.lessons import practice
from games.live import watching
from games.moves import actions
from games.rules.engine import MAX_SHORT_CHOICES
from games.showing import data, snapshot
from games.storage import position

router = Router()


@router.get(
    "/games/{int:game_id}",
    auth=ANYBODY,
    response=GAME,
    summary="A game as the caller may see it",
)
def show_game(
    request: HttpRequest,
    game_id: int,
    at: Annotated[int | None, Query(ge=0, description="the position after this move")] = None,
    since: Annotated[int, Query(ge=0, description="log from this version on")] = 0,
    eyes: Annotated[
        int | None, Query(ge=0, description="the seat whose view to show, once the game is over")
    ] = None,
    key: Annotated[
        str, Query(pattern=schemas.NO_NUL, description="the key from the link to a private game")
    ] = "",
) -> HttpResponse:
    """Everything that the caller may know of a game: the position, the caller's open decision with
    up to 200 of its choices (`next` leads to the others), the log, and the result. A caller without
    a seat sees what spectators see."""
    user_id = user_id_of(request)
    here = position.load(game_id, user_id, at, key)
    watching.note_arrival(here, user_id)
    return answer(snapshot.game(here, user_id, since, eyes))


@router.get(
    "/games/{int:game_id}/choices",
    response={200: data.Choices, **ERRORS},
    summary="Your choices page by page, or those that begin with some parts",
)
def list_choices(
    request: HttpRequest,
    game_id: int,
    parts: Annotated[
        Json[list[StrictStr | StrictInt]] | None,
        Query(description='only choices that begin so, such as ["a1"]'),
    ] = None,
    after: Annotated[int, Query(ge=0, le=MAX_SHORT_CHOICES)] = 0,
    at: Annotated[int | None, Query(ge=0, description="those after this move")] = None,
) -> HttpResponse:
    """The decision of a game lists at most 200 choices; if there are more, its `next` leads to the
    page after them. `parts` narrows the list to the choices that begin with these parts. With `at`
    they are those of the decision that the game shows with the same `at`."""
    user_id = user_of(request).pk
    here = position.load(game_id, user_id, at)
    watching.note_arrival(here, user_id)
    return answer(snapshot.choices(here, user_id, tuple(parts or ()), after))


@router.get(
    "/games/{int:game_id}/question",
    response={200: schemas.BotQuestion, **ERRORS},
    summary="The question to a bot, to think about with the rules",
)
def show_question(request: HttpRequest, game_id: int) -> HttpResponse:
    """Only for bots that people run. `question` is the argument of
    `games.rules.engine.search.answer` in the package `boardgames-rules`: a game that the caller's
    seat could not tell from the real one, dealt anew each time. Send its answer as a choice, with
    `version`."""
    version, asked = external_bots.question_for(game_id, user_of(request))
    return answer({"version": version, "question": asked})


@router.post(
    "/games/{int:game_id}/moves",
    response=GAME,
    summary="Answer your decision",
)
def move(
    request: HttpRequest,
    game_id: int,
    body: schemas.NewMove,
    key: Annotated[
        str, Header(alias="Idempotency-Key", max_length=100, pattern=schemas.NO_NUL)
    ] = "",
) -> HttpResponse:
    """Send one of the decision's choices, with the version of the position that it answers. The
    `log` of the answer begins after `version`. A repeated request with the same `Idempotency-Key`
    moves only once and shows the position after that move."""
    after = actions.choose(
        game_id,
        user_of(request).pk,
        body.choice,
        version=body.version,
        key=key,
        hold=body.hold,
    )
    return game_answer(request, after, body.version)


@router.post("/games/{int:game_id}/undo", response=GAME, summary="Take back your last choice")
def undo(request: HttpRequest, game_id: int, body: schemas.At) -> HttpResponse:
    """Possible as long as nobody else has seen it; withdraws a sealed answer."""
    back = actions.undo(game_id, user_of(request).pk, version=body.version)
    return game_answer(request, back, body.version)


@router.post("/games/{int:game_id}/confirm", response=GAME, summary="End your held turn")
def confirm(request: HttpRequest, game_id: int, body: schemas.At) -> HttpResponse:
    """After a move with `hold` the turn waits for this call, and can be taken back until then."""
    after = actions.confirm(game_id, user_of(request).pk, version=body.version)
    return game_answer(request, after, body.version)


@router.post("/games/{int:game_id}/withdraw", response=GAME, summary="Take back your sealed answer")
def withdraw(request: HttpRequest, game_id: int, body: schemas.At) -> HttpResponse:
    """Possible while others are still asked, too; the decision is then open again."""
    after = actions.withdraw_answer(game_id, user_of(request).pk, version=body.version)
    return game_answer(request, after, body.version)


@router.post(
    "/games/{int:game_id}/resign",
    response=GAME,
    summary="Resign; a bot plays on for those who stay",
)
def resign(request: HttpRequest, game_id: int) -> HttpResponse:
    """It cannot be taken back. Players who resign rank below all who stay."""
    actions.resign(game_id, user_of(request).pk)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/play-on",
    response={201: schemas.Game, **ERRORS},
    summary="Play on from a position of a finished game",
)
def play_on(request: HttpRequest, game_id: int, body: schemas.PlayOn) -> HttpResponse:
    """Creates a practice game for the caller alone, which counts nowhere. Whatever nobody had seen
    at that position is reshuffled."""
    seats = None if body.seats is None else [name or practice.ME for name in body.seats]
    user_id = user_of(request).pk
    made = practice.play_on(game_id, user_id, body.at, seats=seats, level=body.level, key=body.key)
    return current(request, made.game.pk, 201)


@router.post(
    "/games/{int:game_id}/take_back",
    response=GAME,
    summary="Take your seat back from the bot",
)
def take_back(request: HttpRequest, game_id: int) -> HttpResponse:
    """For a player whose seat a bot plays because time ran out: from now on they decide again."""
    actions.take_seat_back(game_id, user_of(request).pk)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/replace",
    response=GAME,
    summary="Become the replacement player of an offered seat",
)
def replace(
    request: HttpRequest, game_id: int, body: Annotated[schemas.JoinGame | None, Body()] = None
) -> HttpResponse:
    """The seat's owner is absent; a replacement player risks no rating."""
    replacing.take_seat(game_id, user_of(request).pk, key=body.key if body else "")
    return current(request, game_id)
