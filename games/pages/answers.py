"""How pages answer: with a redirect to the next page or the sign-in, or with a refusal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from accounts.current_user import current_user
from accounts.limits.clients import client_of
from boardgames.redis import rate_counter
from boardgames.refusal import Refusal
from games.errors import Broken, NoBoard, TooMany
from games.moderation.roles import MODERATE
from games.moves import breaking
from games.rules.engine import RulesError

#: How often a person, or a client without an account, may act at tables; viewing is unlimited.
POSTS_PER_MINUTE = 600

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def by_script(request: HttpRequest) -> bool:
    """Whether our script asks, which wants JSON."""
    return request.headers.get("Accept", "").startswith("application/json")


def reader(request: HttpRequest) -> int:
    """The id of the signed-in reader (see ``member``)."""
    return current_user(request).pk


def keeps_order(request: HttpRequest) -> bool:
    """Whether the reader may moderate; only staff need further queries."""
    return bool(getattr(request.user, "is_staff", False)) and request.user.has_perm(MODERATE)


def socket(game_id: int, key: str = "") -> str:
    """The address of the WebSocket for news of a game; ``key`` opens a private one."""
    query = f"?{urlencode({'key': key})}" if key else ""
    return f"{settings.WEBSOCKET_URL}/ws/games/{game_id}/{query}"


def study_socket(study_id: int, key: str = "") -> str:
    """The address of the WebSocket for news of a study; ``key`` is that of its link."""
    query = f"?{urlencode({'key': key})}" if key else ""
    return f"{settings.WEBSOCKET_URL}/ws/studies/{study_id}/{query}"


def see(to: Any, *args: Any) -> HttpResponse:
    """Redirect to a page, after a form."""
    response = redirect(to, *args)
    response.status_code = 303
    return response


def member(view: View[P]) -> View[P]:
    """A view for people with an account; others are led to where they get one, and back."""

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        login = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': _way_back(request)})}"
        if by_script(request):
            return JsonResponse({"message": _("Please sign in first."), "to": login}, status=401)
        return redirect(login)

    return checked


def _way_back(request: HttpRequest) -> str:
    """The page that the reader was on; a form's own address cannot be viewed."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    back = request.headers.get("Referer", "")
    return back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else "/"


def refusable(view: View[P]) -> View[P]:
    """A view whose refusals are answered with a page.

    "Not found" for what the reader may not know of, otherwise the reason. A game that its rules
    cannot show is marked for repair. A reader who acts too often is told when to continue.
    """

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            _count(request)
            return view(request, *args, **kwargs)
        except RulesError as error:
            game_id = kwargs.get("game_id")
            if not isinstance(game_id, int):  # of a study, whose games are over
                return _refused(request, NoBoard())
            breaking.look_into(game_id, error)
            return _broken(request, lambda: view(request, *args, **kwargs))
        except Refusal as error:
            if error.status == HTTPStatus.NOT_FOUND:
                raise Http404(str(error)) from error
            return with_retry(error, _refused(request, error))

    return checked


def why(refusal: Refusal) -> str:
    """The words of a refusal, for a page to show.

    It is raised again if this page is not for the reader, or if the answer must say when to come
    back (see ``refusable``).
    """
    if refusal.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND) or refusal.retry_after:
        raise refusal
    return str(refusal)


def _count(request: HttpRequest) -> None:
    """Raise TooMany if this person acts at tables more often than people can."""
    if request.method != "POST":
        return
    signed_in = request.user.is_authenticated
    who = f"user {request.user.pk}" if signed_in else f"client {client_of(request)}"
    if not rate_counter.allow(f"page/{who}", POSTS_PER_MINUTE, 60):
        raise TooMany


def _broken(request: HttpRequest, again: Callable[[], HttpResponse]) -> HttpResponse:
    """Show it again, by now as a broken game; an error of a past position is shown on a page."""
    if request.method in ("GET", "HEAD"):
        with suppress(RulesError):
            return again()
    return _refused(request, Broken())


def _refused(request: HttpRequest, error: Refusal) -> HttpResponse:
    if by_script(request):
        return JsonResponse({"message": str(error)}, status=error.status)
    context = {
        "error_status": error.status,
        "error_title": _("That is not possible now"),
        "error_advice": str(error),
    }
    return render(request, "error.html", context, status=error.status)


def with_retry(error: Refusal, response: HttpResponse) -> HttpResponse:
    """Add to the answer when to come back, if that helps."""
    if error.retry_after:
        response["Retry-After"] = str(error.retry_after)
    return response
