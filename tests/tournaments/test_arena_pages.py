"""Arenas by pages, by programs and by sockets: who may do what, and what is heard."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from accounts.models import User
from accounts.sessions import tokens
from games.models import Series, Tournament
from games.pages.tournaments import arenas
from games.tournaments import entering, listing, opening
from games.tournaments.arena import breaks
from games.tournaments.running import running
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.people import person
from tests.tournaments.arenas import CLOCK, begun, game_of, loses, opened, plan
from tests.tournaments.playing import crowd
from tests.tournaments.playing import opened as cup_of

pytestmark = pytest.mark.django_db(transaction=True)


def api(user: User, method: str, path: str, data: object = None) -> Any:
    token = tokens.mint(user, "test")
    call = getattr(Client(), method)
    return call(
        f"/api/v1{path}",
        *([json.dumps(data)] if data is not None else []),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )


def test_the_form_opens_an_arena_and_offers_only_what_it_has(times: Times) -> None:
    [organiser] = crowd(1)
    client = as_(organiser)
    page = client.get("/tournaments/new/?kind=arena&type=lanterns").content.decode()
    for name in ("minutes", "grace_minutes", "guests", "clock", "starts_at"):
        assert f'name="{name}"' in page
    for name in ("days", "late", "at_once", "pause_days", "further", "by_invitation"):
        assert f'name="{name}"' not in page
    assert "2 days per turn" not in page
    sent = {
        "kind": "arena",
        "type": "lanterns",
        "name": "Friday night",
        "players": 2,
        "minutes": 45,
        "grace_minutes": 5,
        "guests": "on",
        "clock": "live-3",
        "most": 100,
        "least": 2,
        "rated": "on",
        "starts_at": "2026-11-21T18:00",
    }
    answer = client.post("/tournaments/new/", sent)
    assert answer.status_code == 303, answer.content.decode()
    here = Tournament.objects.get()
    assert here.arena == {"minutes": 45, "grace_minutes": 5, "guests": True}
    assert here.clock["kind"] == "live"
    page = client.get(f"/tournaments/{here.pk}/").content.decode()
    for said in (
        "From the third win in a row on, each win gives 4 points",
        "A win gives 2 points, a draw 1.",
        "It lasts 45 minutes.",
        "Games that end within 5 minutes of it count",
        "If nobody else becomes free within 20 seconds, the same two meet again.",
        "within 45 seconds of their turn loses the game and gets a break",
        "Guests can join, too.",
    ):
        assert said in page
    again = client.post("/tournaments/new/", {**sent, "rhythm": "week", "joining": 7})
    assert again["Location"] == f"/tournaments/series/{Series.objects.get().pk}/"
    page = client.get("/tournaments/").content.decode()
    assert "every week: Saturday, 18:00 UTC" in page
    without = {key: value for key, value in sent.items() if key != "starts_at"}
    assert client.post("/tournaments/new/", without).status_code == 422


def test_buttons_of_an_arena_are_for_its_players(times: Times) -> None:
    *people, stranger = crowd(3)
    here = begun(people, times)
    for act in ("break", "back"):
        assert as_(None).post(f"/tournaments/{here.pk}/{act}/").status_code == 302
        assert as_(stranger).post(f"/tournaments/{here.pk}/{act}/").status_code == 403
        assert as_(people[0]).get(f"/tournaments/{here.pk}/{act}/").status_code == 405
        assert as_(people[0]).post(f"/tournaments/{here.pk}/{act}/").status_code == 303
    assert as_(people[0]).post(f"/tournaments/{2**70}/break/").status_code == 404
    cup = cup_of(people[0], people)
    assert as_(people[0]).post(f"/tournaments/{cup.pk}/break/").status_code == 404
    for page in ("live", "next"):
        assert as_(people[0]).get(f"/tournaments/{cup.pk}/{page}/").status_code == 404
        assert as_(people[0]).get(f"/tournaments/{2**70}/{page}/").status_code == 404


def test_a_visitor_joins_as_a_guest_by_one_press_where_guests_are_allowed(times: Times) -> None:
    [organiser] = crowd(1)
    closed, here = opened(organiser, []), opened(organiser, [], arena={"guests": True})
    client = as_(None)
    assert "Join as a guest" not in client.get(f"/tournaments/{closed.pk}/").content.decode()
    assert client.post(f"/tournaments/{closed.pk}/guest/").status_code == 403
    cup = cup_of(organiser, [])
    assert client.post(f"/tournaments/{cup.pk}/guest/").status_code == 404
    Tournament.objects.filter(pk=closed.pk).update(arena=here.arena, status="cancelled")
    assert client.post(f"/tournaments/{closed.pk}/guest/").status_code == 409
    assert not User.objects.filter(is_guest=True).exists()
    assert "Join as a guest" in client.get(f"/tournaments/{here.pk}/").content.decode()
    answer = client.post(f"/tournaments/{here.pk}/guest/")
    assert (answer.status_code, answer["Location"]) == (303, f"/tournaments/{here.pk}/")
    guest = User.objects.get(is_guest=True)
    assert list(here.entrants.values_list("user", flat=True)) == [guest.pk]
    page = client.get(f"/tournaments/{here.pk}/").content.decode()
    assert "You are in." in page
    assert "Join as a guest" not in page


def test_the_way_to_the_next_table(times: Times) -> None:
    *people, stranger = crowd(3)
    here = begun(people, times)
    game = game_of(here, people[0])
    answer = as_(people[0]).get(f"/tournaments/{here.pk}/next/")
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    for user in (stranger, None):
        answer = as_(user).get(f"/tournaments/{here.pk}/next/")
        assert (answer.status_code, answer["Location"]) == (303, f"/tournaments/{here.pk}/")


def test_the_end_of_a_game_leads_on_in_the_arena(times: Times) -> None:
    *people, stranger = crowd(3)
    here = begun(people, times)
    game = game_of(here, people[0])
    breaks.take_break(here.pk, people[1].pk)
    loses(here, people[1])
    running.tick_arenas()

    def way(user: User | None, label: str) -> str:
        page = as_(user).get(f"/games/{game.pk}/").content.decode()
        [found] = re.findall(rf'href="([^"]*)">(?:<svg[^>]*><use[^>]*></svg>)?{label}', page)
        return str(found)

    assert way(people[0], "Next in the arena") == f"/tournaments/{here.pk}/next/"
    for user in (people[1], stranger, None):
        assert way(user, "To the arena") == f"/tournaments/{here.pk}/"


def test_who_watches_sees_tables_standings_and_the_podium(times: Times) -> None:
    people = crowd(4)
    here = begun(people, times)
    loses(here, people[0])
    running.tick_arenas()
    part = as_(None).get(f"/tournaments/{here.pk}/live/").content.decode()
    assert "You are watching." not in part, "they may join"
    assert "Join, and play your first game within seconds." in part
    assert part.count(">Watch<") == 1
    assert "1 game played" in part
    times.go(minutes=40)
    running.tick_arenas()
    part = as_(None).get(f"/tournaments/{here.pk}/live/").content.decode()
    assert "The arena is over." in part
    assert "The podium" in part
    assert "performance 1900" in part


def test_many_people_cost_no_more_statements(
    times: Times, django_assert_max_num_queries: Any
) -> None:
    people = crowd(24)
    here = begun(people, times)
    client = as_(people[3])
    client.get(f"/tournaments/{here.pk}/live/")
    cache.clear()
    with django_assert_max_num_queries(24):
        client.get(f"/tournaments/{here.pk}/live/")
    with django_assert_max_num_queries(10):  # what all share has been drawn a moment ago
        client.get(f"/tournaments/{here.pk}/live/")


def test_what_all_share_is_drawn_once_a_second_and_marks_each_reader(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = crowd(5)
    here = begun(people[:4], times)
    drawn, draw = list[int](), arenas.draw_shared

    def counted(here: Tournament, page: int | None) -> arenas.Shared:
        drawn.append(here.version)
        return draw(here, page)

    monkeypatch.setattr(arenas, "draw_shared", counted)
    monkeypatch.setattr(arenas, "NEW", 60)
    cache.clear()

    def live(user: User | None) -> str:
        return as_(user).get(f"/tournaments/{here.pk}/live/").content.decode()

    def marked(part: str) -> list[str]:
        return re.findall(r'<tr class="is-me">.*?/players/([^/]+)/', part, re.DOTALL)

    parts = {user: live(user) for user in (*people, None)}
    assert len(drawn) == 1
    for user, part in parts.items():
        plays = user is not None and user != people[4]
        assert marked(part) == ([user.username] if user and plays else [])
        assert part.count('"is-me"') == (2 if plays else 0), "in the standings and at a table"
        assert "own line" not in part
    loses(here, people[0])
    running.tick_arenas()
    assert "1 game played" not in live(None)
    assert "1 game played" in as_(None).get(f"/tournaments/{here.pk}/").content.decode()
    cache.delete(f"arena/{here.pk}/running/1/en/new")  # as if a second had passed
    assert "1 game played" in live(None)
    assert len(drawn) == 3
    versions = [int(n) for n in re.findall(r'data-version="(\d+)"', parts[None] + live(None))]
    assert versions[0] < versions[1] == Tournament.objects.get().version


def test_whoever_is_on_another_page_of_the_standings_has_their_own_line_below(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "STANDINGS", 2)
    people = crowd(5)
    here = begun(people, times)
    names = [row.entrant.user.username for row in listing.standings(here, 0, 0)]
    for place, name in enumerate(names):
        user = User.objects.get(username=name)
        for address in ("live/", ""):
            part = as_(user).get(f"/tournaments/{here.pk}/{address}").content.decode()
            [body] = re.findall(r"<tbody>(.*?)</tbody>", part, re.DOTALL)
            listed = re.findall(r"/players/([^/]+)/", body)
            assert listed == (names[:2] if place < 2 else [*names[:2], name])
            assert body.count('class="is-me"') == 1


def test_programs_open_an_arena_play_in_it_and_pause(times: Times) -> None:
    people = crowd(2)
    body = {
        "kind": "arena",
        "type": "lanterns",
        "name": "Robots",
        "clock": CLOCK,
        "least": 2,
        "starts_at": (times.now + timedelta(minutes=5)).isoformat(),
        "arena": {"minutes": 30},
    }
    answer = api(people[0], "post", "/tournaments", body)
    assert answer.status_code == 201, answer.content
    here = answer.json()
    assert here["plan"]["arena"] == {"minutes": 30, "grace_minutes": 10, "guests": False}
    path = f"/tournaments/{here['id']}"
    for user in people:
        assert api(user, "post", f"{path}/join").status_code == 200
    assert api(people[0], "get", f"{path}/state").json()["state"] == "open"
    assert api(people[0], "post", f"{path}/break").status_code == 409
    times.go(minutes=5)
    running.tick_arenas()
    state = api(people[0], "get", f"{path}/state").json()
    assert state["state"] == "playing"
    assert api(people[0], "get", f"/games/{state['game']}").json()["status"] == "running"
    assert api(people[0], "post", f"{path}/break").json()["leaves"] is True
    assert api(people[0], "post", f"{path}/back").json()["leaves"] is False
    stranger = person("stranger")
    assert api(stranger, "get", f"{path}/state").json()["state"] == "out"
    assert api(stranger, "post", f"{path}/break").status_code == 403
    assert Client().get(f"/api/v1{path}/state").status_code == 401


@pytest.mark.parametrize(
    "changed",
    [
        {"arena": {"minutes": 5}},
        {"arena": {"minutes": "many"}},
        {"arena": {"hours": 1}},
        {"clock": {"kind": "per_turn", "days": 1}},
        {"starts_at": None},
        {"players": 4},
    ],
)
def test_nonsense_by_programs_is_refused(times: Times, changed: dict[str, Any]) -> None:
    [organiser] = crowd(1)
    body = {
        "kind": "arena",
        "type": "lanterns",
        "name": "Robots",
        "clock": CLOCK,
        "least": 2,
        "starts_at": (times.now + timedelta(minutes=5)).isoformat(),
        **changed,
    }
    assert api(organiser, "post", "/tournaments", body).status_code in (400, 422)


def test_a_program_opens_a_series_of_arenas_with_their_rules(times: Times) -> None:
    [organiser] = crowd(1)
    body = {
        "kind": "arena",
        "type": "lanterns",
        "name": "Robots",
        "clock": CLOCK,
        "least": 2,
        "starts_at": (times.now + timedelta(minutes=5)).isoformat(),
        "arena": {"minutes": 37},
        "rhythm": "week",
    }
    made = api(organiser, "post", "/series", body)
    assert made.status_code == 201
    assert made.json()["plan"]["arena"] == {"minutes": 37, "grace_minutes": 10, "guests": False}
    assert api(organiser, "post", "/series", {**body, "rhythm": "over"}).status_code == 422
    page = as_(organiser).get(f"/tournaments/series/{made.json()['id']}/change/").content.decode()
    assert '<option value="37" selected>' in page


# Sockets ----------------------------------------------------------------------------------------


def hears(socket: Any, version: int) -> int:
    """Wait for news of a later version."""
    while True:
        message = json.loads(socket.recv(timeout=15))
        if message["type"] == "arena" and message["version"] > version:
            return int(message["version"])


@pytest.mark.slow
def test_open_pages_hear_of_each_change(transactional_db: None, site: str) -> None:
    anna, ben = person("anna"), person("ben")
    here = opening.open_(anna.pk, plan(type="bali"))
    url = f"{site.replace('http', 'ws')}/ws/tournaments/{here.pk}/"
    with connect(url, open_timeout=15) as socket:
        version = hears(socket, -1)
        for user in (anna, ben):
            entering.join_tournament(here.pk, user.pk)
            version = hears(socket, version)
        past = timezone.now() - timedelta(minutes=1)
        Tournament.objects.filter(pk=here.pk).update(due_at=past, starts_at=past)
        running.tick_arenas()
        version = hears(socket, version)
        breaks.take_break(here.pk, anna.pk)
        version = hears(socket, version)
        loses(here, ben)
        running.tick_arenas()
        hears(socket, version)


@pytest.mark.slow
def test_nobody_hears_of_what_is_no_arena_or_not_theirs(transactional_db: None, site: str) -> None:
    anna = person("anna")
    cup = opening.open_(
        anna.pk, plan(type="bali", kind="robin", clock={"kind": "per_turn", "days": 2}, arena={})
    )
    for number in (cup.pk, cup.pk + 1):
        with connect(
            f"{site.replace('http', 'ws')}/ws/tournaments/{number}/", open_timeout=15
        ) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=15)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404
