"""Figures for Prometheus: requests by view, and the age of the last sign of life of each tick.

With several web processes PROMETHEUS_MULTIPROC_DIR names the folder where they add up.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from boardgames.http import figures, health
from boardgames.models import Heartbeat, Trouble

if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
    Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).mkdir(parents=True, exist_ok=True)
    figures.use()

REQUESTS = Histogram(
    "http_request_seconds",
    "Time to the whole answer, by the view's name",
    ["view", "method", "status"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)


def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: times each request."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        start = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        view = match.view_name if match else "none"  # a path would make a figure of each game
        method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
        seconds = time.perf_counter() - start
        with suppress(OSError):  # a full disk costs a figure, not the answer
            REQUESTS.labels(view, method, response.status_code).observe(seconds)
        return response

    return middleware


class Heartbeats(Collector):
    """Asked of the database at each look, so it is right in whatever process answers."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        family = GaugeMetricFamily(
            "heartbeat_timestamp_seconds", "When a periodic part last ran", labels=["name"]
        )
        try:
            for name, at in Heartbeat.objects.values_list("name", "at"):
                family.add_metric([name], at.timestamp())
        except DatabaseError:
            return  # /readyz is where that is told
        yield family


class Troubles(Collector):
    """Slips of games' packages in the last day, and packages that could not be loaded."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        slips = GaugeMetricFamily(
            "game_package_slips", "Places in a game's package that have failed", labels=["game"]
        )
        try:
            for game, count in Trouble.recent().values_list("game").annotate(Count("id")):
                slips.add_metric([game], count)
        except DatabaseError:
            return
        yield slips
        left_out = health.count_left_out()
        yield GaugeMetricFamily("game_packages_left_out", "Not loaded at all", left_out)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not _may_see(request):
        raise Http404
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)
    else:
        registry.register(REGISTRY)
    registry.register(Heartbeats())
    registry.register(Troubles())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_see(request: HttpRequest) -> bool:
    """Whether it is asked for on this machine, past our proxy, or with the token."""
    from_here = request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
    if from_here and "X-Forwarded-For" not in request.headers:
        return True
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    return bool(token) and constant_time_compare(given, f"Bearer {token}")
