"""Answers are compressed for whoever takes that, and their lengths tell little."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from boardgames.http.compressing import compress_answers, gzipped

PAGE = b"<p>a page of a game</p>" * 50


@pytest.mark.parametrize(
    ("content", "takes", "packed"),
    [(PAGE, "gzip, deflate", True), (PAGE, "br", False), (PAGE, "", False), (b"ok", "gzip", False)],
)
def test_who_takes_it_gets_a_long_answer_compressed(
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
