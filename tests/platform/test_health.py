from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client


def test_process_is_up(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


def test_ready_with_database_and_redis(client: Client, db: None, settings: Any) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    state = answer.json()
    assert datetime.fromisoformat(state.pop("since")) <= datetime.now(UTC)
    assert state == {"version": settings.VERSION, "database": "ok", "redis": "ok"}
    assert settings.VERSION


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_told_under_an_address_and_without_tls(
    client: Client, db: None, settings: Any, path: str
) -> None:
    settings.ALLOWED_HOSTS = ["games.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    by_address = {"Host": "192.0.2.7:8000"}
    assert client.get(path, headers=by_address).status_code == 200
    assert client.get("/offline/", headers=by_address, secure=True).status_code == 400
