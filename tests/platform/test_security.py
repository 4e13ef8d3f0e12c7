"""Headers that every page carries, and what never gets into a log."""

import io
import json
import logging
import re

import pytest
from csp.utils import build_policy
from django.test import Client

from boardgames import logs


def test_no_page_may_run_inline_code(client: Client, db: None) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    for directive in ("default-src 'self'", "object-src 'none'", "frame-ancestors 'none'"):
        assert directive in policy


def test_each_answer_has_the_policy_that_the_settings_say(client: Client, db: None) -> None:
    def directives(policy: str) -> set[str]:
        return {directive.strip() for directive in policy.split(";")}

    for path in ("/accounts/login/", "/nowhere", "/api/v1/openapi.json"):
        answer = client.get(path)
        assert directives(answer["Content-Security-Policy"]) == directives(build_policy())
        assert "Content-Security-Policy-Report-Only" not in answer


def test_pages_have_no_inline_code(client: Client, db: None) -> None:
    for path in ("/accounts/login/", "/accounts/signup/", "/nowhere"):
        page = client.get(path).content.decode()
        assert not re.search(r"<[^>]+\s(style|on\w+|hx-on[\w:-]*)\s*=", page), path
        assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>", page), path


@pytest.mark.parametrize(
    "line",
    [
        "GET /ws/games/7/?token=s3cr3t HTTP/1.1",
        "GET /games/7/?seat=1&key=s3cr3t HTTP/1.1",
        "Authorization: Bearer s3cr3t",
        '{"username": "anna", "password": "s3cr3t"}',
    ],
)
def test_secrets_never_reach_a_log(line: str) -> None:
    logger = logging.getLogger("test.secrets")
    output = io.StringIO()
    try:
        logs.configure(json=True, level="INFO")
        [handler] = logging.getLogger().handlers
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(output)
        logger.info("%s", line)
    finally:
        logs.configure(json=False, level="WARNING")
    written = json.loads(output.getvalue())
    assert "s3cr3t" not in output.getvalue()
    assert written["event"].startswith(line[:6])
    assert written["level"] == "info"
