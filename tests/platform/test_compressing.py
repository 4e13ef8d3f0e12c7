"""Answers are compressed for whoever takes that, and their lengths tell little."""

import gzip
from hashlib import sha256

import pytest
import zstandard
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from boardgames.http.compressing import compress_answers, gzipped
from boardgames.http.dictionaries import Dictionary, offer

PAGE = b"<p>a page of a game</p>" * 50


@pytest.mark.parametrize(
    ("content", "takes", "packed"),
    [
        (PAGE, "gzip, deflate", True),
        (PAGE, "br", False),
        (PAGE, "zstdd", False),
        (PAGE, "", False),
        (b"ok", "gzip", False),
        (b"ok", "zstd", False),
    ],
)
def test_a_client_that_accepts_it_gets_a_long_answer_compressed(
    content: bytes, takes: str, packed: bool
) -> None:
    answer = compress_answers(lambda request: HttpResponse(content, headers={"ETag": '"one"'}))
    response = answer(RequestFactory().get("/", headers={"Accept-Encoding": takes}))
    assert isinstance(response, HttpResponse)
    assert response.has_header("Content-Encoding") == packed
    assert (gzip.decompress(response.content) if packed else response.content) == content
    assert response["ETag"] == ('W/"one"' if packed else '"one"')
    assert response.has_header("Vary") == (content is PAGE)


def test_the_same_answer_has_many_lengths() -> None:
    lengths = {len(gzipped(PAGE)) for _ in range(200)}
    assert len(lengths) > 30


@pytest.mark.parametrize("takes", ["gzip, deflate, br, zstd", "zstd"])
def test_a_client_that_accepts_zstd_gets_fewer_bytes(takes: str) -> None:
    page = b"".join(b"<text x='%d'>place %d</text>" % (n * 13, n) for n in range(2000))
    packed = compress_answers(lambda request: HttpResponse(page))
    asked = RequestFactory().get("/", headers={"Accept-Encoding": takes})
    lengths, most = set(), 0.95 * len(gzipped(page))
    for _time in range(200):
        response = packed(asked)
        assert isinstance(response, HttpResponse)
        assert response["Content-Encoding"] == "zstd"
        assert zstandard.decompress(response.content) == page
        lengths.add(len(response["X-Padding"]))
        assert len(response.content) < most
        assert int(response["Content-Length"]) == len(response.content)
    assert len(lengths) > 30


WORDS = Dictionary(PAGE + b"words that all pages have")


def _asked(**headers: str) -> HttpResponse:
    def answered(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(PAGE)
        offer(response, lambda: WORDS)
        return response

    response = compress_answers(answered)(RequestFactory().get("/", headers=headers))
    assert isinstance(response, HttpResponse)
    return response


def unpacked(answer: bytes, dictionary: Dictionary) -> bytes:
    """As RFC 9842 has it: a sign, which dictionary, and the rest by zstandard."""
    assert answer.startswith(b"\x5e\x2a\x4d\x18\x20\0\0\0" + sha256(dictionary.text).digest())
    words = zstandard.ZstdCompressionDict(dictionary.text, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
    return zstandard.ZstdDecompressor(dict_data=words).decompress(answer[40:])


def test_a_client_that_has_the_dictionary_gets_an_answer_by_it() -> None:
    response = _asked(**{"Accept-Encoding": "gzip, dcz", "Available-Dictionary": WORDS.name})
    assert response["Content-Encoding"] == "dcz"
    assert unpacked(response.content, WORDS) == PAGE
    assert len(response.content) < len(gzipped(PAGE)) + 40
    assert int(response["Content-Length"]) == len(response.content)


@pytest.mark.parametrize(
    ("takes", "has"),
    [
        ("gzip", WORDS.name),
        ("gzip, dcz", Dictionary(b"other words").name),
        ("gzip, dcz", ""),
        ("gzip, dcz", ":nonsense"),
        ("gzip, dczz", WORDS.name),
    ],
)
def test_all_others_get_it_as_ever(takes: str, has: str) -> None:
    response = _asked(**{"Accept-Encoding": takes, "Available-Dictionary": has})
    assert response["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.content) == PAGE
    assert {"Accept-Encoding", "Available-Dictionary"} <= set(response["Vary"].split(", "))


def test_a_dictionary_is_made_only_for_a_browser_that_may_have_it() -> None:
    def never() -> Dictionary:
        raise AssertionError("nobody has it")

    def answered(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(PAGE)
        offer(response, never)
        return response

    asked = RequestFactory().get("/", headers={"Accept-Encoding": "gzip, dcz"})
    response = compress_answers(answered)(asked)
    assert response.headers["Content-Encoding"] == "gzip"


def test_the_same_answer_by_a_dictionary_has_many_lengths() -> None:
    given = {"Accept-Encoding": "dcz", "Available-Dictionary": WORDS.name}
    assert len({len(_asked(**given)["X-Padding"]) for _ in range(200)}) > 30
