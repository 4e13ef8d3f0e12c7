"""Who opens a WebSocket: by the session's cookie on our own pages, or by a token anywhere."""

from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user
from django.http import HttpRequest, parse_cookie
from django.http.request import validate_host

from accounts import tokens
from accounts.models import User

Scope = dict[str, Any]


def parameter(scope: Scope, name: str) -> str:
    """A parameter of the socket's address, empty if it has none."""
    parameters = parse_qs(str(scope["query_string"], "latin-1"))
    return parameters.get(name, [""])[0]


def foreign(scope: Scope) -> bool:
    """Opened by a page of another site, which must not use the reader's cookie."""
    origin = _header(scope, b"origin")
    hostname = urlsplit(origin).hostname or ""
    return bool(origin) and not validate_host(hostname, settings.ALLOWED_HOSTS)


def user_of(scope: Scope) -> User | None:
    """Who asks: ``?token=`` if there is one, else the session. Reads the database."""
    token = parameter(scope, "token")
    if token:
        return tokens.user_for(token)
    key = parse_cookie(_header(scope, b"cookie")).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    if SESSION_KEY not in request.session:
        return None
    user = get_user(request)
    return user if isinstance(user, User) else None


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
