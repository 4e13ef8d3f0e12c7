"""Answers that may show late what others did, as a standby of the database has it: lists, mostly.

What the reader has done is never late in them, by page or by program
(``boardgames.database.replica``). Where the standby may not answer, fails, or does not know what is
asked for, the primary does.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponseBase

from boardgames.database import replica
from boardgames.http.metrics import REPLICA_READS

P = ParamSpec("P")
T = TypeVar("T")

#: By which a browser, and a program, says again what it was told after its last change.
COOKIE, HEADER = "changed", "Changed"
_SAFE = ("GET", "HEAD", "OPTIONS")
_signer = TimestampSigner(salt="boardgames.http.late")


def may_be_late(view: Callable[P, T]) -> Callable[P, T]:
    """A view that writes nothing, and may be asked twice."""

    @wraps(view)
    def answering(*args: P.args, **kwargs: P.kwargs) -> T:
        return answered(lambda: view(*args, **kwargs))

    return answering


def answered(read: Callable[[], T]) -> T:
    """What ``read`` gives, from the standby where that may be."""
    if not settings.DATABASE_REPLICA_URL:
        return read()
    answer = replica.refusal()
    if not answer:
        try:
            with replica.reading():
                found = read()
            _count("replica")
            return found
        except Http404:  # perhaps not yet there
            answer = "late"
        except DatabaseError as error:
            replica.failed(error)
            answer = "away"
    _count(answer)
    return read()


def follow_changes(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: whoever changes something is told how far the log has come, and says it again."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with replica.needing(_said(request)):
            response = get_response(request)
        if request.method not in _SAFE and response.status_code < 500:
            _tell(request, response)
        return response

    return middleware


def _said(request: HttpRequest) -> int:
    said = request.headers.get(HEADER) or request.COOKIES.get(COOKIE, "")
    with suppress(BadSignature, ValueError):
        return int(_signer.unsign(said, max_age=replica.TOLD))
    return 0


def _tell(request: HttpRequest, response: HttpResponseBase) -> None:
    position = _signer.sign(str(replica.position()))
    if "Authorization" in request.headers:
        response[HEADER] = position
        return
    response.set_cookie(
        COOKIE,
        position,
        max_age=replica.TOLD,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def _count(answer: str) -> None:
    with suppress(OSError):  # a full disk costs a figure, not the answer
        REPLICA_READS.labels(answer).inc()
