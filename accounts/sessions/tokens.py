"""Tokens with which programs use the API for a person."""

import hashlib
import secrets
from datetime import timedelta

from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm
from allauth.core import context, ratelimit
from allauth.mfa.utils import is_mfa_enabled
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import statements
from accounts.limits import retry_after
from accounts.models import ApiToken, User
from accounts.moderation import sanctions
from boardgames.refusal import Refusal

MAX_OWN = 20  # created in the profile; more are refused
MAX_BY_PASSWORD = 10  # created by signing in over the API; the oldest are deleted
#: The message for people who guessed too often, or for everybody if too many guessed at that
#: account.
PAUSING = ("too_many_login_attempts", "guarded")
#: What only a token for everything reads, beside changing it.
PRIVATE = ("/api/v1/friends", "/api/v1/messages", "/api/v1/notifications")
_PREFIX = "rt_"
_USE_NOTED_EVERY = timedelta(hours=1)


class TooManyTokens(Exception):
    """The user has as many tokens as allowed and must revoke one first."""


def mint(
    user: User, name: str, *, by_password: bool = False, scope: str = ApiToken.Scope.ALL
) -> str:
    """Create a token and return it, this once. Raises TooManyTokens."""
    token = _PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        # the limit counts one request at a time
        User.objects.select_for_update().only("pk").get(pk=user.pk)
        alike = ApiToken.objects.filter(user=user, by_password=by_password)
        if by_password:
            stale = list(alike.values_list("pk", flat=True)[MAX_BY_PASSWORD - 1 :])
            ApiToken.objects.filter(pk__in=stale).delete()
        elif alike.count() >= MAX_OWN:
            raise TooManyTokens
        ApiToken.objects.create(
            user=user, name=name, hash=_hash(token), by_password=by_password, scope=scope
        )
    return token


def user_for(token: str) -> User | None:
    """The owner of this token; None if it is nobody's (any more)."""
    return holder(token)[0]


def holder(token: str) -> tuple[User | None, str]:
    """The owner of this token, and its scope."""
    found = statements.holder(_hash(token))
    if found is None:
        return None, ""
    now = timezone.now()
    if found.last_used_at is None or found.last_used_at < now - _USE_NOTED_EVERY:
        long_ago = Q(last_used_at=None) | Q(last_used_at__lt=now - _USE_NOTED_EVERY)
        ApiToken.objects.filter(long_ago, pk=found.token_id).update(last_used_at=now)
    return found.user, found.scope


def allows(scope: str, method: str, path: str) -> bool:
    """Whether a program with a token of this scope may make this call."""
    if scope == ApiToken.Scope.ALL:
        return True
    if path.startswith(PRIVATE):
        return False
    if method in ("GET", "HEAD", "OPTIONS"):
        return True
    return scope == ApiToken.Scope.PLAY and path.startswith("/api/v1/games")


def revoke(user: User, token_id: int) -> None:
    """Revoke one of the user's own tokens at once. Raises ApiToken.DoesNotExist."""
    ApiToken.objects.get(pk=token_id, user=user).delete()


def login_token(request: HttpRequest, username: str, password: str) -> str:
    """A token for name (or e-mail address) and password, with the sign-in page's checks and limits.

    Accounts with a second factor create theirs in the profile. Refusal with 401, 403 or 429.
    """
    with context.request_context(request):
        retry_after.note_seconds(request, "login")
        if not ratelimit.consume(request, action="login"):
            raise _too_many(request, "too_many_login_attempts")
        form = LoginForm({"login": username, "password": password}, request=request)
        if not form.is_valid():
            for code in PAUSING:
                if form.has_error("__all__", code):
                    raise _too_many(request, code)
            raise Refusal(_("Name or password is not correct."), "wrong_credentials", 401)
        user = form.user
        if user is None or not user.is_active:
            suspended = user is not None and sanctions.closing(user.pk)
            said = _("This account is suspended.") if suspended else _("This account is closed.")
            raise Refusal(said, "inactive", 401)
        if is_mfa_enabled(user):
            raise Refusal(
                _("This account has a second factor. Create a token in your profile instead."),
                "second_factor",
                403,
            )
    return mint(user, _("Sign-in over the API"), by_password=True)


def _too_many(request: HttpRequest, code: str) -> Refusal:
    message = str(get_adapter().error_messages[code])
    return Refusal(message, "too_many_attempts", 429, retry_after.seconds(request))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
