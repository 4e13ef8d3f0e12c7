"""Lessons: which there are, beginning one, what is said in it, and going on."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from games.api import schemas
from games.api.answers import ERRORS, answer, current, type_called
from games.api.auth import user_of
from games.lessons import following
from games.showing import lessons
from games.storage.position import Position, load, own_seat

router = Router()
PLACE = {200: lessons.LessonPlace, **ERRORS}
Said = Annotated[int, Query(ge=0, le=1000, description="what was heard of several things said")]


@router.get(
    "/lessons",
    response={200: schemas.Lessons, **ERRORS},
    summary="Lessons and the caller's progress",
)
def list_lessons(request: HttpRequest) -> HttpResponse:
    """The lessons of all game types, and the games in which the caller is in them now."""
    return answer({"lessons": lessons.list_lessons(user_of(request).pk)})


@router.post("/lessons", response={201: schemas.Game, **ERRORS}, summary="Begin a lesson")
def begin_lesson(request: HttpRequest, body: schemas.NewLesson) -> HttpResponse:
    """The answer is the game in which it is played: the one that the caller is in, unless `anew` is
    true. `/games/ID/lesson` says what is to be done."""
    me = user_of(request).pk
    rules = type_called(body.type, me)
    made = following.begin_lesson(me, rules.slug, body.name, anew=body.anew)
    return current(request, made.game.pk, 201)


@router.get("/games/{int:game_id}/lesson", response=PLACE, summary="What the lesson says now")
def show_lesson(request: HttpRequest, game_id: int, said: Said = 0) -> HttpResponse:
    """Only for the pupil. Where several things are said before the next choice, `more` leads to the
    next of them."""
    return _place(request, load(game_id, user_of(request).pk), said)


@router.post(
    "/games/{int:game_id}/lesson/choose", response=PLACE, summary="Choose what the lesson asks for"
)
def choose_in_lesson(
    request: HttpRequest, game_id: int, body: schemas.LessonChoice
) -> HttpResponse:
    """409 with the code `not_meant` for a choice that the lesson does not speak of; `anyway` takes
    it if the lesson can go on after it."""
    here = following.choose(
        game_id, user_of(request).pk, body.choice, version=body.version, anyway=body.anyway
    )
    return _place(request, here)


@router.post("/games/{int:game_id}/lesson/go-on", response=PLACE, summary="Let the others play")
def go_on_in_lesson(request: HttpRequest, game_id: int) -> HttpResponse:
    """The other seat does what comes next in the lesson."""
    return _place(request, following.continue_lesson(game_id, user_of(request).pk))


@router.post(
    "/games/{int:game_id}/lesson/show", response=PLACE, summary="Have the lesson choose for you"
)
def play_for_pupil(request: HttpRequest, game_id: int) -> HttpResponse:
    """Makes the choice that the lesson asks for, as a pupil would."""
    return _place(request, following.play_for_pupil(game_id, user_of(request).pk))


@router.post("/games/{int:game_id}/lesson/back", response=PLACE, summary="Go back in a lesson")
def go_back_in_lesson(request: HttpRequest, game_id: int) -> HttpResponse:
    """To what was said before the last choice, also after the game has left the lesson."""
    here, said = following.back(game_id, user_of(request).pk)
    return _place(request, here, said)


@router.post(
    "/games/{int:game_id}/lesson/leave",
    response={200: schemas.Game, **ERRORS},
    summary="Leave a lesson and play on",
)
def leave_lesson(request: HttpRequest, game_id: int) -> HttpResponse:
    """From here as in any practice game, with bots in the other seats."""
    following.leave_lesson(game_id, user_of(request).pk)
    return current(request, game_id)


def _place(request: HttpRequest, here: Position, said: int = 0) -> HttpResponse:
    me = user_of(request).pk
    own_seat(here, me)
    return answer(lessons.show_place(here, me, said))
