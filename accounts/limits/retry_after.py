"""How long somebody over one of allauth's limits must wait."""

from __future__ import annotations

import math
import time

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from boardgames.http.errors import LIMIT_SECONDS

_APP = "allauth.account"


def seconds(request: HttpRequest) -> int:
    """Seconds that the person just refused must wait."""
    return getattr(request, "must_wait", 0) or LIMIT_SECONDS


def consume_or_429(request: HttpRequest, action: str) -> HttpResponse | None:
    """Count one more request; returns an answer instead if that is too many."""
    note_seconds(request, action)
    refusal: HttpResponse | None = ratelimit.consume_or_429(request, app=_APP, action=action)
    return refusal


def note_seconds(request: HttpRequest, action: str, key: str | None = None) -> int:
    """The seconds until every limit of this kind allows another request; 0 if all do now.

    They are stored as the request's ``must_wait`` for the answer.
    """
    now, waits = time.time(), [0.0]
    for rate in ratelimit.get_rates(app=_APP, action=action):
        if rate.per != "key" or key is not None:
            kept = ratelimit.get_cache_key(request, app=_APP, action=action, rate=rate, key=key)
            newest_first = cache.get(kept, [])
            if len(newest_first) >= rate.amount:
                waits.append(newest_first[rate.amount - 1] + rate.duration - now)
    wait = math.ceil(max(waits))
    vars(request)["must_wait"] = wait
    return wait
