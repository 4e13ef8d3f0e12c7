"""What is refused is one kind of exception; pages and programs are answered by it in one place."""

from __future__ import annotations

import json

import pytest
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts.calendar.calendars import Busy
from accounts.models import User
from boardgames.refusal import Refusal
from community.clubs.errors import NotThere
from games.api import _refused
from games.errors import Forbidden, Illegal, NotFound, Refused, TooMany, Unavailable
from games.pages.answers import refusable, why

HERE = [Refusal("No."), Refusal("No.", "mine"), Illegal("No."), Refused("No.")]
#: What the reader is answered instead of the page.
INSTEAD = [
    Refusal("No.", "forbidden", 403),
    Forbidden("No."),
    NotThere("No."),
    NotFound("No."),
    TooMany("No."),
    Busy(),
    Unavailable("No."),
]


@pytest.mark.parametrize("refusal", HERE, ids=repr)
def test_a_page_says_what_is_refused_where_it_was_asked(refusal: Refusal) -> None:
    assert why(refusal) == "No."


@pytest.mark.parametrize("refusal", INSTEAD, ids=repr)
def test_what_a_page_cannot_say_itself_is_answered_instead(
    rf: RequestFactory, anna: User, refusal: Refusal
) -> None:
    @refusable
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(why(refusal))

    request = rf.get("/", headers={"Accept": "application/json"})
    request.user = anna
    if refusal.status == 404:
        with pytest.raises(Http404, match=r"No\."):
            view(request)
        return
    answer = view(request)
    assert answer.status_code == refusal.status
    assert json.loads(answer.content) == {"message": str(refusal)}
    assert int(answer.headers.get("Retry-After", 0)) == refusal.retry_after


@pytest.mark.parametrize("refusal", HERE + INSTEAD, ids=repr)
def test_a_program_is_told_status_code_and_message(
    rf: RequestFactory, anna: User, refusal: Refusal
) -> None:
    request = rf.get("/api/v1/")
    request.user = anna
    answer = _refused(request, refusal)
    assert answer.status_code == refusal.status
    told = {"error": {"code": refusal.code, "message": str(refusal)}}
    assert json.loads(answer.content) == told
    assert int(answer.headers.get("Retry-After", 0)) == refusal.retry_after


def test_a_refusal_of_the_calendar_is_answered_as_those_of_games_are(
    client: Client, anna: User
) -> None:
    client.force_login(anna)
    answer = client.post(
        "/api/v1/calendar/vacations",
        {"from": "2001-01-01", "until": "2001-01-02"},
        "application/json",
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "past")
