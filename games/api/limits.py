"""How often somebody may call: counters in Redis, which let everybody pass while it is away."""

from __future__ import annotations

import redis
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from games.api.auth import caller
from games.errors import TooMany

PER_MINUTE = {"call": 6000, "anonymous call": 1200, "chat": 30, "new game": 60}

_redis = redis.Redis.from_url(
    settings.REDIS_URL, socket_timeout=0.1, socket_connect_timeout=0.1, retry=None
)


def check(request: HttpRequest, what: str = "call") -> None:
    """Count one more of ``what``; TooMany when there were more than allowed in this minute."""
    user = caller(request)
    who = f"user {user.pk}" if user else f"client {_client(request)}"
    if what == "call" and user is None:
        what = "anonymous call"
    minute = int(timezone.now().timestamp()) // 60
    key = f"limit/{what}/{who}/{minute}"
    try:
        with _redis.pipeline(transaction=False) as pipeline:
            pipeline.incr(key)
            pipeline.expire(key, 90)
            count, _expiry = pipeline.execute()
    except redis.RedisError:
        return
    if count > PER_MINUTE[what]:
        raise TooMany


def _client(request: HttpRequest) -> str:
    """The caller's address, behind the configured number of proxies."""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return "unknown"
