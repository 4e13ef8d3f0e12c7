"""Dates near the first and the last year: PostgreSQL stores some that Python cannot read again."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from community.clubs import founding
from community.clubs.founding import Words
from games.models import ClubEvent, Series, Tournament
from tests.games.api import Caller
from tests.games.times import Times
from tests.people import browser_of
from tests.tournaments.test_pages import NEW

FAR = [
    f"{day}T{time}{zone}"
    for day, time in (("0001-01-01", "00:00:00"), ("9999-12-31", "23:59:59"))
    for zone in ("Z", "+14:00", "-12:00")
]
DAYS = ("0001-01-01", "9999-12-31")
CUP = {"name": "Lantern Cup", "kind": "robin", "type": "lanterns", "least": 2, "most": 4}

pytestmark = pytest.mark.django_db(transaction=True)


def lists_answer() -> None:
    """What everybody sees still answers."""
    for address in ("/tournaments/", "/api/v1/tournaments", "/api/v1/series", "/", "/news/"):
        assert Client(raise_request_exception=False).get(address).status_code == 200


@pytest.mark.parametrize("at", FAR)
def test_no_call_of_the_api_takes_a_moment_far_away(anna: User, at: str) -> None:
    club = founding.found(anna.pk, Words("Elm Street")).pk
    me = Caller(anna)
    series = {**CUP, "starts_at": at}
    event = {"title": "An evening", "type": "lanterns", "players": 4, "at": at}
    sent: list[tuple[str, dict[str, Any]]] = [
        ("tournaments", {**CUP, "starts_at": at}),
        ("series", {**series, "rhythm": "over", "joining": 0}),
        ("series", {**series, "rhythm": "over", "joining": 7}),
        ("series", {**series, "rhythm": "month", "joining": 7}),
        ("series", {**series, "kind": "league", "rhythm": "over", "joining": 7, "least": 4}),
        (f"clubs/{club}/events", event),
    ]
    for path, data in sent:
        status, told = me.post(path, data)
        assert (status, told["error"]["code"][:4]) == (422, "bad_"), (path, told)
    assert not Tournament.objects.exists()
    assert not Series.objects.exists()
    assert not ClubEvent.objects.exists()
    status, found = Caller().get("news", before=at)
    assert (status, found["news"]) == (200, [])
    lists_answer()


@pytest.mark.slow
@pytest.mark.parametrize("at", FAR)
def test_no_form_takes_a_moment_far_away(anna: User, times: Times, at: str) -> None:
    club = founding.found(anna.pk, Words("Elm Street")).pk
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"):
        User.objects.update(time_zone=zone)
        client = browser_of(anna)
        client.raise_request_exception = False
        for given in (at, at[:16]):
            for more in ({}, {"rhythm": "over", "joining": "0"}, {"rhythm": "week"}):
                form = {**NEW, "joining": "7", **more, "starts_at": given}
                assert client.post("/tournaments/new/", form).status_code == 422
            form = {"title": "An evening", "players": "4", "clock": "2", "policy": "bot"}
            address = f"/clubs/{club}/events/lanterns/"
            assert client.post(address, {**form, "at": given}).status_code == 422
            page = client.get("/news/", {"before": given})
            assert page.status_code == 200
    assert not Tournament.objects.exists()
    assert not Series.objects.exists()
    assert not ClubEvent.objects.exists()
    lists_answer()


def test_no_calendar_takes_a_day_far_away(anna: User) -> None:
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        User.objects.update(time_zone=zone)
        me, client = Caller(anna), browser_of(anna)
        client.raise_request_exception = False
        before = me.get("calendar")[1]
        for day in DAYS:
            assert me.put("calendar", {"days_off": [day]})[0] == 422
            assert me.delete(f"calendar/vacations/{day}")[0] == 422
            for since, until in ((day, day), DAYS, DAYS[::-1]):
                assert me.post("calendar/vacations", {"from": since, "until": until})[0] == 422
                form = {"since": since, "until": until}
                assert client.post(reverse("book-vacation"), form).status_code == 422
            for name, status in (
                ("add-day-off", 422),
                ("end-vacation", 422),
                ("remove-day-off", 302),  # there is none
            ):
                assert client.post(reverse(name), {"day": day}).status_code == status, name
        assert me.get("calendar")[1] == before
