"""Compressed answers, as Django's ``GZipMiddleware`` gives them, or by a dictionary that the
browser has already; of many lengths."""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Callable
from gzip import FNAME

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from boardgames.http import dictionaries

#: Shorter answers would hardly get shorter.
SHORTEST = 200
#: Between nothing and so many bytes are added, so that the length of an answer does not tell
#: whether a guess at what it hides was right (BREACH).
RANDOM = 100
#: A sixth fewer bytes than by isal, which takes a third of the time: on a phone these are felt.
_LEVEL, _HEADER = 5, 10
_GZIP = 16 + zlib.MAX_WBITS
_TAKES_GZIP = re.compile(r"\bgzip\b")


def compress_answers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: for whoever takes gzip, or has a dictionary."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        content = getattr(response, "content", b"")  # what streams has none
        if len(content) < SHORTEST or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        dictionary = dictionaries.of(request, response)
        if dictionaries.is_offered(response):
            patch_vary_headers(response, ("Available-Dictionary",))
        if dictionary:
            packed, encoding = dictionary.compress(content), dictionaries.ENCODING
            response.headers["X-Padding"] = _padding().decode()
        elif _TAKES_GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            packed, encoding = gzipped(content), "gzip"
        else:
            return response
        if len(packed) >= len(content):
            return response
        response.content = packed  # type: ignore[attr-defined]
        response.headers["Content-Length"] = str(len(packed))
        response.headers["Content-Encoding"] = encoding
        tag = response.headers.get("ETag", "")
        if tag.startswith('"'):  # the same page, not the same bytes
            response.headers["ETag"] = f"W/{tag}"
        return response

    return middleware


def gzipped(content: bytes) -> bytes:
    """In the format of gzip, with a file's name of random length that nobody reads."""
    packed = zlib.compress(content, _LEVEL, _GZIP)
    header = bytearray(packed[:_HEADER])
    header[3] = FNAME
    return bytes(header) + _padding() + b"\0" + packed[_HEADER:]


def _padding() -> bytes:
    return b"a" * secrets.randbelow(RANDOM)
