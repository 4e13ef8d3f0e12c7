"""Answers as JSON, and refusals in their common form."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from boardgames.refusal import Refusal
from community import finding
from games.api import schemas
from games.api.auth import user_id_of
from games.errors import NotFound
from games.rules import registry
from games.rules.engine import Rules
from games.showing import snapshot
from games.stages import stage_visibility
from games.storage import position

#: The refusals that any call may answer, and those of calls about a game.
ERRORS = dict.fromkeys((400, 401, 403, 404, 409, 422, 429, 503), schemas.Error)
GAME = {200: schemas.Game, **ERRORS}

_encode = msgspec.json.Encoder().encode


def answer(data: object, status: int = 200) -> HttpResponse:
    """JSON without validation; the schemas of answers serve only the description and the tests."""
    content = _encode(data)
    headers = {"Content-Length": str(len(content)), "Cache-Control": "no-store"}
    return HttpResponse(content, "application/json", status, headers=headers)


def text(content: str) -> HttpResponse:
    """A file as text."""
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(content, "text/plain; charset=utf-8", headers=headers)


def game_answer(request: HttpRequest, here: position.Position, since: int = 0) -> HttpResponse:
    """The game as the caller may see it at this position."""
    return answer(snapshot.game(here, user_id_of(request), since))


def current(request: HttpRequest, game_id: int, status: int = 200) -> HttpResponse:
    """The game as it is now."""
    user_id = user_id_of(request)
    return answer(snapshot.game(position.load(game_id, user_id), user_id), status)


def problem(status: int, code: str, message: str, **more: object) -> HttpResponse:
    """`{"error": {"code", "message"}}`"""
    return answer({"error": {"code": code, "message": message}, **more}, status)


def refusal(error: Refusal, **more: object) -> HttpResponse:
    response = problem(error.status, error.code, str(error), **more)
    if error.retry_after:
        response["Retry-After"] = str(error.retry_after)
    return response


def not_found() -> NotFound:
    """For what there is not, or what the caller may not know of."""
    return NotFound(_("This does not exist."))


def person_called(name: str) -> User:
    """The person of this name; NotFound for nobody."""
    found = finding.find_named(name)
    if found is None:
        raise NotFound(_("Nobody is called %(names)s.") % {"names": name[:40]})
    return found


def type_called(slug: str, user_id: int | None) -> Rules[Any]:
    """The game type of this name, if it is on offer to this person; else NotFound."""
    try:
        return stage_visibility.get(slug, user_id)
    except registry.UnknownGameType:
        raise NotFound(_("There is no such game type.")) from None
