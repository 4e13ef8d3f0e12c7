"""The page of a ladder and what programs do there: each reader's buttons, and permissions."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.calendar import calendars
from accounts.models import User
from games.errors import Forbidden
from games.models import Challenge, Game, Tournament
from games.tournaments.ladder import challenging
from games.tournaments.running import organising, running
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.tournaments.playing import crowd
from tests.tournaments.test_ladder import ladder, order
from tests.tournaments.test_pages import NEW, _asked

pytestmark = pytest.mark.django_db(transaction=True)


def page(user: User | None, here: Tournament) -> str:
    return as_(user).get(f"/tournaments/{here.pk}/").content.decode()


def press(user: User | None, here: Tournament, deed: str, **data: object) -> int:
    return as_(user).post(f"/tournaments/{here.pk}/{deed}/", data).status_code


def buttons(shown: str) -> list[str]:
    return re.findall(r'aria-label="Challenge: (\w+)"', shown)


@pytest.mark.slow
def test_the_page_shows_whom_you_may_challenge_and_why_not_the_others(times: Times) -> None:
    people = crowd(8)
    here = ladder(people[:7], ladder={"reach": 3})
    calendars.book(people[3].pk, times.now.date(), times.now.date())
    seen = page(people[5], here)
    assert buttons(seen) == ["p3", "p5"]
    assert "p4 is away until" in seen
    assert "You are on rung 6 of 7." in seen
    assert buttons(page(people[0], here)) == []
    for reader in (None, people[7]):
        assert buttons(page(reader, here)) == []
    assert "Join" in page(people[7], here)
    assert press(people[7], here, "join") == 303
    assert order(here)[-1] == "p8"
    said = page(None, here)
    for rule in (
        "You can challenge players up to 3 rungs above you.",
        "A challenge has to be answered within 4 days.",
        "A player who does nothing for 30 days drops one rung.",
        "The tournament lasts at most 90 days.",
        "The tournament is never paused.",
    ):
        assert rule in said
    listed = as_(None).get("/tournaments/").content.decode()
    assert listed.index("Open to join") < listed.index("Rungs")


@pytest.mark.slow
def test_a_challenge_goes_from_button_to_game(times: Times) -> None:
    people = crowd(3)
    here = ladder(people)
    one, other, third = people
    assert press(other, here, "challenge", name="p1") == 303
    number = Challenge.objects.get().pk
    mine, theirs = page(other, here), page(one, here)
    assert "You have challenged p1." in mine
    assert "Your last challenge is still waiting for its answer." in mine
    assert "p2 challenges you." in theirs
    assert "p2 challenges you on Rungs" in as_(one).get("/my/").content.decode()
    assert as_(one).get("/next/").headers["Location"] == f"/tournaments/{here.pk}/"
    assert "challenges you" not in as_(third).get("/my/").content.decode()
    assert press(one, here, "accept", challenge=number) == 303
    running.tick()
    game = Game.objects.get()
    assert "Rungs, challenge 1" in as_(one).get("/my/?show=running").content.decode()
    assert game.organised
    assert "p1 accepts the challenge of p2" in page(None, here)
    assert press(third, here, "challenge", name="p2") == 303
    assert press(other, here, "refuse", challenge=Challenge.objects.latest("pk").pk) == 303
    assert order(here) == ["p1", "p3", "p2"]
    lines = as_(None).get(f"/tournaments/{here.pk}/standings.csv").content.decode().splitlines()
    assert lines[:3] == ["stage,group,place,name,points,played", "0,0,1,p1,0.0,0", "0,0,2,p3,1.0,1"]


@pytest.mark.slow
def test_nobody_presses_what_is_not_theirs(times: Times) -> None:
    people = crowd(5)
    here = ladder(people[:4])
    guest = User.objects.create(username="guest-x", is_guest=True)
    asked = challenging.challenge(here.pk, people[3].pk, "p1")
    for deed, data, answers in (
        ("challenge", {"name": "p2"}, (302, 403, 403, 409)),
        ("accept", {"challenge": asked.pk}, (302, 404, 404, 404)),
        ("refuse", {"challenge": asked.pk}, (302, 404, 404, 404)),
        ("take-back", {"challenge": asked.pk}, (302, 404, 404, 303)),
    ):
        for user, status in zip((None, guest, people[4], people[3]), answers, strict=True):
            assert (deed, press(user, here, deed, **data)) == (deed, status)
    for nonsense in ("", "x", "9" * 30, "-1"):
        assert press(people[0], here, "accept", challenge=nonsense) == 404
        assert press(people[1], here, "challenge", name=nonsense) == 403
    other = Tournament.objects.create(
        name="Cup", kind="robin", organiser=people[0], type="lanterns", players=2, clock={},
        least=2,
        most=4, days=3, at_once=1, points=[1, 0], tie_breaks=[],
    )  # fmt: skip
    assert press(people[1], other, "challenge", name="p1") == 404


@pytest.mark.slow
def test_programs_challenge_answer_and_take_back(times: Times) -> None:
    people = crowd(4)
    here = ladder(people[:3])
    path = f"/api/v1/tournaments/{here.pk}/challenges"

    def post(user: User | None, rest: str, body: dict[str, object]) -> tuple[int, dict]:
        client = as_(user)
        token = client.get("/tournaments/").cookies.get("csrftoken")
        headers = {"X-CSRFToken": token.value} if token else {}
        answer = client.post(path + rest, body, "application/json", headers=headers)
        return answer.status_code, answer.json()

    status, found = post(people[2], "", {"user": "p1"})
    assert status == 200
    [one] = found["challenges"]
    assert (one["challenger"], one["challenged"], one["state"]) == ("p3", "p1", "asked")
    assert post(people[2], "", {"user": "p2"})[1]["error"]["code"] == "own_open"
    assert post(None, "", {"user": "p1"})[0] == 401
    assert post(people[3], "", {"user": "p1"})[0] == 403
    assert post(people[2], "", {"name": "p1"})[0] == 400
    number = one["id"]
    assert post(people[1], f"/{number}/answer", {"accept": True})[0] == 404
    assert post(people[0], f"/{number}/withdraw", {})[0] == 404
    assert post(people[2], f"/{number}/withdraw", {})[0] == 200
    assert post(people[0], f"/{number}/answer", {"accept": True})[0] == 409
    status, found = post(people[1], "", {"user": "p1"})
    assert post(people[0], f"/{found['challenges'][0]['id']}/answer", {"accept": False})[0] == 200
    assert order(here) == ["p2", "p1", "p3"]
    listed = Client().get(path).json()["challenges"]
    assert [each["state"] for each in listed] == ["declined", "withdrawn"]
    assert Client().get(f"/api/v1/tournaments/{here.pk + 1}/challenges").status_code == 404
    whole = Client().get(f"/api/v1/tournaments/{here.pk}").json()
    assert [row["user"] for row in whole["standings"]] == ["p2", "p1", "p3"]


def test_a_member_opens_one_by_the_form(times: Times) -> None:
    client = as_(crowd(1)[0])
    sent = {**NEW, "kind": "ladder", "reach": "4", "idle_days": "21", "days": "120"}
    sent["pause_days"] = "7"  # as it stands in the form
    assert client.post("/tournaments/new/", sent).status_code == 303
    made = Tournament.objects.get()
    assert (made.status, made.pause_days) == ("running", 0)
    assert made.ladder == {"reach": 4, "answer_days": 4, "again_days": 14, "idle_days": 21}
    answer = client.post("/tournaments/new/", {**sent, "days": "20"})
    assert answer.status_code == 422
    assert "It must last 30 to 365 days." in answer.content.decode()


def test_a_member_lets_one_repeat_by_the_form(times: Times) -> None:
    client = as_(crowd(1)[0])
    page = client.get("/tournaments/new/?kind=ladder&type=lanterns").content.decode()
    assert 'value="over"' in page
    assert 'value="month"' not in page
    assert 'name="joining"' not in page
    form = {**NEW, "kind": "ladder", "name": "Rungs", "answer_days": "4", "days": "60"}
    assert client.post("/tournaments/new/", {**form, "rhythm": "month"}).status_code == 422
    made = client.post("/tournaments/new/", {**form, "rhythm": "over"})
    assert made.status_code == 303
    assert "as soon as all places are taken" not in client.get(made["Location"]).content.decode()
    changed = client.post(f"{made['Location']}change/", {**form, "rhythm": "over", "days": "90"})
    assert (changed.status_code, changed["Location"]) == (303, made["Location"])


def test_a_player_who_had_left_starts_at_the_bottom_and_the_organiser_removes_people(
    times: Times,
) -> None:
    people = crowd(3)
    here = ladder(people)
    assert press(people[1], here, "withdraw") == 303
    assert press(people[1], here, "join") == 303
    assert order(here) == ["p1", "p3", "p2"]
    with pytest.raises(Forbidden):  # a player on it decides nothing about it
        organising.disqualify(here.pk, people[0].pk, "p3", "said so in the rules")
    Tournament.objects.filter(pk=here.pk).update(organiser=crowd(1, "q")[0])
    organiser = Tournament.objects.get(pk=here.pk).organiser_id
    organising.disqualify(here.pk, organiser, "p3", "said so in the rules")
    assert order(here) == ["p1", "p2"]
    assert press(people[2], here, "join") == 403


@pytest.mark.slow
def test_a_page_of_256_rungs_asks_as_often_as_one_of_eight(times: Times) -> None:
    small, large = (crowd(number, name) for number, name in ((8, "a"), (256, "b")))
    pairs = [(people[-1], ladder(people)) for people in (small, large)]
    asked = []
    for reader, here in (*pairs, *pairs):
        client = as_(reader)
        asked.append(_asked(lambda c=client, h=here: c.get(f"/tournaments/{h.pk}/")))  # type: ignore[misc]
    assert asked[2] == asked[3] <= 35
