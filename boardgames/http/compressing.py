"""Compressed answers: by a dictionary that the browser has, else by zstandard where it takes that,
else by gzip, as Django's ``GZipMiddleware`` gives them; of many lengths."""

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

#: Shorter answers would hardly get shorter.
SHORTEST = 200
#: Between nothing and so many bytes are added, so that the length of an answer does not tell
#: whether a guess at what it hides was right (BREACH).
RANDOM = 100
#: A fifth fewer bytes than by isal, in three times its time: on a phone these are felt.
_LEVEL, _HEADER = 6, 10
#: A tenth fewer bytes than gzip's, in no more time; beyond it hardly any for much of it.
_ZSTD_LEVEL = 9
_GZIP = 16 + zlib.MAX_WBITS
_TAKES_GZIP, _TAKES_ZSTD = re.compile(r"\bgzip\b"), re.compile(r"\bzstd\b")


def compress_answers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: for whoever takes gzip or zstandard."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        content = getattr(response, "content", b"")  # what streams has none
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
        if encoding != "gzip":  # which has a place for it
            response.headers["X-Padding"] = _padding().decode()
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
