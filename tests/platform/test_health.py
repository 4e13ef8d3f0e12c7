from django.test import Client


def test_process_is_up(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


def test_ready_with_database_and_redis(client: Client, db: None) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "redis": "ok"}
