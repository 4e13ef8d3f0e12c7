"""Error pages and error answers: clear, with advice, and without losing what people typed."""

import math
import sys
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from boardgames.http.wsgi_bridge import LATE

RETRY_SECONDS = 5
#: Seconds after which most limits on accounts allow another try.
LIMIT_SECONDS = 60


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    return _answer(
        request,
        400,
        "malformed",
        _("We could not understand this request"),
        _("Go back and try again. If you followed a link, it may be damaged."),
    )


def nul_sent(request: HttpRequest) -> HttpResponseBase:
    """The answer to a request that ``boardgames.http.reject_nul`` refuses."""
    return _answer(
        request,
        400,
        "malformed",
        _("We could not understand this request"),
        _("It contains a NUL, a character that is not allowed in any text."),
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    return _answer(
        request,
        403,
        "forbidden",
        _("You are not allowed to do this"),
        str(exception) or _("You may be signed in to another account."),
    )


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """The answer to a form without a valid token: an old page, or blocked cookies."""
    response = _answer(
        request,
        403,
        "csrf",
        *_why_stale(request),
    )
    response["X-Stale-Form"] = "yes"  # by this scripts know that a new token helps
    return response


def _why_stale(request: HttpRequest) -> tuple[str, str]:
    if not request.COOKIES:
        return (
            _("Your browser sent no cookies"),
            _("Allow cookies for this site, reload the page, and try again. Forms need a cookie."),
        )
    return (
        _("This page is out of date"),
        _("You may have signed in or out since you opened it. Go back, reload it, and try again."),
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    return _answer(
        request,
        404,
        "not_found",
        _("There is nothing here"),
        _("The address may have a typing error, or the page may have been removed."),
    )


def too_many_requests(request: HttpRequest) -> HttpResponseBase:
    """The answer to a request over one of allauth's limits, with the time to wait.

    ``accounts.limits.retry_after`` has set that time if it is longer than a minute.
    """
    seconds: int = getattr(request, "must_wait", 0) or LIMIT_SECONDS
    response = _answer(
        request, 429, "too_many_requests", _("Too many attempts"), _try_again_in(seconds)
    )
    response["Retry-After"] = str(seconds)
    return response


def _try_again_in(seconds: int) -> str:
    minutes, hours = math.ceil(seconds / 60), math.ceil(seconds / 3600)
    if hours > 1:
        said = ngettext(
            "Please try again in %(n)d hour.", "Please try again in %(n)d hours.", hours
        )
        return said % {"n": hours}
    said = ngettext(
        "Please try again in %(n)d minute.", "Please try again in %(n)d minutes.", minutes
    )
    return said % {"n": minutes}


def refuse_late(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: refuse at once a request that has already waited too long."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return _fault(request, busy=True) if LATE in request.META else get_response(request)

    return middleware


def name_what_is_taken(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: tell a program that a method is not allowed in the API's usual form of errors."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code != 405 or not _is_api(request):
            return response
        allowed = response["Allow"]
        message = _("This address accepts only %(methods)s.") % {"methods": allowed}
        told = _json(405, "method_not_allowed", message)
        told["Allow"] = allowed
        return told

    return middleware


def server_error(request: HttpRequest) -> HttpResponseBase:
    """The answer to an error of ours, or 503 if the database is away or a lock takes too long."""
    return _fault(request, busy=isinstance(sys.exception(), OperationalError))


def _fault(request: HttpRequest, *, busy: bool) -> HttpResponseBase:
    status = 503 if busy else 500
    title = _("We are too busy at the moment") if busy else _("Something went wrong on our side")
    advice = (
        _("Nothing was changed. Please try again in a few seconds.")
        if busy
        else _("Your game is stored as it was before. We have logged the error.")
    )
    response: HttpResponse
    if _is_api(request):
        response = _json(status, "busy" if busy else "server_error", f"{title}. {advice}")
    else:
        response = _plain_page(status, title, advice)
    if busy:
        response["Retry-After"] = str(RETRY_SECONDS)
    return response


def _answer(
    request: HttpRequest, status: int, code: str, title: str, advice: str
) -> HttpResponseBase:
    if _is_api(request):
        return _json(status, code, f"{title}. {advice}")
    if not hasattr(request, "user"):  # refused before the user was determined
        return _plain_page(status, title, advice)
    context = {"error_status": status, "error_title": title, "error_advice": advice}
    return render(request, "error.html", context, status=status)


def _plain_page(status: int, title: str, advice: str) -> HttpResponse:
    """A page without templates: they may be what failed."""
    page = render_to_string("plain_error.html", {"title": title, "advice": advice})
    return HttpResponse(page, status=status)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _json(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)
