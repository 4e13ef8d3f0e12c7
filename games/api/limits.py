"""How often somebody may call: counters in Redis, which let everybody pass while it is away."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from boardgames import hints
from games.api.auth import caller
from games.errors import TooMany

PER_MINUTE = {"call": 6000, "anonymous call": 1200, "new game": 60}


def check(request: HttpRequest, what: str = "call") -> None:
    """Count one more of ``what``; TooMany when there were more than allowed in this minute."""
    user = caller(request)
    who = f"user {user.pk}" if user else f"client {_client(request)}"
    if what == "call" and user is None:
        what = "anonymous call"
    if hints.count(f"limit/{what}/{who}", seconds=60) > PER_MINUTE[what]:
        raise TooMany


def _client(request: HttpRequest) -> str:
    """The caller's address, behind the configured number of proxies."""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return "unknown"
