"""Health checks (is the process up, can it serve) and metrics for Prometheus."""

from collections.abc import Callable
from datetime import UTC, datetime

import psycopg
import redis
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from boardgames.mail import service_refusals
from boardgames.models import Trouble

#: When this process started.
STARTED = datetime.now(UTC)
#: Functions that count other problems; apps add theirs, such as packages that were left out.
left_out: list[Callable[[], int]] = []
#: Each says something of what runs, under its name; apps add what they know.
facts: dict[str, Callable[[], str]] = {}


def answer_at_any_name(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: answer health checks before the host name is checked.

    Monitoring asks by a machine's address or name, and without TLS.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info not in ("/healthz", "/readyz", "/metrics"):
            return get_response(request)
        request.resolver_match = resolve(request.path_info)
        response: HttpResponseBase = request.resolver_match.func(request)
        return response

    return middleware


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Confirm that the process is up, without looking at what it needs."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """The state of what the service needs: 503 only without the database.

    Everything works without Redis, only more slowly, so its absence is merely named, like e-mails
    that do not go out and the number of game packages with errors or that could not be loaded.
    """
    database, redis_ = _database_answers(), redis_answers()
    state: dict[str, str | int] = {
        "version": settings.VERSION,
        **tell_facts(),
        "since": STARTED.isoformat(timespec="milliseconds"),
        "database": "ok" if database else "away",
        "redis": "ok" if redis_ else "away",
    }
    troubles = count_left_out() + (Trouble.recent().count() if database else 0)
    if database and service_refusals.is_ours():
        state["mail"] = "refused"
    if troubles:
        state["troubles"] = troubles
    return JsonResponse(state, status=200 if database else 503)


def tell_facts() -> dict[str, str]:
    """What runs, beside the version."""
    return {name: tell() for name, tell in facts.items()}


def count_left_out() -> int:
    """The number of packages that could not be loaded."""
    return sum(count() for count in left_out)


def _database_answers() -> bool:
    """Whether the database answers on a connection of its own: a busy pool is no outage."""
    parameters = connection.get_connection_params()
    for ours in ("pool", "cursor_factory", "context", "prepare_threshold"):
        parameters.pop(ours, None)
    try:
        with psycopg.connect(**{**parameters, "connect_timeout": 2}) as own:
            own.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


def redis_answers() -> bool:
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5
        ) as client:
            client.ping()
    except redis.RedisError:
        return False
    return True
