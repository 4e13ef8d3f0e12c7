from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from games.rules import compiled, registry
from games.rules.compiled import Build


def test_process_is_up(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


def test_ready_with_database_and_redis(client: Client, db: None, settings: Any) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    state = answer.json()
    assert datetime.fromisoformat(state.pop("since")) <= datetime.now(UTC)
    assert state.pop("rules") == str(registry.build())
    assert state == {"version": settings.VERSION, "database": "ok", "redis": "ok"}
    assert settings.VERSION


@pytest.mark.parametrize(
    ("build", "told"),
    [(Build(0, 9), "plain"), (Build(9, 0), "compiled"), (Build(8, 1), "partly compiled")],
)
def test_how_the_rules_run_is_told_wherever_a_process_tells_of_itself(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, caplog: Any, build: Build, told: str
) -> None:
    monkeypatch.setattr(registry, "build", lambda: build)
    assert client.get("/readyz").json()["rules"] == told
    assert f'rules="{told}"' in client.get("/metrics").content.decode()
    for there in (True, False):
        monkeypatch.setattr(compiled, "has_any", lambda _package, there=there: there)
        with caplog.at_level("INFO", registry.log.name):
            registry.log_build()
    assert [record.getMessage() for record in caplog.records] == [f"the rules run {told}"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_told_under_an_address_and_without_tls(
    client: Client, db: None, settings: Any, path: str
) -> None:
    settings.ALLOWED_HOSTS = ["games.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    by_address = {"Host": "192.0.2.7:8000"}
    assert client.get(path, headers=by_address).status_code == 200
    assert client.get("/offline/", headers=by_address, secure=True).status_code == 400
