"""Errors and traces go to the operator's own tools where a variable names one, else nothing of that
is even loaded."""

from __future__ import annotations

import gzip
import http.server
import os
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from boardgames import observing
from boardgames.supervisor.home import CHECKOUT

#: A process of the service: a request, and a fault with somebody's password in it.
PROCESS = """
import sys
import django
django.setup()
import structlog
from django.test import Client
password = "hunter2"
try:
    raise ValueError("a fault of ours")
except ValueError:
    structlog.get_logger("x").error("failed", exc_info=True)
assert Client().get("/healthz").status_code == 200
print(*sorted({"sentry_sdk", "opentelemetry.sdk"} & set(sys.modules)))
"""
#: As if nothing beyond requirements.txt were installed.
WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(("sentry_sdk", "opentelemetry"), None))
"""


def process(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {"DJANGO_SETTINGS_MODULE": "boardgames.settings", **variables}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=CHECKOUT,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.slow
def test_without_a_variable_nothing_of_it_is_loaded() -> None:
    done = process(PROCESS)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SENTRY_DSN", "https://key@errors.example.org/1"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://traces.example.org:4318"),
    ],
)
def test_a_variable_without_its_package_is_refused_with_what_to_type(
    variable: str, value: str
) -> None:
    done = process(WITHOUT + PROCESS, **{variable: value})
    assert done.returncode != 0
    last = done.stderr.splitlines()[-1]
    assert f"{variable} is set" in last
    assert "script/install.py requirements-watching.txt" in last
    assert (CHECKOUT / "requirements-watching.txt").exists()


def test_what_the_database_quotes_of_a_person_goes_to_no_tool() -> None:
    said = "no such thing, password=hunter2\nDETAIL:  Key (email)=(anna@example.org) exists."
    event = observing._of_no_person({"exception": {"values": [{"value": said}]}}, None)
    assert event == {"exception": {"values": [{"value": "no such thing, password=***"}]}}
    assert observing._of_no_person({}, None) == {}


class Collector(http.server.ThreadingHTTPServer):
    """Stands for both tools: keeps what they are sent, by path."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got: dict[str, bytes] = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_port}"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        elif self.headers.get("Content-Encoding") == "deflate":
            body = zlib.decompress(body)
        self.server.got[self.path] = self.server.got.get(self.path, b"") + body
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words: Any) -> None:
        pass


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as server:
        yield server
        server.shutdown()


@pytest.mark.slow
def test_both_tools_get_theirs_and_nothing_about_persons(collector: Collector) -> None:
    """Where their packages are installed (requirements-watching.txt)."""
    installed = all(map(find_spec, ("sentry_sdk", "opentelemetry")))
    variables = {
        "SENTRY_DSN": f"http://key@{collector.address}/7",
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{collector.address}",
    }
    done = process(PROCESS if installed else WITHOUT + PROCESS, **variables)
    assert (done.returncode == 0) == installed, done.stderr
    if installed:
        errors, traces = collector.got["/api/7/envelope/"], collector.got["/v1/traces"]
        assert b"a fault of ours" in errors
        assert b"hunter2" not in errors
        assert b"GET healthz" in traces
    else:
        assert collector.got == {}
