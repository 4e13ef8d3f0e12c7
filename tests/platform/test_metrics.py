from django.test import Client

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
