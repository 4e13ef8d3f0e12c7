"""The caller's private notes about a game, and putting a game off."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games.api import schemas
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.lobby import notebook
from games.storage import position

router = Router()
ONE = {200: schemas.Notes, **ERRORS}


@router.get("/games/{int:game_id}/notes", response=ONE, summary="The caller's notes about a game")
def show_notes(request: HttpRequest, game_id: int) -> HttpResponse:
    """Nobody else ever sees them. They are empty for a game without notes."""
    return _notes(request, game_id)


@router.put("/games/{int:game_id}/notes", response=ONE, summary="Write notes about a game")
def write_notes(request: HttpRequest, game_id: int, body: schemas.NewNotes) -> HttpResponse:
    """For players. A part that is left out stays as it is."""
    position.load(game_id, user_of(request).pk)
    notebook.write(game_id, user_of(request).pk, note=body.note, plan=body.plan)
    return _notes(request, game_id)


@router.post("/games/{int:game_id}/later", response=ONE, summary="Put a game off for some hours")
def put_off(request: HttpRequest, game_id: int, body: schemas.Later) -> HttpResponse:
    """Pages leave it out of the games that wait for the caller until then, or until two hours
    before the caller's time is up."""
    position.load(game_id, user_of(request).pk)
    notebook.put_off(game_id, user_of(request).pk, body.hours)
    return _notes(request, game_id)


def _notes(request: HttpRequest, game_id: int) -> HttpResponse:
    me = user_of(request).pk
    here = position.load(game_id, me)
    kept = notebook.many([here.game.pk], me).get(here.game.pk)
    data: schemas.Notes = {
        "note": kept.note if kept else "",
        "plan": kept.plan if kept else "",
        "later_until": kept.later_until if kept else None,
    }
    return answer(data)
