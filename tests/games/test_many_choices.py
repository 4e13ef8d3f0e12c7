"""Questions with hundreds of choices: by the API page by page, on pages in little room."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from accounts.models import User
from bench.drivers import drawn
from games.checking.workbench.asked import asked as asked_in_workbench
from games.lobby import open_games
from games.models import Move
from games.moves import actions
from games.storage.position import load
from tests.games.api import Caller
from tests.games.playing import asked, user_of
from tests.pages.test_bytes import FONTS, file_size
from tests.pages.test_table import have
from tests.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("riders")]

PLACED = [("d4",), ("q16",)]


def begun(anna: User, ben: User, choices: list[Any], **options: Any) -> int:
    User.objects.update(confirm_turns=False)
    game = open_games.create(anna.pk, "riders", 2, options=options).game
    open_games.join_game(game.pk, ben.pk)
    for choice in choices:
        user_id = user_of(game.pk, asked(game.pk)[0])
        actions.choose(game.pk, user_id, choice, version=load(game.pk, user_id).version)
    return game.pk


def mover(game_id: int) -> User:
    return User.objects.get(pk=user_of(game_id, asked(game_id)[0]))


def choices_of(game_id: int) -> list[list[Any]]:
    here = load(game_id, None).running()
    return [list(choice) for choice in here.decisions()[0].choices]


@pytest.mark.parametrize("placed", [0, 2])
def test_a_program_reads_every_choice_page_by_page(anna: User, ben: User, placed: int) -> None:
    game_id = begun(anna, ben, PLACED[:placed])
    caller = Caller(mover(game_id))
    decision = caller.get(f"games/{game_id}")[1]["decision"]
    assert len(decision["choices"]) == 200
    found, next_ = decision["choices"], decision["next"]
    while next_ is not None:
        status, page = caller.get(f"games/{game_id}/choices", after=next_)
        assert status == 200
        assert len(page["choices"]) <= 200
        found, next_ = [*found, *page["choices"]], page["next"]
    assert [row["choice"] for row in found] == choices_of(game_id)
    assert len({row["label"] for row in found}) == len(found) > 350
    status, after = caller.move({"id": game_id, "version": page["version"]}, found[-1]["choice"])
    assert status == 200
    assert after["you"] not in asked(game_id)


def test_a_program_reads_the_choices_that_begin_with_a_part(anna: User, ben: User) -> None:
    game_id = begun(anna, ben, PLACED)
    caller = Caller(mover(game_id))
    start = choices_of(game_id)[-1][0]
    status, page = caller.get(f"games/{game_id}/choices", parts=json.dumps([start]))
    assert status == 200
    meant = [choice for choice in choices_of(game_id) if choice[0] == start]
    assert [row["choice"] for row in page["choices"]] == meant
    assert page["next"] is None
    assert caller.get(f"games/{game_id}/choices", parts='["z1"]')[1]["choices"] == []
    assert caller.get(f"games/{game_id}/choices", parts="[1]")[1]["choices"] == []
    assert caller.get(f"games/{game_id}/choices", after=999)[1]["choices"] == []


@pytest.mark.parametrize(
    "query",
    [{"parts": "nonsense"}, {"parts": "3"}, {"parts": "[true]"}, {"parts": "[[1]]"},
     {"parts": "[null]"}, {"after": -1}, {"after": 10**20}, {"after": "x"}],
)  # fmt: skip
def test_nonsense_is_malformed(anna: User, ben: User, query: dict[str, Any]) -> None:
    game_id = begun(anna, ben, [])
    assert Caller(mover(game_id)).get(f"games/{game_id}/choices", **query)[0] == 400


def test_the_choices_of_an_earlier_position_are_read_to_their_end(anna: User, ben: User) -> None:
    game_id = begun(anna, ben, [])
    caller, other = Caller(mover(game_id)), Caller(anna if mover(game_id) == ben else ben)
    every = choices_of(game_id)
    for choice in PLACED:
        user_id = user_of(game_id, asked(game_id)[0])
        actions.choose(game_id, user_id, choice, version=load(game_id, user_id).version)
    assert choices_of(game_id) != every
    decision = caller.get(f"games/{game_id}", at=0)[1]["decision"]
    status, page = caller.get(f"games/{game_id}/choices", at=0, after=decision["next"])
    assert (status, page["next"]) == (200, None)
    assert [row["choice"] for row in decision["choices"] + page["choices"]] == every
    assert page["version"] == caller.get(f"games/{game_id}", at=0)[1]["version"]
    assert other.get(f"games/{game_id}/choices", at=0)[1]["choices"] == []
    for at, status in ((99, 404), (-1, 400), ("x", 400)):
        assert caller.get(f"games/{game_id}/choices", at=at)[0] == status


def test_choices_are_told_to_the_player_who_is_asked_alone(anna: User, ben: User) -> None:
    game_id = begun(anna, ben, [])
    waiting = User.objects.get(pk=user_of(game_id, 1 - asked(game_id)[0]))
    for user in (waiting, person("cleo")):
        status, page = Caller(user).get(f"games/{game_id}/choices")
        assert (status, page["choices"], page["next"]) == (200, [], None)
    assert Caller().get(f"games/{game_id}/choices")[0] == 401
    assert Caller(anna).get("games/999999/choices")[0] == 404


def test_a_usual_question_has_no_further_page(anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(game.pk, ben.pk)
    decision = Caller(mover(game.pk)).get(f"games/{game.pk}")[1]["decision"]
    assert "next" not in decision


def in_browser(game_id: int) -> Client:
    client = Client(headers={"accept-encoding": "gzip"})
    client.force_login(mover(game_id))
    return client


@pytest.mark.parametrize("placed", [0, 2])
def test_a_table_with_hundreds_of_choices_is_light(anna: User, ben: User, placed: int) -> None:
    """As light as those of our own games (tests/pages/test_bytes.py)."""
    game_id = begun(anna, ben, PLACED[:placed])
    client = in_browser(game_id)
    page = client.get(f"/games/{game_id}/")
    html = gzip.decompress(page.content).decode()
    files = {*re.findall(r'(?:href|src)="/static/([^"#?]+)', html), *FONTS}
    assert len(page.content) + sum(map(file_size, files)) < 250_000
    data = re.findall(r"data-choices>(.*?)</script>", html, re.DOTALL)[0]
    assert len(data) < 20_000
    form = {
        "choice": json.dumps(choices_of(game_id)[0]),
        "version": load(game_id, None).version,
        "have": have(html),
    }
    answer = client.post(f"/games/{game_id}/choose/", form, headers={"accept": "application/json"})
    assert answer.status_code == 200
    assert len(answer.content) < 30_000


@pytest.mark.parametrize("placed", [0, 2])
def test_workbench_and_load_clients_know_every_choice(anna: User, ben: User, placed: int) -> None:
    game_id = begun(anna, ben, PLACED[:placed])
    here = load(game_id, None)
    shown = asked_in_workbench(here.type, here.running(), asked(game_id)[0])
    assert shown
    assert [json.loads(way.choice) for way in shown.choices] == choices_of(game_id)
    assert len({way.label for way in shown.choices}) == len(shown.choices)
    html = gzip.decompress(in_browser(game_id).get(f"/games/{game_id}/").content).decode()
    form, choices = drawn.decision(html)
    assert int(form["version"]) == here.version
    assert list(map(json.loads, choices)) == choices_of(game_id)


def lit(html: str) -> set[str]:
    return set(re.findall(r'data-target="square-(\w+)"[^>]*><a class="choice"', html))


def test_without_scripts_the_stone_comes_first_as_well(anna: User, ben: User) -> None:
    game_id = begun(anna, ben, PLACED)
    client = in_browser(game_id)
    choices = choices_of(game_id)
    start, goal = choices[0]

    def page(prefix: list[Any] | None = None) -> str:
        query = f"?prefix={quote(json.dumps(prefix))}" if prefix else ""
        return gzip.decompress(client.get(f"/games/{game_id}/{query}").content).decode()

    assert lit(page()) == {choice[0] for choice in choices}
    assert lit(page([start])) == {choice[1] for choice in choices if choice[0] == start}
    whole = page([start, goal])
    assert f"From {start} to {goal}" in whole
    form = dict(re.findall(r'name="(choice|version|key)" value="([^"]*)"', whole))
    sent = {name: value.replace("&#34;", '"') for name, value in form.items()}
    assert client.post(f"/games/{game_id}/choose/", sent).status_code == 303
    assert Move.objects.filter(game_id=game_id).order_by("-version")[0].choice == [start, goal]
