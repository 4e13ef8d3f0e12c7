import pytest
from django.test import Client
from pytest_django import Settings

from boardgames.tasks import beat


def test_requests_and_heartbeats_are_counted(client: Client, db: None) -> None:
    beat()
    client.get("/healthz")
    client.get("/accounts/login/")
    text = client.get("/metrics").content.decode()
    assert 'http_request_seconds_count{method="GET",status="200",view="healthz"}' in text
    assert 'view="account_login"' in text
    assert 'heartbeat_timestamp_seconds{name="worker"}' in text


def test_unknown_paths_make_no_figures_of_their_own(client: Client, db: None) -> None:
    client.get("/nowhere/in-particular")
    text = client.get("/metrics").content.decode()
    assert 'status="404",view="none"' in text
    assert "in-particular" not in text


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("203.0.113.7", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.7"}, 404),
        ("203.0.113.7", {"authorization": "Bearer for-prometheus"}, 200),
        ("203.0.113.7", {"authorization": "Bearer wrong"}, 404),
        ("203.0.113.7", {"authorization": "Bearer \xf6"}, 404),
    ],
)
def test_figures_are_not_for_strangers(
    client: Client, db: None, settings: Settings, address: str, headers: dict[str, str], status: int
) -> None:
    settings.METRICS_TOKEN = "for-prometheus"
    answer = client.get("/metrics", headers=headers, REMOTE_ADDR=address)
    assert answer.status_code == status


def test_without_a_token_nobody_elsewhere_has_one(
    client: Client, db: None, settings: Settings
) -> None:
    settings.METRICS_TOKEN = ""
    headers = {"authorization": "Bearer "}
    assert client.get("/metrics", headers=headers, REMOTE_ADDR="::2").status_code == 404
