"""Limits guesses at one account's password, from however many addresses.

After many guesses, browsers that have never signed in to this account are refused for a while. Its
owner can go on in a browser used before, by a passkey, and after setting a new password by e-mail.
The behaviour is the same whether or not such an account exists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.signals import password_reset
from allauth.account.utils import filter_users_by_email, filter_users_by_username
from allauth.core.internal.ratelimit import RateLimitUsage, consume
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from accounts import shared_browsers
from accounts.limits import retry_after
from accounts.models import User
from boardgames.redis import best_effort

#: The cookie in which a browser stores who has signed in there; at most how many; for how long.
COOKIE, MOST, AGE = "known_here", 10, 60 * 60 * 24 * 400
#: Seconds after which the owner is told again.
_TOLD_EVERY = 60 * 60 * 24

GetResponse = Callable[[HttpRequest], HttpResponse]


def count_guess(request: HttpRequest, credentials: dict[str, Any]) -> list[RateLimitUsage] | None:
    """Count one more guess at the account of these credentials; None if there were too many."""
    here, noted = _known_here(request), []
    for who in _named(credentials):
        where = "known" if who in here else "unknown"
        key = f"{who} {where}"
        usage = consume(request, app="allauth.account", action="guessed", key=key)
        if usage is None:
            retry_after.note_seconds(request, "guessed", key)
            if who not in here:
                _let_owner_know(who)
            return None
        noted.append(usage)
    return noted


def listen_to_sign_ins() -> None:
    """Record people who prove to own an account; called at the start of each process."""
    for signal in (user_logged_in, user_logged_out, password_reset):
        signal.connect(_proved)


def remember_browser(get_response: GetResponse) -> GetResponse:
    """Middleware: give a browser the cookie that says who has signed in there.

    It also records that these people share a browser.
    """

    def remembering(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user_id = getattr(request, "proved_to_be", None)
        if user_id is not None:
            others = [other for other in _known_here(request) if other != str(user_id)]
            response.set_signed_cookie(
                COOKIE,
                ".".join([str(user_id), *others][:MOST]),
                salt=COOKIE,
                max_age=AGE,
                path="/accounts/",
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
            shared_browsers.record_shared_browsers(
                user_id, [int(other) for other in others if other.isdecimal()]
            )
        return response

    return remembering


def _proved(request: HttpRequest | None, user: User | None, **_signal: Any) -> None:
    if request is not None and user is not None and not user.is_guest:
        vars(request)["proved_to_be"] = user.pk


def _known_here(request: HttpRequest) -> list[str]:
    """The numbers of people who are or were signed in here."""
    here = str(request.get_signed_cookie(COOKIE, "", salt=COOKIE, max_age=AGE)).split(".")
    user = getattr(request, "user", None)
    return [*here, str(user.pk)] if user is not None and user.is_authenticated else here


def _named(credentials: dict[str, Any]) -> list[str]:
    """The numbers of the accounts that these credentials could open; the name itself if none."""
    names = {str(credentials[name]) for name in ("username", "email") if credentials.get(name)}
    found = {user.pk for name in names for user in filter_users_by_username(name)}
    found |= {user.pk for name in names for user in filter_users_by_email(name)}
    return [str(number) for number in sorted(found)] or [f"nobody {min(names, default='').lower()}"]


def _let_owner_know(who: str) -> None:
    """Notify the owner once in a while, by a task.

    Otherwise the time for sending it would reveal that the account exists.
    """
    key = f"guessed/{who}"
    if (
        who.isdecimal()
        and cache.add(key, True, _TOLD_EVERY)
        and not best_effort.wake(
            "accounts.tasks.tell_of_guesses", "mail", int(who), expires=_TOLD_EVERY
        )
    ):
        cache.delete(key)
