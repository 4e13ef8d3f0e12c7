"""The API: a program can do everything about playing that a page can do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.operation import Operation

from boardgames.refusal import Refusal
from games.api import (
    agreeing,
    ahead,
    calendar,
    catalogue,
    challenges,
    club_events,
    clubs,
    finding,
    friends,
    leaderboards,
    lessons,
    limits,
    lines,
    messages,
    news,
    notebook,
    notices,
    oneself,
    people,
    playing,
    records,
    series,
    standing_invitations,
    studies,
    talking,
    thinking,
    tournament_management,
    tournaments,
)
from games.api.answers import problem, refusal
from games.api.auth import SIGNED_IN, reading, user_id_of
from games.api.describing import Described
from games.api.description import Description
from games.errors import Broken, Stale
from games.moves import breaking
from games.rules.engine import RulesError
from games.showing import snapshot
from games.storage import position

CODES = {400: "malformed", 401: "unauthorized", 403: "forbidden", 404: "not_found"}


#: The endpoints, each room under its tag.
ROOMS = {
    "Catalogue": catalogue,
    "Finding a game": finding,
    "Standing invitations": standing_invitations,
    "People": people,
    "Friends": friends,
    "The caller": oneself,
    "Leaderboards": leaderboards,
    "News": news,
    "Clubs": clubs,
    "Events of clubs": club_events,
    "Private messages": messages,
    "Notifications": notices,
    "Playing": playing,
    "Agreeing": agreeing,
    "Answering ahead": ahead,
    "Talking": talking,
    "Lessons": lessons,
    "Notes": notebook,
    "Lines": lines,
    "Hints and analysis": thinking,
    "Studies": studies,
    "Tournaments": tournaments,
    "Managing tournaments": tournament_management,
    "Series of tournaments": series,
    "Ladders": challenges,
    "Calendar": calendar,
}


class Api(NinjaAPI):
    """The API, whose description adds what ninja does not know."""

    def get_openapi_schema(self, **options: Any) -> Described:
        tags = [{"name": tag, "description": room.__doc__ or ""} for tag, room in ROOMS.items()]
        return Described(self, self.get_root_path({}), tags)

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__


api = Api(
    title="Turn-based board games",
    version=settings.RELEASED,
    description=(
        'Programs can play as people do on pages. All errors are `{"error": {"code", "message"}}`, '
        "also for an unknown address (404) and for a method that an address does not take (405, "
        "with `Allow`). Each game type has its own form for the `view` of a game; everything else "
        "has the same form for all types."
    ),
    docs_url=None,
    openapi_url=None,
    auth=SIGNED_IN,
    urls_namespace="api",
)


def counted_and_in_the_callers_language(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(endpoint)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        with reading(request):
            limits.check_calls(request)
            return endpoint(request, *args, **kwargs)

    return wrapped


description = Description(api.get_openapi_schema)


api.add_decorator(counted_and_in_the_callers_language)
for tag, room in ROOMS.items():
    api.add_router("", room.router, tags=[tag])
api.add_router("", records.router)  # which has a description of its own


@api.get("/openapi.json", auth=None, include_in_schema=False, url_name="openapi")
def openapi(request: HttpRequest) -> HttpResponse:
    return description.document(request)


@api.exception_handler(Refusal)
def _refused(request: HttpRequest, error: Refusal) -> HttpResponse:
    with reading(request):
        return refusal(error)


@api.exception_handler(Stale)
def _stale(request: HttpRequest, error: Stale) -> HttpResponse:
    """A stale request is answered with the game as it stands now."""
    match = request.resolver_match
    user_id = user_id_of(request)
    with reading(request):
        here = position.load(match.kwargs["game_id"] if match else 0, user_id)
        return refusal(error, game=snapshot.game(here, user_id))


@api.exception_handler(RulesError)
def _rules_failed(request: HttpRequest, error: RulesError) -> HttpResponse:
    """The rules failed while showing a game; nothing was changed."""
    match = request.resolver_match
    if match is not None and "game_id" in match.kwargs:
        breaking.look_into(match.kwargs["game_id"], error)
    return refusal(Broken())


@api.exception_handler(ValidationError)
def _malformed(request: HttpRequest, error: ValidationError) -> HttpResponse:
    first = error.errors[0]
    place = ".".join(str(part) for part in first["loc"][1:] if part != "body")
    return problem(400, "malformed", f"{place}: {first['msg']}" if place else first["msg"])


@api.exception_handler(HttpError)
def _http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    code = CODES.get(error.status_code, "error")
    return problem(error.status_code, code, error.message)


@api.exception_handler(AuthenticationError)
def _unauthorized(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return problem(401, "unauthorized", _("Sign in, or send a token: Authorization: Bearer …"))
