"""How often a move and a look at a game go to the database and wait for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.test import Client

from accounts.models import User
from accounts.sessions import tokens
from games.game_cache import cache
from games.live import watching
from games.live.pages import Viewer
from games.pages.table.view import pushing
from games.storage import position
from games.storage.position import Position
from tests.games.playing import answer, asked, seat_of, user_of

#: The token; BEGIN and the lock with all that is read; all that is written with the COMMIT.
MOVE = 3
#: The token; the game with its seats; the log.
LOOK = 3
#: The session and whose it is; as for a program; what is beside the game and how many games wait.
MOVE_BY_PAGE = 4
#: Of the other's page: the game with its seats; the position before, as the newest may be taken
#: back; what is beside it.
DRAWING = 3
#: The same, of a position that has just been made and that everybody may see: what is beside it,
#: once for all who sit at the table.
DRAWING_WHAT_WAS_MADE = 1
DRAWING_IT_FOR_ANOTHER = 0


@pytest.fixture
def table(transactional_db: None, duel: Position) -> Position:
    return duel


@contextmanager
def round_trips(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Each time that psycopg waits for an answer."""
    waited: list[str] = []
    wait = psycopg.Connection.wait

    def noted(self: Any, generator: Any, *args: Any, **options: Any) -> Any:
        return wait(self, _watched(generator, waited), *args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "wait", noted)
        yield waited


def _watched(generator: Any, waited: list[str]) -> Any:
    """The same, noted in ``waited`` if it waits for something."""
    try:
        asked = next(generator)
        waited.append(generator.__qualname__)
        while True:
            answer = yield asked
            asked = generator.send(answer)
    except StopIteration as stop:
        return stop.value


class Player:
    def __init__(self, who: User) -> None:
        self.client, self.token = Client(), tokens.mint(who, "player")

    def get(self, path: str) -> Any:
        return self._ask("get", path)

    def move(self, path: str, game: Any, **headers: str) -> Any:
        choice = game["decision"]["choices"][0]["choice"]
        data = {"choice": choice, "version": game["version"]}
        return self._ask("post", f"{path}/moves", data=data, **headers)

    def _ask(self, method: str, path: str, data: Any = None, **headers: str) -> Any:
        answered = getattr(self.client, method)(
            f"/api/v1{path}",
            data,
            content_type="application/json",
            headers={"Authorization": f"Bearer {self.token}", **headers},
        )
        assert answered.status_code == 200, answered.content
        return answered.json()


def test_a_move_and_a_look(table: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/games/{table.game.pk}"
    players = [Player(seat.user) for seat in table.seats if seat.user]
    for seat, player in enumerate(players):  # the first use of a token is noted
        assert player.get(path)["you"] == seat
    with round_trips(monkeypatch) as waited:
        game = players[0].get(path)
    assert len(waited) == LOOK
    with round_trips(monkeypatch) as waited:
        players[0].move(path, game)
    assert len(waited) == MOVE


def test_a_key_costs_nothing(table: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/games/{table.game.pk}"
    player = Player(seat_of(table.game.pk, 0).user)  # type: ignore[arg-type]
    game = player.get(path)
    with round_trips(monkeypatch) as waited:
        player.move(path, game, **{"Idempotency-Key": "once"})
    assert len(waited) == MOVE


def test_a_long_game_costs_no_more(table: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/games/{table.game.pk}"
    players = [Player(seat.user) for seat in table.seats if seat.user]
    for seat in (0, 1, 0, 1, 0, 1):
        if seat_of(table.game.pk, seat).to_move:
            answer(table.game.pk, seat)
    mover = next(seat for seat in (0, 1) if seat_of(table.game.pk, seat).to_move)
    game = players[mover].get(path)
    with round_trips(monkeypatch) as waited:
        players[mover].move(path, game)
    assert len(waited) == MOVE


def test_a_move_by_page(table: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = table.game.pk
    mover = next(seat for seat in (0, 1) if seat_of(game_id, seat).to_move)
    browser, other = Client(), user_of(game_id, 1 - mover)
    browser.force_login(User.objects.get(pk=user_of(game_id, mover)))
    browser.get("/")  # whose session it is
    viewer = Viewer(other, True, "en", "UTC")
    for _ in range(2):  # the first time statements are built
        here = position.load(game_id, user_id := user_of(game_id, mover))
        decision = here.running().decision(mover)
        if decision is None:
            break
        form = {"choice": json.dumps(decision.choices[0]), "version": here.version}
        with round_trips(monkeypatch) as waited:
            answered = browser.post(
                f"/games/{game_id}/choose/", form, headers={"Accept": "application/json"}
            )
        assert answered.status_code == 200, answered.content
        assert len(waited) == MOVE_BY_PAGE
    with round_trips(monkeypatch) as waited:
        assert pushing.draw_page(game_id, viewer)
    assert len(waited) == DRAWING
    while (newest := cache.get(game_id, "newest")).version != newest.game.public_version:
        answer(game_id, asked(game_id)[0])
    with round_trips(monkeypatch) as waited:
        page = pushing.draw_page(
            game_id, viewer, position.lately(game_id, newest.version, since=0.0)
        )
    assert page
    assert page.version == newest.version
    assert len(waited) == DRAWING_WHAT_WAS_MADE
    with round_trips(monkeypatch) as waited:
        assert pushing.draw_page(game_id, Viewer(user_id, True, "en", "UTC"), newest)
    assert len(waited) == DRAWING_IT_FOR_ANOTHER
    with round_trips(monkeypatch) as waited:
        watching.header_counts(user_id)
    assert len(waited) == 1
