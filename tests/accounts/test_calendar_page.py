"""The page of one's calendar: what is set is kept, nonsense is answered beside the form."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.calendar import calendars
from accounts.calendar.resting import Night
from accounts.models import User

As = Callable[[User], Client]
#: A Saturday, noon in Berlin.
NOW = datetime(2026, 11, 21, 11, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.fixture
def me(anna: User) -> User:
    """Anna, as she signed up in Berlin."""
    joined = datetime(2026, 2, 1, tzinfo=UTC)
    User.objects.filter(pk=anna.pk).update(
        time_zone="Europe/Berlin", date_joined=joined, calendar={}
    )
    anna.refresh_from_db()
    return anna


def stored(user: User, *, tomorrow: bool = False) -> dict[str, Any]:
    """The calendar, or what will count of it from tomorrow."""
    user.refresh_from_db()
    calendar: dict[str, Any] = user.calendar
    return {name: value for name, value in calendar.items() if name != "earlier" or not tomorrow}


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_nobody_is_led_to_the_sign_in(client: Client) -> None:
    for path in ("/calendar/", "/calendar/pause/", "/calendar/vacations/"):
        for answer in (client.get(path), client.post(path)):
            assert answer.status_code in (302, 405)
            assert answer.status_code == 405 or "/accounts/login/" in answer["Location"]


def test_the_profile_leads_to_it(as_: As, me: User) -> None:
    assert 'href="/calendar/"' in text(as_(me).get("/accounts/profile/"))


def test_hours_are_set_and_shown(as_: As, me: User, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = as_(me)
    answer = browser.post(
        "/calendar/",
        {"night_from": "22:30", "night_until": "07:00", "weekdays": ["5", "6"], "automatic": "on"},
    )
    assert answer.status_code == 302
    assert stored(me, tomorrow=True) == {
        "night": {"from": "22:30:00", "until": "07:00:00"},
        "weekdays": [5, 6],
    }
    assert me.calendar["earlier"]["until"] == "2026-11-21T23:00:00Z", "midnight in Berlin"
    page = text(browser.get("/calendar/"))
    assert 'value="22:30"' in page
    assert "Your clocks are running" in page, "this Saturday is not yet free"
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(days=1))
    assert "Your clocks are paused" in text(browser.get("/calendar/"))
    browser.post("/calendar/", {"night_from": "", "night_until": ""})
    assert stored(me, tomorrow=True) == {"automatic": False}
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(days=2))
    assert "Your clocks are running" in text(browser.get("/calendar/"))


def test_what_is_taken_back_on_the_same_day_leaves_nothing(me: User) -> None:
    night = Night(time(22), time(7))
    calendars.set_hours(me.pk, night=night, weekdays=(), automatic=True)
    calendars.set_hours(me.pk, night=None, weekdays=(), automatic=True)
    assert stored(me) == {}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"night_from": "22:00"}, "Enter both the start and the end of your night"),
        ({"night_from": "25:00", "night_until": "07:00"}, "valid time"),
        ({"night_from": "07:00", "night_until": "07:00"}, "at most 12 hours"),
        ({"night_from": "07:00", "night_until": "20:00"}, "at most 12 hours"),
        ({"weekdays": ["0", "1", "2", "3"]}, "You can have at most 3 free weekdays"),
        ({"weekdays": ["7"]}, "7 is not one of"),
    ],
)
def test_nonsense_hours(as_: As, me: User, sent: dict[str, Any], said: str) -> None:
    answer = as_(me).post("/calendar/", sent)
    assert answer.status_code == 422
    assert said in text(answer)
    assert stored(me) == {}


def test_days_off_come_and_go(as_: As, me: User) -> None:
    browser = as_(me)
    browser.post("/calendar/days/", {"day": "2026-12-24"})
    browser.post("/calendar/days/", {"day": "2026-12-31"})
    assert stored(me)["days_off"] == ["2026-12-24", "2026-12-31"]
    assert "Thursday, Dec. 24, 2026" in text(browser.get("/calendar/"))
    browser.post("/calendar/days/remove/", {"day": "2026-12-24"})
    assert stored(me)["days_off"] == ["2026-12-31"]


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-11-20", "cannot be in the past"),
        ("2028-01-01", "one year ahead"),
        ("9999-12-31", "one year ahead"),
        ("0001-01-01", "cannot be in the past"),
        ("soon", "valid date"),
        ("", "required"),
    ],
)
def test_nonsense_days(as_: As, me: User, day: str, said: str) -> None:
    answer = as_(me).post("/calendar/days/", {"day": day})
    assert answer.status_code == 422
    assert said in text(answer)


def test_only_so_many_days_off(as_: As, me: User) -> None:
    browser = as_(me)
    for number in range(12):
        day = (date(2026, 12, 1) + timedelta(number)).isoformat()
        assert browser.post("/calendar/days/", {"day": day}).status_code == 302
    answer = browser.post("/calendar/days/", {"day": "2026-12-30"})
    assert answer.status_code == 422
    assert "at most 12 days off" in text(answer)


class TestVacations:
    def test_are_booked_shown_and_cancelled(self, as_: As, me: User) -> None:
        browser = as_(me)
        browser.post("/calendar/vacations/", {"since": "2026-12-20", "until": "2026-12-24"})
        page = text(browser.get("/calendar/"))
        assert "25 days of vacation are left in 2026" in page
        assert "Cancel it" in page
        browser.post("/calendar/vacations/end/", {"day": "2026-12-20"})
        assert "30 days of vacation are left" in text(browser.get("/calendar/"))
        assert "vacations" not in stored(me)

    def test_one_that_runs_ends_today_and_the_rest_is_given_back(self, as_: As, me: User) -> None:
        browser = as_(me)
        browser.post("/calendar/vacations/", {"since": "2026-11-21", "until": "2026-11-30"})
        page = text(browser.get("/calendar/"))
        assert "20 days of vacation are left" in page
        assert "Your clocks are paused" in page
        browser.post("/calendar/vacations/end/", {"day": "2026-11-21"})
        assert stored(me)["vacations"][0]["until"] == "2026-11-21"
        assert "29 days of vacation are left" in text(browser.get("/calendar/"))
        again = browser.post("/calendar/vacations/end/", {"day": "2026-11-21"})
        assert again.status_code == 422
        assert "This vacation ends today" in text(again)

    @pytest.mark.parametrize(
        ("since", "until", "said"),
        [
            ("2026-11-20", "2026-11-25", "begin in the past"),
            ("2026-12-05", "2026-12-04", "before it begins"),
            ("2026-12-01", "2027-12-01", "one year ahead"),
            ("2026-11-25", "2026-12-31", "You have 30 days of vacation left in 2026"),
            ("2026-12-10", "2026-12-12", "already have vacation on these days"),
            ("never", "2026-12-12", "valid date"),
        ],
    )
    def test_nonsense(self, as_: As, me: User, since: str, until: str, said: str) -> None:
        calendars.book(me.pk, date(2026, 12, 12), date(2026, 12, 12))
        calendars.end_vacation(me.pk, date(2026, 12, 12))
        if "already" in said:
            calendars.book(me.pk, date(2026, 12, 12), date(2026, 12, 12))
        answer = as_(me).post("/calendar/vacations/", {"since": since, "until": until})
        assert answer.status_code == 422
        assert said in text(answer)

    def test_there_is_none_to_end(self, as_: As, me: User) -> None:
        for day in ("2026-12-12", "x", ""):
            answer = as_(me).post("/calendar/vacations/end/", {"day": day})
            assert answer.status_code == 422
        assert "This vacation no longer exists" in text(
            as_(me).post("/calendar/vacations/end/", {"day": "2026-12-12"})
        )


def test_the_emergency_pause_is_there_once_in_half_a_year(
    as_: As, me: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = as_(me)
    assert browser.post("/calendar/pause/").status_code == 302
    page = text(browser.get("/calendar/"))
    assert "Your clocks are paused until Nov. 25, 2026" in page
    assert "30 days of vacation are left" in page
    assert "Pause all my clocks now" not in page
    assert browser.post("/calendar/pause/").status_code == 422
    monkeypatch.setattr(timezone, "now", lambda: datetime(2027, 1, 1, tzinfo=UTC))
    assert browser.post("/calendar/pause/").status_code == 302


def test_it_speaks_german(as_: As, me: User) -> None:
    User.objects.filter(pk=me.pk).update(language="de")
    browser = as_(me)
    browser.post("/calendar/", {"night_from": "22:00", "night_until": "07:00", "weekdays": ["6"]})
    page = text(browser.get("/calendar/"))
    assert "Dein Kalender" in page
    assert "Sonntag" in page
    assert "Urlaub" in page


def test_others_calendars_are_out_of_reach(as_: As, me: User, ben: User) -> None:
    """Nobody can reach somebody else's address: the page has only the reader's own."""
    as_(me).post("/calendar/", {"weekdays": ["6"], "user": ben.pk, "id": ben.pk})
    assert stored(ben) == ben.calendar


def test_another_time_zone_is_kept_with_the_calendar(as_: As, me: User) -> None:
    calendars.add_day_off(me.pk, date(2026, 12, 24))
    as_(me).post(
        "/accounts/profile/",
        {"language": "en", "time_zone": "Asia/Kathmandu", "confirm_turns": "on"},
    )
    assert stored(me, tomorrow=True) == {"days_off": ["2026-12-24"]}
    assert me.calendar["earlier"]["zone"] == "Europe/Berlin"
    assert me.time_zone == "Asia/Kathmandu"
