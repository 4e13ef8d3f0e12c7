"""Without Redis, limits fail open and pages go on."""

import socket
import time

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client


@pytest.fixture
def redis_away(settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1"
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1"}}


def test_the_cache_is_empty_instead_of_failing(redis_away: None) -> None:
    cache.set("x", 1)
    assert cache.get("x", "nothing") == "nothing"
    assert cache.get_many(["x"]) == {}
    assert cache.incr("x") == 1
    assert cache.add("x", 1) is True
    assert cache.delete("x") is False


def test_the_cache_works_with_redis() -> None:
    cache.set("x", 1, 10)
    assert cache.get("x") == 1
    assert cache.incr("x") == 2
    assert cache.delete("x") is True


def test_readiness_names_redis_quickly(redis_away: None, client: Client, db: None) -> None:
    start = time.monotonic()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json().items() >= {"database": "ok", "redis": "away"}.items()
    assert time.monotonic() - start < 10


def test_signing_in_goes_on(redis_away: None, client: Client, db: None) -> None:
    """allauth counts attempts in the cache."""
    answer = client.post("/accounts/login/", {"login": "nobody", "password": "wrong"})
    assert answer.status_code == 200


def test_one_that_hangs_is_asked_once_and_not_at_each_counter(
    settings: LazySettings, client: Client, db: None
) -> None:
    """To sign in asks the cache twenty times."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"redis://127.0.0.1:{silent.getsockname()[1]}"
        settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": url}}
        client.post("/accounts/login/", {"login": "nobody", "password": "wrong"})
        silent.settimeout(0.1)
        silent.accept()[0].close()
        with pytest.raises(TimeoutError):
            silent.accept()
