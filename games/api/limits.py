"""Limits on how often somebody may call, counted in Redis; without Redis nobody is limited."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.limits.clients import client_of
from boardgames.redis import rate_counter
from games.api.auth import caller
from games.errors import TooMany

PER_MINUTE = {"call": 6000, "anonymous call": 1200}


def check_calls(request: HttpRequest) -> None:
    """Count one more call; TooMany if there were more than allowed in this minute."""
    user = caller(request)
    who = f"user {user.pk}" if user else f"client {client_of(request)}"
    what = "call" if user else "anonymous call"
    if not rate_counter.allow(f"{what}/{who}", PER_MINUTE[what], 60):
        raise TooMany
