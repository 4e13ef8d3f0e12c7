"""HTTP for a WSGI server, and behind ``boardgames.http.wsgi_bridge`` for uvicorn.

A program that sends a token has no session and no cookies and sees no page. Its requests skip the
middleware for browsers, which takes as long as a tenth of a move.
"""

import gc
import os
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
os.environ.setdefault("DATABASE_CONNECTIONS", "pool")

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from django.test.utils import override_settings
from django.urls import get_resolver
from django.utils.module_loading import import_string

from boardgames import preload


class _ForPrograms(WSGIHandler):
    def load_middleware(self, is_async: bool = False) -> None:
        with override_settings(MIDDLEWARE=settings.MIDDLEWARE_FOR_PROGRAMS):
            super().load_middleware(is_async)


_for_browsers = get_wsgi_application()
_for_programs = _ForPrograms()
preload.load()

# Everything loaded so far stays, so the garbage collector need not scan it each time, which takes
# as long as three pages of a table. The API's description is made here, too, so that the first
# requests do not wait for each other.
_ = get_resolver().url_patterns, import_string("games.api.description").made
gc.freeze()


def application(environ: WSGIEnvironment, start_response: Callable[..., Any]) -> Iterable[bytes]:
    handler = _for_programs if _has_token(environ) else _for_browsers
    return handler(environ, start_response)


def _has_token(environ: WSGIEnvironment) -> bool:
    """Whether the API will look only at a token, valid or not."""
    authorization: str = environ.get("HTTP_AUTHORIZATION", "")
    path: str = environ["PATH_INFO"]
    return authorization.partition(" ")[0].lower() == "bearer" and path.startswith("/api/v1/")
