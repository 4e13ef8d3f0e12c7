"""The caller: a program with its user's token, or a page with its session and CSRF token."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.errors import HttpError
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from accounts.models import User
from accounts.preferences import reading_as
from accounts.sessions import tokens


class Token(HttpBearer):
    """`Authorization: Bearer TOKEN`"""

    def authenticate(self, request: HttpRequest, token: str) -> User:
        user, scope = tokens.holder(token)
        if user is None:
            raise HttpError(401, _("This token is invalid, or no longer valid. Get a new one."))
        if not tokens.allows(scope, request.method or "", request.path):
            raise HttpError(
                403, _("This token's scope does not allow that. Use a token with a wider scope.")
            )
        return user


class Session(APIKeyCookie):
    """The cookie of a signed-in browser; requests that change something need the CSRF token,
    too."""

    param_name = settings.SESSION_COOKIE_NAME

    def __init__(self) -> None:
        # checked below, so that every call without a user is 401 and not 403
        super().__init__(csrf=False)

    def authenticate(self, request: HttpRequest, key: str | None) -> User | None:
        user: Any = request.user if key else None
        if user is None or not user.is_authenticated:
            return None
        if check_csrf(request):
            raise HttpError(403, _("The CSRF token is missing or wrong."))
        signed_in: User = user
        return signed_in


def anybody(request: HttpRequest) -> str:
    """Everybody may read without signing in; see ``caller``."""
    return "anonymous"


SIGNED_IN = [Token(), Session()]
ANYBODY = [*SIGNED_IN, anybody]


def caller(request: HttpRequest) -> User | None:
    """The calling user; None without signing in."""
    who = getattr(request, "auth", None)
    return who if isinstance(who, User) else None


def user_id_of(request: HttpRequest) -> int | None:
    user = caller(request)
    return None if user is None else user.pk


def user_of(request: HttpRequest) -> User:
    """The calling user; refused without signing in."""
    user = caller(request)
    if user is None:
        raise HttpError(401, _("Sign in, or send a token: Authorization: Bearer …"))
    return user


def reading(request: HttpRequest) -> AbstractContextManager[None]:
    """Use the caller's language in the block; without signing in that of Accept-Language."""
    user = caller(request)
    return reading_as(user) if user else nullcontext()
