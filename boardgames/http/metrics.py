"""Metrics for Prometheus, from three sources.

Web processes measure some, all processes count some in Redis, and the database answers the rest at
each request, so that they are right in whatever process answers. With several web processes
PROMETHEUS_MULTIPROC_DIR names the folder where their metrics add up.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import structlog
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
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from boardgames.celery import task_figures
from boardgames.database import servers
from boardgames.http import gauges, health
from boardgames.mail import service_refusals
from boardgames.models import Heartbeat, Trouble
from boardgames.redis import figures

log = structlog.get_logger(__name__)

#: Celery's queues, as in ``boardgames.celery``.
QUEUES = ("deadlines", "mail", "push", "bots", "thinking")

REQUESTS = Histogram(
    "http_request_seconds",
    "Time to the whole answer, by the view's name",
    ["view", "method", "status"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)


def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: time each request."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        start = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        # labels with paths would make a metric of each game
        view = match.view_name if match else "none"
        method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
        seconds = time.perf_counter() - start
        with suppress(OSError):  # a full disk costs a measurement, not the answer
            REQUESTS.labels(view, method, response.status_code).observe(seconds)
        return response

    return middleware


#: Functions that ask the database for metrics; apps add theirs.
asked: list[Callable[[], Iterator[Metric]]] = []


class OfTheDatabase(Collector):
    """Metrics from the database; none while it is away, which /readyz reports."""

    def collect(self) -> Iterator[Metric]:
        try:
            for ask in (_heartbeats, _troubles, _servers, *asked):
                yield from ask()
        except DatabaseError as error:
            log.warning("figures left out", error=str(error).strip())


class OfAllProcesses(Collector):
    """Counters from Redis, and the tasks that wait there for a worker."""

    def collect(self) -> Iterator[Metric]:
        for name, rows in figures.read_figures().items():
            family = CounterMetricFamily(name, f"{name}, of all processes", labels=[*rows[0][0]])
            for labels, value in rows:
                family.add_metric([*labels.values()], value)
            yield family
        queues = GaugeMetricFamily("tasks_waiting", "Tasks in a queue", labels=["queue"])
        ages = GaugeMetricFamily(
            "tasks_waiting_oldest_seconds", "How long the oldest of them waits", labels=["queue"]
        )
        for queue in QUEUES:
            if (waiting := task_figures.measure_queue(queue)) is not None:
                queues.add_metric([queue], waiting[0])
                ages.add_metric([queue], waiting[1])
        yield queues
        yield ages
        yield GaugeMetricFamily("redis_up", "Whether Redis answers", health.redis_answers())
        yield InfoMetricFamily(
            "boardgames", "What runs", {"version": settings.VERSION, **health.tell_facts()}
        )


def _heartbeats() -> Iterator[Metric]:
    family = GaugeMetricFamily(
        "heartbeat_timestamp_seconds", "When a periodic part last ran", labels=["name"]
    )
    clocks = GaugeMetricFamily(
        "clock_ahead_seconds", "Of its machine, of the database's clock", labels=["name"]
    )
    for name, at, ahead in Heartbeat.objects.values_list("name", "at", "ahead"):
        family.add_metric([name], at.timestamp())
        clocks.add_metric([name], ahead)
    yield family
    yield clocks


def _troubles() -> Iterator[Metric]:
    """Errors of game packages and of our own code in the last day, and packages left out."""
    slips = GaugeMetricFamily(
        "game_package_slips",
        "Places in a game's package that have failed",
        labels=["game", "version"],
    )
    faults = 0
    places = Trouble.recent().values_list("game", "version").annotate(Count("id"))
    for game, version, count in places:
        if game == Trouble.SERVICE:
            faults = count
        else:
            slips.add_metric([game, str(version)], count)
    yield slips
    yield GaugeMetricFamily("service_faults", "Places in our own code that have failed", faults)
    refused = "People whose e-mails were refused since the last one that was taken"
    yield GaugeMetricFamily("mail_refused_people", refused, service_refusals.people())
    left_out = health.count_left_out()
    yield GaugeMetricFamily("game_packages_left_out", "Not loaded at all", left_out)


def _servers() -> Iterator[Metric]:
    """PostgreSQL's archive, if it has one, and its standbys."""
    archive = servers.archive()
    if archive is not None:
        yield CounterMetricFamily(
            "database_archive_failures", "Tries to archive a segment", archive.failures
        )
        yield GaugeMetricFamily(
            "database_archive_age_seconds", "Since a segment was archived", archive.age
        )
    standbys = servers.standbys()
    yield GaugeMetricFamily("database_replicas", "Standbys that stream", len(standbys))
    late = GaugeMetricFamily(
        "database_replica_late_seconds", "How far each is behind", labels=["replica"]
    )
    for name, seconds in standbys.items():
        late.add_metric([name], seconds)
    yield late


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not _may_see(request):
        raise Http404
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        gauges.forget_dead_processes()
        MultiProcessCollector(registry)
    else:
        registry.register(REGISTRY)
    registry.register(OfTheDatabase())
    registry.register(OfAllProcesses())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_see(request: HttpRequest) -> bool:
    """Whether the caller is on this machine (and not behind our proxy) or has the token."""
    from_here = request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
    if from_here and "X-Forwarded-For" not in request.headers:
        return True
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    return bool(token) and constant_time_compare(given, f"Bearer {token}")
