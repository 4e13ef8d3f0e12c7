"""Errors and traces for the operator's own tools, each only if a variable names one.

Errors go out by Sentry's protocol (SENTRY_DSN), traces by OpenTelemetry's
(OTEL_EXPORTER_OTLP_ENDPOINT). Otherwise nothing of either is loaded. Their packages are listed in
requirements-watching.txt.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from boardgames import logs


def start_observing() -> None:
    """Start what is configured; called at the start of each process."""
    if settings.SENTRY_DSN:
        _tell_errors(_optional("sentry_sdk", "SENTRY_DSN"))
    if settings.TRACES:
        _trace()


def _optional(module: str, variable: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ImproperlyConfigured(
            f"{variable} is set, and {error.name} is not installed: "
            "script/python script/install.py requirements-watching.txt"
        ) from None


def _tell_errors(sentry: Any) -> None:
    """Send errors logged with a traceback, without addresses, headers or form data of people."""
    sentry.init(
        dsn=settings.SENTRY_DSN,
        release=settings.VERSION,
        environment=settings.ENVIRONMENT,
        default_integrations=False,
        send_default_pii=False,
        include_local_variables=False,
        before_send=_of_no_person,
    )
    logs.told.append(lambda _logger, error, _said: sentry.capture_exception(error))


def _of_no_person(event: dict[str, Any], _hint: object) -> dict[str, Any]:
    for one in event.get("exception", {}).get("values", ()):
        one["value"] = logs.of_no_person(one.get("value") or "")
    return event


def _trace() -> None:
    """OpenTelemetry's own variables configure target, sampling and service name."""

    def part(module: str) -> Any:
        return _optional(f"opentelemetry.{module}", "OTEL_EXPORTER_OTLP_ENDPOINT")

    resource = part("sdk.resources").Resource.create({"service.version": settings.VERSION})
    provider = part("sdk.trace").TracerProvider(resource=resource)
    exporter = part("exporter.otlp.proto.http.trace_exporter").OTLPSpanExporter()
    provider.add_span_processor(part("sdk.trace.export").BatchSpanProcessor(exporter))
    part("trace").set_tracer_provider(provider)
    part("instrumentation.celery").CeleryInstrumentor().instrument()


def trace_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware, if traces are wanted: a span for each request, named after the view."""
    trace = import_module("opentelemetry.trace")
    tracer = trace.get_tracer("boardgames")

    def middleware(request: HttpRequest) -> HttpResponseBase:
        method = request.method or ""
        with tracer.start_as_current_span(method, kind=trace.SpanKind.SERVER) as span:
            response = get_response(request)
            match = request.resolver_match
            span.update_name(f"{method} {match.view_name if match else 'none'}")
            span.set_attribute("http.request.method", method)
            span.set_attribute("http.response.status_code", response.status_code)
        return response

    return middleware
