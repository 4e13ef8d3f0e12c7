"""Compressed answers: by a dictionary that the browser has, else by zstandard, else by gzip.

Each takes what the browser accepts. Lengths vary by a random amount, as in Django's
``GZipMiddleware``.
"""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Callable
from gzip import FNAME

import zstandard
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from boardgames.http import dictionaries

#: Shorter answers would hardly shrink.
SHORTEST = 200
#: A random number of bytes up to this is added, so that the length of an answer does not reveal
#: whether a guess at a secret in it was right (BREACH).
RANDOM = 100
#: A fifth fewer bytes than isal, in three times its time; people on phones notice the bytes.
_LEVEL, _HEADER = 6, 10
#: A tenth fewer bytes than gzip, in no more time; higher levels cost time and save hardly any.
_ZSTD_LEVEL = 9
_GZIP = 16 + zlib.MAX_WBITS
_TAKES_GZIP, _TAKES_ZSTD = re.compile(r"\bgzip\b"), re.compile(r"\bzstd\b")


def compress_answers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: compress answers for clients that accept zstandard or gzip."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        content = getattr(response, "content", b"")  # streamed answers have no content
        if len(content) < SHORTEST or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        takes = request.META.get("HTTP_ACCEPT_ENCODING", "")
        dictionary = dictionaries.find_dictionary(request, response)
        if dictionaries.is_offered(response):
            patch_vary_headers(response, ("Available-Dictionary",))
        if dictionary:
            packed, encoding = dictionary.compress(content), dictionaries.ENCODING
        elif _TAKES_ZSTD.search(takes):
            packed, encoding = zstandard.compress(content, _ZSTD_LEVEL), "zstd"
        elif _TAKES_GZIP.search(takes):
            packed, encoding = gzipped(content), "gzip"
        else:
            return response
        if len(packed) >= len(content):
            return response
        if encoding != "gzip":  # its format has a field for random bytes
            response.headers["X-Padding"] = _padding().decode()
        response.content = packed  # type: ignore[attr-defined]
        response.headers["Content-Length"] = str(len(packed))
        response.headers["Content-Encoding"] = encoding
        tag = response.headers.get("ETag", "")
        if tag.startswith('"'):  # the same page, but other bytes
            response.headers["ETag"] = f"W/{tag}"
        return response

    return middleware


def gzipped(content: bytes) -> bytes:
    """The content in gzip format, with a file name of random length that nobody reads."""
    packed = zlib.compress(content, _LEVEL, _GZIP)
    header = bytearray(packed[:_HEADER])
    header[3] = FNAME
    return bytes(header) + _padding() + b"\0" + packed[_HEADER:]


def _padding() -> bytes:
    return b"a" * secrets.randbelow(RANDOM)
