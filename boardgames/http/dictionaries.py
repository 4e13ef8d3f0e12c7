"""Text that a browser already has, so that answers need not repeat it (RFC 9842).

A page names a dictionary by ``<link rel="compression-dictionary">``. A browser that supports such
links (so far Chromium) fetches it when idle. From then on it sends ``Available-Dictionary`` with
requests for the addresses that the dictionary covers. For all others nothing changes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import zstandard
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

#: Levels above 6 take more time and save hardly any bytes.
_LEVEL, _SMALLEST = 6, 19
#: The beginning of an answer: the format's magic number and the dictionary's hash.
_MAGIC = b"\x5e\x2a\x4d\x18\x20\x00\x00\x00"
_TAKES_IT, _TAKES_ZSTD = re.compile(r"\bdcz\b"), re.compile(r"\bzstd\b")
ENCODING = "dcz"


@dataclass(frozen=True)
class Dictionary:
    """``text`` is sent to everybody, so it must hold no personal data."""

    text: bytes
    _digest: bytes = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_digest", hashlib.sha256(self.text).digest())

    @property
    def name(self) -> str:
        """The hash by which a browser says that it has the dictionary."""
        return f":{base64.b64encode(self._digest).decode()}:"

    @cached_property
    def _prepared(self) -> zstandard.ZstdCompressionDict:
        prepared = zstandard.ZstdCompressionDict(
            self.text, dict_type=zstandard.DICT_TYPE_RAWCONTENT
        )
        prepared.precompute_compress(level=_LEVEL)
        return prepared

    def compress(self, content: bytes) -> bytes:
        """The content for a browser that has the dictionary."""
        packed = zstandard.ZstdCompressor(_LEVEL, dict_data=self._prepared).compress(content)
        return _MAGIC + self._digest + packed

    @cached_property
    def shipped(self) -> bytes:
        """The dictionary in the format ``zstd``, which all clients that ask for it accept."""
        return zstandard.compress(self.text, _SMALLEST)


def answer(request: HttpRequest, dictionary: Dictionary, below: str) -> HttpResponse:
    """The dictionary itself, for all paths below ``below``.

    It may be cached as long as its address exists, which changes with each release.
    """
    packed = bool(_TAKES_ZSTD.search(request.META.get("HTTP_ACCEPT_ENCODING", "")))
    response = HttpResponse(dictionary.shipped if packed else dictionary.text, "text/plain")
    response.headers["Use-As-Dictionary"] = f'match="{below}*"'
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    patch_vary_headers(response, ("Accept-Encoding",))
    if packed:
        response.headers["Content-Encoding"] = "zstd"
    return response


def offer(response: HttpResponseBase, dictionary: Callable[[], Dictionary | None]) -> None:
    """Let this answer be compressed by that dictionary, created only if the browser may have it.

    None if there is no dictionary.
    """
    response.dictionary = dictionary  # type: ignore[attr-defined]


def find_dictionary(request: HttpRequest, response: HttpResponseBase) -> Dictionary | None:
    """The dictionary by which this answer can be compressed for that browser."""
    name = request.META.get("HTTP_AVAILABLE_DICTIONARY")
    made = getattr(response, "dictionary", None)
    if not (name and made and _TAKES_IT.search(request.META.get("HTTP_ACCEPT_ENCODING", ""))):
        return None
    dictionary: Dictionary | None = made()
    return dictionary if dictionary and dictionary.name == name else None


def is_offered(response: HttpResponseBase) -> bool:
    return hasattr(response, "dictionary")
