"""Authentication of WebSockets: by the session's cookie on our own pages, or by a token anywhere.

When people sign out, lose a token or close the account, ``admit`` reaches their sockets, which then
check again whether they may listen. The same happens to two people when either blocks or unblocks
the other.

No socket stays open but silent: one that fails at anything is closed, and its page reconnects.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from importlib import import_module
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qs

import structlog
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest, parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils import timezone, translation

from accounts.limits.clients import client_of
from accounts.models import ApiToken, Block, User
from accounts.sessions import store, tokens
from boardgames.redis import best_effort, messages

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

#: Close codes: opened by a foreign page; no news at the moment, try again; too many sockets are
#: open, and the reason is the number of seconds after which to try again.
FOREIGN, LATER, TOO_MANY = 4403, 1013, 4429
#: Seconds after which a socket checks by itself whether its reader may still listen.
LOOK_AGAIN = 50.0
#: Sockets that one process keeps open: each page of a person has two.
PER_CLIENT, PER_PERSON = 300, 60
#: Seconds after which a client that found no room tries again.
TRY_AGAIN = 20

log = structlog.get_logger(__name__)


class ReaderGone(Exception):
    """The recipient has hung up, as readers do: nobody's error."""


class Consumer(AsyncWebsocketConsumer):
    """A socket that queries the database only through ``boardgames.web.db_threads``.

    Those queries leave no connection open. Otherwise Channels would have a thread close old
    connections before each message of a client.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().__call__(scope, receive, _noticing(send))

    async def dispatch(self, message: dict[str, Any]) -> None:
        await self._carefully(getattr(self, get_handler_name(message))(message))
        if message["type"] == "websocket.disconnect":  # the last message of this socket
            raise StopConsumer

    def beside(self, doing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a task beside this socket; its failure closes the socket instead of being lost."""
        return asyncio.create_task(self._carefully(doing))

    async def turn_away(self) -> None:
        """Close the socket because there is no room left."""
        await self.close(TOO_MANY, str(TRY_AGAIN))

    async def _carefully(self, doing: Coroutine[Any, Any, None]) -> None:
        try:
            await doing
        except (StopConsumer, ReaderGone):  # Channels calls ``disconnect``, perhaps later
            return
        except Exception as error:
            log.error("socket failed", path=self.scope["path"], exc_info=error)
            # ``disconnect`` then releases the socket's places.
            with suppress(ReaderGone):
                await self.close(LATER)


def _noticing(send: Send) -> Send:
    """A ``send`` that raises ReaderGone if the client has hung up."""

    async def to_reader(message: dict[str, Any]) -> None:
        try:
            await send(message)
        except OSError as error:
            raise ReaderGone from error
        except RuntimeError as error:  # as uvicorn reports it for a closed socket
            if not str(error).startswith("Unexpected ASGI message"):
                raise
            raise ReaderGone from error

    return to_reader


class LookAgain:
    """A message to a person's sockets: check again whether, and whom, they may hear."""


messages.register("admit", lambda _nothing: LookAgain())


def topic(user_id: int) -> str:
    """The topic by which a person's sockets are told to check again."""
    return f"admit{user_id}"


def listen_to_session_changes() -> None:
    """Notify sockets of changes to their access; called at the start of each process."""
    post_save.connect(_user_changed, User)
    post_delete.connect(_token_ended, ApiToken)
    post_delete.connect(_session_ended, Session)
    post_save.connect(_block_changed, Block)
    post_delete.connect(_block_changed, Block)


def _user_changed(instance: User, created: bool, **_signal: Any) -> None:
    if not created:
        look_again(instance.pk)
        if not instance.is_active:  # nor do their bots play on
            for bot_id in instance.bots.values_list("pk", flat=True):
                look_again(bot_id)


def _token_ended(instance: ApiToken, **_signal: Any) -> None:
    look_again(instance.user_id)


def _session_ended(instance: Session, **_signal: Any) -> None:
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id:
        look_again(int(user_id))


def _block_changed(instance: Block, **_signal: Any) -> None:
    look_again(instance.user_id)
    look_again(instance.blocked_id)


def look_again(user_id: int) -> None:
    """After the commit, this person's sockets check again what they may hear."""
    news = messages.message([topic(user_id)], "admit", None)
    transaction.on_commit(lambda: best_effort.publish(news), robust=True)


class Places:
    """The places that one socket takes, of its client's and of its person's."""

    _taken: Counter[str] = Counter()

    def __init__(self) -> None:
        self._mine: list[str] = []

    def take_for_client(self, scope: Scope) -> bool:
        """Take a place; False if none was left. Programs on this machine are not counted."""
        address = _client(scope)
        return _is_loopback(address) or self._take(f"client {address}", PER_CLIENT)

    def take_for_person(self, user: User | None) -> bool:
        return user is None or self._take(f"person {user.pk}", PER_PERSON)

    def give_back(self) -> None:
        self._taken.subtract(self._mine)
        for key in self._mine:
            if not self._taken[key]:
                del self._taken[key]
        self._mine.clear()

    def _take(self, key: str, most: int) -> bool:
        if self._taken[key] >= most:
            return False
        self._taken[key] += 1
        self._mine.append(key)
        return True


def parameter(scope: Scope, name: str) -> str:
    """A parameter of the socket's address, empty if it has none."""
    parameters = parse_qs(str(scope["query_string"], "latin-1"))
    return parameters.get(name, [""])[0]


def foreign(scope: Scope) -> bool:
    """Whether a page of another site opened it, which must not use the reader's cookie."""
    origin = _header(scope, b"origin")
    return bool(origin) and origin not in (*settings.CSRF_TRUSTED_ORIGINS, _own_origin(scope))


def _own_origin(scope: Scope) -> str:
    """The origin of pages at the socket's own address; none if the host is not ours."""
    host = _header(scope, b"host")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return ""
    secure = scope.get("scheme") in ("wss", "https")
    if settings.SECURE_PROXY_SSL_HEADER:  # set by our proxy, through which every request comes then
        secure = _header(scope, b"x-forwarded-proto") == "https"
    return f"http{'s' if secure else ''}://{host}"


def user_of(scope: Scope) -> User | None:
    """The user of ``?token=`` if there is one, otherwise of the session. Reads the database."""
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
    user = store.whose(request)
    return user if isinstance(user, User) else None


def reading(scope: Scope, user: User | None) -> tuple[str, str]:
    """Use the language and time zone of the opener's pages, as ``accounts.middleware`` does.

    All people without an account use the site's time zone, so that one page can be drawn for all.
    """
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = _header(scope, b"accept-language")
    request.COOKIES = parse_cookie(_header(scope, b"cookie"))
    language = (user.language if user else "") or translation.get_language_from_request(request)
    return language, user.zone.key if user else timezone.get_default_timezone_name()


def _client(scope: Scope) -> str:
    """The client that opened the socket, for limits."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("unknown",))[0]
    forwarded = _header(scope, b"x-forwarded-for")
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded
    return client_of(request)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
