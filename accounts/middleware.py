"""Middleware: the user, language and time zone of the reader, for every page."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.contrib.auth import middleware as auth
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject

from accounts.current_user import current_user
from accounts.models import User
from accounts.preferences import KEYS_COOKIE, TIME_ZONE_COOKIE, YEAR, device_zone, reading_as
from accounts.sessions import store

GetResponse = Callable[[HttpRequest], HttpResponse]


class AuthenticationMiddleware(auth.AuthenticationMiddleware):
    """Django's middleware, with a faster way to find a session's owner."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user(request))  # type: ignore[assignment]


def _user(request: HttpRequest) -> User | AnonymousUser:
    kept: dict[str, User | AnonymousUser] = vars(request)
    if "_cached_user" not in kept:
        kept["_cached_user"] = store.whose(request)
    return kept["_cached_user"]


def preferences(get_response: GetResponse) -> GetResponse:
    """Use a signed-in reader's language and time zone; others use cookie and Accept-Language."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            with timezone.override(device_zone(request)):
                return get_response(request)
        language = user.language or translation.get_language()
        request.LANGUAGE_CODE = language
        if isinstance(user, SimpleLazyObject):
            # The user itself: Django's stand-in raises an error at each attribute, and it and the
            # request would refer to each other until garbage collection.
            request.user = user = _user(request)
        with reading_as(current_user(request)):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response

    return middleware


def language_asked_for(get_response: GetResponse) -> GetResponse:
    """Answer programs that are not yet identified in the language that they accept."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = _accepted(request.headers.get("Accept-Language", "")[:_LONGEST_WISH])
        translation.activate(language)
        response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response

    return middleware


#: Characters of Accept-Language that are read and cached; the rest is ignored.
_LONGEST_WISH = 200


@lru_cache(1000)
def _accepted(header: str) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header
    return translation.get_language_from_request(request)


#: Cookies that scripts keep for a year (static/js/frame.js, letters.js). Safari deletes a script's
#: cookies after seven days, but not ours.
_KEPT_FOR_SCRIPTS = ("theme", TIME_ZONE_COOKIE, KEYS_COOKIE)


def keep_for_scripts(get_response: GetResponse) -> GetResponse:
    """Set the cookies of scripts again with each page that a reader opens."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.headers.get("Sec-Fetch-Dest") == "document":
            for name in _KEPT_FOR_SCRIPTS:
                kept = request.COOKIES.get(name, "")
                is_new = name in response.cookies  # keep what was just chosen
                if kept and not is_new and len(kept) < _LONGEST_WISH:
                    response.set_cookie(name, kept, max_age=YEAR, samesite="Lax")
        return response

    return middleware


def keep_nothing(get_response: GetResponse) -> GetResponse:
    """Keep caches and the next user of the same machine from storing the pages about an account."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith("/accounts/"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


class GuestsKeepFirst:
    """Redirects guests from the pages about password, e-mail and second factor, which they lack.

    They get the page that makes their account permanent.
    """

    _PAGES = frozenset({"account_email", "account_change_password", "account_set_password"})

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        page = (request.resolver_match and request.resolver_match.url_name) or ""
        if page not in self._PAGES and not page.startswith("mfa_"):
            return None
        user = request.user
        return redirect("keep-account") if user.is_authenticated and user.is_guest else None
