"""The pages of tournaments: visibility, permissions, and the number of queries."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.models import Entrant, Game, Habit, Line, Tournament
from games.moves import actions
from games.tournaments import listing
from games.tournaments.running import running
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.people import person
from tests.tournaments.playing import crowd, opened

pytestmark = pytest.mark.django_db(transaction=True)
REASON = "said so in the rules"


def cup(people: list[User], *, begun: bool = True, **changed: object) -> Tournament:
    made = opened(people[0], people, most=len(people) if begun else 2 * len(people), **changed)
    running.advance(made.pk)
    made.refresh_from_db()
    return made


def test_the_list_shows_mine_those_to_join_and_those_that_run(times: Times) -> None:
    people = crowd(4)
    cup(people, name="Aurora")
    cup(people[:2], name="Beta", begun=False)
    mine = as_(people[3]).get("/tournaments/").content.decode()
    places = [mine.index(title) for title in ("Mine", "Aurora", "Open to join", "Beta")]
    assert places == sorted(places)
    stranger = as_(None).get("/tournaments/").content.decode()
    assert stranger.index("Open to join") < stranger.index("Beta") < stranger.index("Running")
    assert "2 of 4 places" in stranger


def test_a_young_site_says_that_its_people_are_enough(times: Times) -> None:
    crowd(5)
    page = as_(None).get("/tournaments/").content.decode()
    assert "There are 5 of you here: enough for a round robin" in page


def test_the_page_shows_standings_and_what_each_two_have_made_of_it(times: Times) -> None:
    people = crowd(4)
    here = cup(people, at_once=3)
    table = here.tables.filter(players__entrant__user=people[0]).first()
    assert table is not None
    assert table.game is not None
    loser = table.players.exclude(entrant__user=people[0]).get().entrant.user
    actions.resign(table.game.pk, loser.pk)
    running.advance(here.pk)
    page = as_(people[0]).get(f"/tournaments/{here.pk}/").content.decode()
    assert f'aria-label="p1 against {loser.username}: won"' in page
    assert f'aria-label="{loser.username} against p1: lost"' in page
    assert page.count('class="is-runs"') == 10
    assert "Your next game is against" in page
    assert "loses that game; the second time, they are out" in page


def test_a_player_who_does_not_take_part_may_join_an_open_one_and_leave_again(times: Times) -> None:
    people = crowd(3)
    here = cup(people[:2], begun=False)
    client = as_(people[2])
    assert "places are taken" in client.get(f"/tournaments/{here.pk}/").content.decode()
    assert client.post(f"/tournaments/{here.pk}/join/").status_code == 303
    assert client.post(f"/tournaments/{here.pk}/join/").status_code == 409
    assert client.post(f"/tournaments/{here.pk}/withdraw/").status_code == 303
    entrant = Entrant.objects.get(tournament=here, user=people[2])
    assert entrant.state == Entrant.State.WITHDRAWN


def roles() -> dict[str, User | None]:
    organiser, entrant, stranger = crowd(3)
    guest = User.objects.create(username="guest-x", is_guest=True)
    moderator = person("moderator", is_staff=True)
    moderator.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    return {
        "nobody": None,
        "guest": guest,
        "stranger": stranger,
        "entrant": entrant,
        "organiser": organiser,
        "moderator": moderator,
    }


#: What each is answered: by act, in the order of ``roles``; 302 leads to the sign-in.
MATRIX = {
    "join": (302, 403, 303, 409, 409, 303),
    "withdraw": (302, 409, 409, 303, 303, 409),
    "disqualify": (302, 403, 403, 403, 303, 303),
    "call-off": (302, 403, 403, 403, 303, 303),
    "nonsense": (302, 404, 404, 404, 404, 404),
}


@pytest.mark.parametrize("act", MATRIX)
def test_who_may_do_what(times: Times, act: str) -> None:
    people = roles()
    there = [people["organiser"], people["entrant"]]
    for role, status in zip(people, MATRIX[act], strict=True):
        here = cup([user for user in there if user], begun=False)
        data = {"name": "p2", "reason": REASON}
        answer = as_(people[role]).post(f"/tournaments/{here.pk}/{act}/", data)
        assert (role, answer.status_code) == (role, status)
        Tournament.objects.update(status=Tournament.Status.FINISHED)


def test_what_is_sent_in_without_sense_is_told_and_changes_nothing(times: Times) -> None:
    people = crowd(2)
    here = cup(people, begun=False)
    client = as_(people[0])
    for data in (
        {},
        {"name": "p2"},
        {"name": "p2", "reason": "no"},
        {"name": "x", "reason": REASON},
    ):
        assert client.post(f"/tournaments/{here.pk}/disqualify/", data).status_code in (409, 422)
    own = {"name": "p1", "reason": REASON}
    assert client.post(f"/tournaments/{here.pk}/disqualify/", own).status_code == 403
    assert here.entrants.filter(state=Entrant.State.IN).count() == 2
    for address in ("/tournaments/999999999999999999999/", "/tournaments/999999/log/"):
        assert client.get(address).status_code == 404


NEW = {
    "name": "Winter",
    "kind": "robin",
    "type": "lanterns",
    "players": "2",
    "most": "8",
    "least": "4",
    "group_size": "8",
    "clock": "2",
    "at_once": "2",
    "days": "60",
    "late": "stands",
}


def test_a_member_opens_one_by_the_form(times: Times) -> None:
    client = as_(crowd(1)[0])
    first = client.get("/tournaments/new/").content.decode()
    for kind in Tournament.Kind:
        assert f'value="{kind}"' in first
        page = client.get(f"/tournaments/new/?kind={kind}&type=imhotep").content.decode()
        assert ("Rounds" in page) == (kind == "swiss")
        assert ("Out after losing" in page) == (kind == "elimination")
        assert ("How many rungs up you can challenge" in page) == (kind == "ladder")
        assert 'name="option_wrath"' in page
    assert client.post("/tournaments/new/", {**NEW, "option_bright": "on"}).status_code == 303
    made = Tournament.objects.get()
    assert (made.name, made.clock["policy"], made.clock["stretch"]) == ("Winter", "forfeit", 7)
    assert made.options["bright"]
    assert "The die counts double" in client.get(f"/tournaments/{made.pk}/").content.decode()
    assert client.get(f"/api/v1/tournaments/{made.pk}").json()["options"] == [{"bright": True}]


def test_a_tournament_can_forbid_lines_and_says_so_before_anybody_joins(times: Times) -> None:
    people = crowd(2)
    client = as_(people[0])
    for field, allowed, said in (({"allows_lines": "on"}, True, 0), ({}, False, 1)):
        form = NEW | {"kind": "robin", "type": "lanterns", "most": "2", "least": "2", **field}
        assert client.post("/tournaments/new/", form).status_code == 303
        made = Tournament.objects.latest("pk")
        assert made.allows_lines is allowed
        shown = as_(people[1]).get(f"/tournaments/{made.pk}/").content.decode()
        assert shown.count("cannot try choices out") == said
        plan = as_(people[1]).get(f"/api/v1/tournaments/{made.pk}").json()["plan"]
        assert plan["allows_lines"] is allowed
    for user in people:
        assert as_(user).post(f"/tournaments/{made.pk}/join/").status_code == 303
    running.advance(made.pk)
    game = Game.objects.get(status=Game.Status.RUNNING)
    refused = as_(people[0]).post(reverse("game-lines-open", args=[game.pk]))
    assert refused.status_code == 409
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "W"}, "at least 3"),
        ({"most": "3"}, "must not be below the minimum"),
        ({"type": "chess"}, "Select a valid choice"),
        ({"kind": "elimination", "players": "3"}, "Select a valid choice"),
        ({"kind": "lottery"}, "Select a valid choice"),
        ({"clock": "0"}, "Select a valid choice"),
        ({"starts_at": "2020-01-01T10:00"}, "within the next 60 days"),
        ({"lowest": "1800", "highest": "1500"}, "not be below the lowest"),
    ],
)
def test_what_cannot_be_one_is_said_at_its_field(
    times: Times, changed: dict[str, str], said: str
) -> None:
    answer = as_(crowd(1)[0]).post("/tournaments/new/", {**NEW, **changed})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Tournament.objects.exists()


def test_nobody_without_a_confirmed_address_opens_one(times: Times) -> None:
    assert as_(None).post("/tournaments/new/", NEW).status_code == 302
    guest = User.objects.create(username="guest-x", is_guest=True)
    assert as_(guest).post("/tournaments/new/", NEW).status_code == 422
    member = as_(crowd(1)[0])
    said = [member.post("/tournaments/new/", NEW).status_code for _time in range(4)]
    assert said == [303, 303, 303, 422]


def test_the_standings_are_there_as_csv(times: Times) -> None:
    here = cup(crowd(3))
    lines = as_(None).get(f"/tournaments/{here.pk}/standings.csv").content.decode().splitlines()
    assert lines[0] == "stage,group,place,name,points,played,direct,berger,share"
    assert lines[1].startswith("0,0,1,p1,0.0,0,")
    assert len(lines) == 4


def _asked(ask: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        ask()
    return len(asked)


@pytest.mark.slow
def test_a_page_of_256_people_asks_as_often_as_one_of_eight(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of the games begins: what is looked at are the tables and the standings."""
    monkeypatch.setattr(running, "_begin", lambda *given: False)
    small, large = (cup(crowd(number, name)) for number, name in ((8, "a"), (256, "b")))
    client = as_(None)
    asked = [
        _asked(lambda here=here: client.get(f"/tournaments/{here.pk}/"))  # type: ignore[misc]
        for here in (small, large, small, large)
    ]
    assert asked[2] == asked[3] <= 25
    assert len(listing.groups(large)) == 32


def test_programs_read_it_join_and_leave(times: Times) -> None:
    people = crowd(4)
    here = cup(people[:2], begun=False)
    running_one = cup(people[:3], name="Other")
    client = as_(people[2])
    path = f"/api/v1/tournaments/{here.pk}"
    assert client.get("/api/v1/tournaments?status=open").json()["tournaments"][0]["people"] == 2
    token = client.get("/tournaments/").cookies.get("csrftoken")
    headers = {"X-CSRFToken": token.value} if token else {}
    assert client.post(f"{path}/join", headers=headers).status_code == 200
    assert client.post(f"{path}/join", headers=headers).status_code == 409
    mine = client.get("/api/v1/tournaments?mine=1").json()["tournaments"]
    assert [each["id"] for each in mine] == [running_one.pk, here.pk]
    assert client.post(f"{path}/withdraw", headers=headers).status_code == 200
    whole = client.get(f"/api/v1/tournaments/{running_one.pk}").json()
    assert [row["user"] for row in whole["standings"]] == ["p1", "p2", "p3"]
    assert {game["state"] for game in whole["games"]} <= {"waiting", "running"}
    assert Client().post(f"{path}/join").status_code == 401
    assert Client().get("/api/v1/tournaments/99999999999").status_code == 404


def test_an_elimination_is_drawn_with_its_matches_as_a_list_beside_it(times: Times) -> None:
    people = crowd(5)
    here = cup(people, kind="elimination", name="Autumn Cup")
    [game] = Game.objects.filter(status="running", seats__user=people[3])
    actions.resign(game.pk, people[4].pk)
    running.advance(here.pk)
    page = as_(people[0]).get(f"/tournaments/{here.pk}/").content.decode()
    assert page.count('class="bracket-box is-') == 4 + 2 + 1
    assert page.count('class="bracket-way is-won"') == 4, "three had nobody to play"
    rounds = [page.rindex(name) for name in ("Final", "Semi-final", "Quarter-final")]
    assert rounds == sorted(rounds)
    for said in ("1 of 1 finished", "all finished", "may have a bye", 'aria-label="1 : 0 (over)"'):
        assert (said in page) == (said != "1 of 1 finished")
    assert "0 of 1 finished" in page
    assert page.count('">p1</text>') == 2, "who has nobody to play waits in the next round"


def test_of_tables_of_four_there_is_a_list_alone(times: Times) -> None:
    people = crowd(9)
    here = cup(people, kind="elimination", players=4, least=4)
    page = as_(None).get(f"/tournaments/{here.pk}/").content.decode()
    assert "bracket-box" not in page
    assert "All matches" in page


def test_the_page_says_when_it_ends_by_the_pace_of_its_people(times: Times) -> None:
    people = crowd(4)
    here = cup(people, kind="swiss", rounds=2, days=100)

    def said() -> bool:
        page = as_(None).get(f"/tournaments/{here.pk}/").content.decode()
        return "it ends around" in page

    assert not said()
    for user in people[:2]:
        Habit.objects.create(user=user, pace=timedelta(hours=3))
    assert not said(), "one of two could be told of"
    Habit.objects.create(user=people[2], pace=timedelta(hours=4))
    assert said()
    Habit.objects.update(pace=timedelta(days=30))
    assert not said(), "it ends by its declared date whatever their pace"


def test_long_standings_come_page_by_page_with_my_own_line_first(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_begin", lambda *given: False)
    monkeypatch.setattr(listing, "STANDINGS", 5)
    people = crowd(12)
    here = cup(people, kind="swiss", rounds=2)

    def rows(user: User | None, page: str = "") -> list[str]:
        shown = as_(user).get(f"/tournaments/{here.pk}/{page}").content.decode()
        assert "Page" in shown
        return re.findall(r'<th scope="row" class="cup-player"><a href="/players/(\w+)/"', shown)

    assert rows(None) == [f"p{n}" for n in range(1, 6)]
    assert rows(people[11]) == ["p12", *(f"p{n}" for n in range(1, 6))]
    assert rows(people[11], "?page=3") == ["p11", "p12"]
    assert rows(None, "?page=99") == rows(None, "?page=3")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["elimination", "swiss"])
def test_a_page_asks_as_often_however_many_there_are(
    times: Times, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(running, "_begin", lambda *given: False)
    small, large = (cup(crowd(number, name), kind=kind) for number, name in ((8, "a"), (32, "b")))
    client = as_(None)
    asked = [
        _asked(lambda here=here: client.get(f"/tournaments/{here.pk}/"))  # type: ignore[misc]
        for here in (small, large, small, large)
    ]
    assert asked[2] == asked[3] <= 35


def test_the_list_asks_as_often_however_many_there_are(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_begin", lambda *given: False)
    people = crowd(4)
    client = as_(people[0])

    def ask() -> int:
        client.get("/tournaments/")
        return _asked(lambda: client.get("/tournaments/"))

    for begun in (True, False):
        cup(people[:3], begun=begun)
    few = ask()
    for number, begun in enumerate((True, False) * 3):
        cup([people[1 + number % 3], *people[:1]], begun=begun)
    assert ask() == few <= 20


def test_with_two_lives_both_brackets_are_drawn_and_listed(times: Times) -> None:
    people = crowd(5)
    here = cup(people, kind="elimination", lives=2, name="Autumn Cup")
    [game] = Game.objects.filter(status="running", seats__user=people[3])
    actions.resign(game.pk, people[4].pk)
    running.advance(here.pk)
    page = as_(people[0]).get(f"/tournaments/{here.pk}/").content.decode()
    assert page.count('class="bracket-box is-') == (4 + 2 + 1 + 1) + (2 + 2 + 1 + 1)
    assert "Losers&#39; bracket" in page
    assert "Grand final" in page
    assert "Second grand final" not in page, "nobody comes to it yet"
    assert "has to win twice there" in page


@pytest.mark.slow
@pytest.mark.parametrize("lives", [1, 2])
def test_a_large_one_is_drawn_by_quarters(
    times: Times, monkeypatch: pytest.MonkeyPatch, lives: int
) -> None:
    monkeypatch.setattr(running, "_begin", lambda *given: False)
    people = crowd(40)
    here = cup(people, kind="elimination", lives=lives)

    def boxes(user: User | None, part: str = "") -> int:
        page = as_(user).get(f"/tournaments/{here.pk}/{part}").content.decode()
        assert "Part of the bracket" in page
        return page.count('class="bracket-box is-')

    late, quarter = 8 + 4 + 2 + 1, 8 + 4 + 2 + 1
    losers_late, losers_quarter = 2 * (8 + 4 + 2 + 1), 2 * (4 + 2 + 1)
    if lives == 1:
        losers_late = losers_quarter = 0
    else:
        late += 1
    assert boxes(None, "?part=0") == late + losers_late
    assert boxes(None, "?part=4") == quarter + losers_quarter
    assert boxes(None, "?part=nonsense") == late + losers_late
    own = as_(people[-1]).get(f"/tournaments/{here.pk}/").content.decode()
    assert '<text class="bracket-name is-me"' in own, "the last rounds are empty as yet"
