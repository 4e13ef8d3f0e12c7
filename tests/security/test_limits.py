"""Limits keep strangers from doing harm, and nobody else from signing in."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.core import ratelimit
from django.core import mail
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.limits.clients import network_of
from accounts.models import User
from boardgames.redis import best_effort
from games.api import limits as call_limits
from games.errors import Refused, TooMany
from games.lobby import limits, open_games
from games.models import Report, Seat
from games.moderation import reports
from games.storage.position import Position
from tests.people import PASSWORD

LOGIN, TOKEN = "/accounts/login/", "/api/v1/token"
START = 2_000_000_000.0


def guess(client: Client, address: str) -> int:
    form = {"login": "anna", "password": "a-wrong-guess"}
    return int(client.post(LOGIN, form, REMOTE_ADDR=address).status_code)


def test_a_stranger_who_guesses_keeps_nobody_signed_out(anna: User) -> None:
    stranger, answers = Client(), []
    for _time in range(8):
        answers.append(guess(stranger, "203.0.113.9"))
    assert answers == [200] * 5 + [429] * 3
    signed_in = Client().post(LOGIN, {"login": "anna", "password": PASSWORD})
    assert signed_in.status_code == 302, "from elsewhere she comes in"
    again = stranger.post(LOGIN, {"login": "anna", "password": PASSWORD}, REMOTE_ADDR="203.0.113.9")
    assert again.status_code == 429
    assert int(again["Retry-After"]) > 0


def test_the_api_says_when_to_come_back(anna: User) -> None:
    body = {"username": "anna", "password": "a-wrong-guess"}
    answers = [Client().post(TOKEN, body, "application/json") for _time in range(6)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429]
    assert int(answers[-1]["Retry-After"]) > 0


def test_programs_without_a_token_are_counted_by_network(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    monkeypatch.setitem(call_limits.PER_MINUTE, "anonymous call", 3)
    answers = [
        Client().get("/api/v1/types", REMOTE_ADDR=f"2001:db8::{n}").status_code for n in range(5)
    ]
    assert answers == [200] * 3 + [429] * 2


def test_signing_up_too_often_is_told_a_time(db: None) -> None:
    for _time in range(40):
        assert Client().post("/accounts/signup/", {}).status_code == 200
    answer = Client().post("/accounts/signup/", {})
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60


@pytest.mark.parametrize(
    ("action", "path"), [("guest", "/accounts/guest/"), ("signup", "/accounts/signup/")]
)
def test_where_a_day_s_limit_is_reached_the_answer_says_when_the_day_is_over(
    monkeypatch: pytest.MonkeyPatch, settings: Any, db: None, action: str, path: str
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, action: "2/m/ip,3/d/ip"}
    now = [START]
    monkeypatch.setattr("time.time", lambda: now[0])

    def asked() -> tuple[int, str]:
        answer = Client().post(path)
        said = re.search(r"try again in \d+ \w+", answer.content.decode())
        return int(answer.headers.get("Retry-After", "0")), said[0] if said else ""

    assert [asked()[0] for _time in range(3)] == [0, 0, 60]
    assert asked() == (60, "try again in 1 minute")
    now[0] += 3600
    assert [asked() for _time in range(2)] == [(0, ""), (82800, "try again in 23 hours")]
    now[0] += 82000
    assert asked() == (800, "try again in 14 minutes")
    now[0] += 801
    assert asked() == (0, "")


def test_a_day_s_wrong_passwords_are_told_the_day(
    monkeypatch: pytest.MonkeyPatch, settings: Any, anna: User
) -> None:
    """On the page and by the API alike."""
    limits = {**settings.ACCOUNT_RATE_LIMITS, "login_failed": "2/m/ip,3/d/ip"}
    settings.ACCOUNT_RATE_LIMITS = limits
    now = [START]
    monkeypatch.setattr("time.time", lambda: now[0])
    for _time in range(2):
        guess(Client(), "203.0.113.9")
    now[0] += 100
    guess(Client(), "203.0.113.9")
    form = {"login": "anna", "password": PASSWORD}
    page = Client().post(LOGIN, form, REMOTE_ADDR="203.0.113.9")
    body = {"username": "anna", "password": PASSWORD}
    call = Client().post(TOKEN, body, "application/json", REMOTE_ADDR="203.0.113.9")
    for answer in (page, call):
        assert (answer.status_code, answer["Retry-After"]) == (429, str(24 * 3600 - 100))


def test_a_day_s_reports_and_an_hour_s_games_are_told_theirs(
    monkeypatch: pytest.MonkeyPatch, anna: User, ben: User, cleo: User
) -> None:
    monkeypatch.setattr(reports, "A_DAY", 1)
    reports.submit_report("player", ben.pk, anna.pk, "name", "")
    Report.objects.update(at=timezone.now() - timedelta(hours=20))
    with pytest.raises(TooMany) as refused:
        reports.submit_report("player", cleo.pk, anna.pk, "name", "")
    assert 4 * 3600 - 60 < refused.value.retry_after <= 4 * 3600
    monkeypatch.setitem(limits.PER_HOUR, "new game", 1)
    limits.count_act("new game", anna.pk)
    best_effort._client.expire(f"limit/new game/{anna.pk}", 600)
    with pytest.raises(TooMany) as refused:
        limits.count_act("new game", anna.pk)
    assert 500 < refused.value.retry_after <= 600


@pytest.mark.slow
def test_a_class_comes_in_by_one_address_and_a_script_makes_no_thousands(
    monkeypatch: pytest.MonkeyPatch, rf: RequestFactory, settings: Any
) -> None:
    """It asks as fast as it can."""
    assert settings.ACCOUNT_RATE_LIMITS["signup"] == settings.ACCOUNT_RATE_LIMITS["guest"]
    let_in = []
    for minute in range(9):
        now = START + 60 * minute
        monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: now)  # noqa: B023
        asked = [ratelimit.consume(rf.post("/"), action="guest") for _time in range(41)]
        let_in.append(sum(asked))
    assert let_in[0] == 40, "a class at once"
    assert sum(let_in) == 300, "and no more in a day"


def test_nobody_fills_a_mailbox_by_way_of_us(settings: Any, anna: User) -> None:
    """By resets and a sign-up, from ever new addresses."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "reset_password": "99/m/ip"}
    form = {"username": "xy", "email": "anna@example.org", "password1": PASSWORD}
    Client().post("/accounts/signup/", form)
    for n in range(40):
        address = f"198.51.100.{n}"
        Client().post(
            "/accounts/password/reset/", {"email": "Anna@Example.org"}, REMOTE_ADDR=address
        )
    assert len(mail.outbox) == 2
    browser = Client()
    browser.force_login(anna)
    words = {"oldpassword": PASSWORD, "password1": "another-harbour-8"}
    browser.post("/accounts/password/change/", {**words, "password2": "another-harbour-8"})
    assert mail.outbox[-1].subject == "Your password was changed", "what she must know still comes"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::1", "::1"),
    ],
)
def test_having_one_address_of_a_network_counts_as_having_all(address: str, network: str) -> None:
    assert network_of(address) == network


def test_whoever_lets_many_games_wait_joins_no_other(
    monkeypatch: pytest.MonkeyPatch, duel: Position, anna: User, cleo: User
) -> None:
    assert Seat.objects.filter(user=anna, to_move=True).count() == 1
    monkeypatch.setattr(limits, "MOST_WAITING", 1)
    waiting = open_games.create(cleo.pk, "lanterns", 2).game
    with pytest.raises(Refused) as refused:
        open_games.join_game(waiting.pk, anna.pk)
    assert refused.value.code == "too_many_waiting"
    with pytest.raises(Refused):
        open_games.create(anna.pk, "lanterns", 2)
