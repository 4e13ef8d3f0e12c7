"""Bad input: the right status, one form of error, never a 500."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.storage import position
from games.storage.position import Position
from tests.games.api import Caller
from tests.games.playing import answer, to_kind, user_of

HUGE = 10**30
GAME_ACTIONS = ("join", "leave", "cancel", "resign", "take_back")
VERSIONED = ("undo", "confirm", "withdraw")
BODIES: dict[str, dict[str, Any]] = {
    **{action: {} for action in GAME_ACTIONS},
    **{action: {"version": 99} for action in VERSIONED},
    "moves": {"choice": [1], "version": 99},
    "chat": {"text": "hello"},
}


def code(answer: tuple[int, Any]) -> tuple[int, str]:
    status, data = answer
    return status, data["error"]["code"]


@pytest.fixture
def mover(duel: Position) -> tuple[Caller, Any]:
    """The one whose turn it is, with the game as they see it."""
    seat = to_kind(duel.game.pk, "light_lantern")
    caller = Caller(User.objects.get(pk=user_of(duel.game.pk, seat)))
    return caller, caller.get(f"games/{duel.game.pk}")[1]


class TestWithoutSigningIn:
    @pytest.mark.parametrize("action", BODIES)
    def test_nothing_can_be_done(self, duel: Position, action: str) -> None:
        answered = Caller().post(f"games/{duel.game.pk}/{action}", BODIES[action])
        assert code(answered) == (401, "unauthorized")

    @pytest.mark.parametrize("path", ["next", "games?mine=1", "games?to_move=1"])
    def test_there_is_nothing_of_ones_own(self, db: None, path: str) -> None:
        assert code(Caller().get(path)) == (401, "unauthorized")

    def test_a_game_cannot_be_made(self, db: None) -> None:
        assert code(Caller().post("games", {"type": "lanterns", "players": 2}))[0] == 401

    @pytest.mark.parametrize("header", ["Bearer wrong", "Bearer ", "Bearer \xe9", "Bearer a b"])
    def test_a_wrong_token_is_not_overlooked(self, db: None, header: str) -> None:
        caller = Caller()
        caller.headers = {"Authorization": header}
        assert caller.get("games")[0] == 401

    def test_a_public_game_can_be_watched(self, duel: Position) -> None:
        status, game = Caller().get(f"games/{duel.game.pk}")
        assert status == 200
        assert game["you"] is None
        assert game["decision"] is None
        assert all(seat["hand"] is None for seat in game["view"]["seats"])


class TestWithASession:
    def test_a_page_may_call_with_its_csrf_token(self, duel: Position, anna: User) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(anna)
        path = f"/api/v1/games/{duel.game.pk}/resign"
        assert client.post(path).status_code == 403
        client.cookies["csrftoken"] = token = "a" * 32
        assert client.post(path, headers={"X-CSRFToken": token}).status_code == 200

    def test_reading_needs_none(self, duel: Position, anna: User) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(anna)
        assert client.get(f"/api/v1/games/{duel.game.pk}").json()["you"] is not None


class TestOthersGames:
    @pytest.mark.parametrize("action", ["resign", *VERSIONED])
    def test_a_stranger_may_not_act(self, duel: Position, cleo: User, action: str) -> None:
        answered = Caller(cleo).post(f"games/{duel.game.pk}/{action}", BODIES[action])
        assert code(answered) == (403, "no_seat")

    def test_a_stranger_may_not_move(self, mover: tuple[Caller, Any], cleo: User) -> None:
        assert code(Caller(cleo).move(mover[1], ["red"])) == (403, "no_seat")

    def test_the_other_player_may_not_either(self, mover: tuple[Caller, Any]) -> None:
        game = mover[1]
        other = Caller(User.objects.get(pk=user_of(game["id"], 1 - game["you"])))
        _, theirs = other.get(f"games/{game['id']}")
        assert code(other.move(theirs, ["red"])) == (403, "not_your_turn")

    def test_a_private_game_is_not_there_for_strangers(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        game = open_games.create(anna.pk, "lanterns", 3, visibility="private", invite=["ben"]).game
        path = f"games/{game.pk}"
        assert Caller(anna).get(path)[0] == 200
        assert Caller(ben).get(path)[0] == 200
        for caller in (Caller(cleo), Caller()):
            assert code(caller.get(path)) == (404, "not_found")
        assert Caller(cleo).get(path, key=game.key)[0] == 200
        assert code(Caller(cleo).post(f"{path}/join")) == (404, "not_found")
        assert Caller(cleo).post(f"{path}/join", {"key": game.key})[0] == 200
        listed = [each["id"] for each in Caller(ben).get("games")[1]["games"]]
        assert game.pk not in listed
        assert Caller(anna).get("games", mine=1)[1]["games"][0]["id"] == game.pk


class TestUnknownIds:
    @pytest.mark.parametrize("game_id", [0, 999999, HUGE])
    def test_reading(self, anna: User, game_id: int) -> None:
        assert code(Caller(anna).get(f"games/{game_id}")) == (404, "not_found")

    @pytest.mark.parametrize("action", BODIES)
    @pytest.mark.parametrize("game_id", [0, HUGE])
    def test_acting(self, anna: User, game_id: int, action: str) -> None:
        answered = Caller(anna).post(f"games/{game_id}/{action}", BODIES[action])
        assert code(answered) == (404, "not_found")

    @pytest.mark.parametrize("path", ["games/x", "games/-1", "types/chess", "nothing/at/all"])
    def test_addresses_that_lead_nowhere(self, anna: User, path: str) -> None:
        assert Caller(anna).get(path)[0] == 404

    @pytest.mark.parametrize("at", [99, HUGE])
    def test_a_move_that_was_not_made(self, duel: Position, at: int) -> None:
        assert code(Caller().get(f"games/{duel.game.pk}", at=at)) == (404, "not_found")


class TestMoves:
    @pytest.mark.parametrize(
        "choice",
        [[], ["blue"], [1], ["red", "red"], [None], [True], [1.5], [["red"]], [{}],
         ["\ud800"], [HUGE], ["x" * 5000]],
    )  # fmt: skip
    def test_what_is_not_offered(self, mover: tuple[Caller, Any], choice: list[Any]) -> None:
        caller, game = mover
        status, data = caller.move(game, choice)
        assert (status, data["error"]["code"]) == (422, "illegal_choice")
        assert Game.objects.get(pk=game["id"]).version == game["version"]

    def test_the_message_names_what_may_be(self, mover: tuple[Caller, Any]) -> None:
        caller, game = mover
        _, data = caller.move(game, ["blue"])
        assert "'green'" in data["error"]["message"]

    def test_a_stale_one_comes_back_with_the_game(self, mover: tuple[Caller, Any]) -> None:
        caller, game = mover
        answer(game["id"], game["you"])
        status, data = caller.move(game, ["red"])
        assert (status, data["error"]["code"]) == (409, "stale")
        assert data["game"]["version"] == game["version"] + 1
        assert data["game"]["decision"]["kind"] == "take_prize"

    @pytest.mark.parametrize("version", [-1, 0, -HUGE])
    def test_so_does_one_made_against_nothing(
        self, mover: tuple[Caller, Any], version: int
    ) -> None:
        caller, game = mover
        assert code(caller.move({**game, "version": version}, ["red"])) == (409, "stale")

    def test_a_version_to_come_is_as_good_as_the_newest(self, mover: tuple[Caller, Any]) -> None:
        caller, game = mover
        assert caller.move({**game, "version": HUGE}, ["red"])[0] == 200

    def test_a_repeat_and_a_key_used_twice(self, mover: tuple[Caller, Any]) -> None:
        caller, game = mover
        status, after = caller.move(game, ["red"], key="abc")
        assert status == 200
        assert caller.move(game, ["red"], key="abc") == (200, after)
        assert code(caller.move(game, ["white"], key="abc")) == (422, "key_reused")

    @pytest.mark.parametrize("key", ["k" * 101, "a\x00b"])
    def test_a_bad_key(self, mover: tuple[Caller, Any], key: str) -> None:
        caller, game = mover
        assert code(caller.move(game, ["red"], key=key)) == (400, "malformed")

    def test_when_the_game_is_over(self, duel: Position) -> None:
        game_id = duel.game.pk
        caller = Caller(User.objects.get(pk=user_of(game_id, 0)))
        Caller(User.objects.get(pk=user_of(game_id, 1))).post(f"games/{game_id}/resign")
        _, game = caller.get(f"games/{game_id}")
        assert code(caller.move(game, [1])) == (409, "not_running")


class TestMalformed:
    @pytest.mark.parametrize(
        "body",
        ["", "{", "nonsense", "[]", "null", '"x"', "1", '{"choice": 1, "version": 1}',
         '{"choice": ["red"]}', '{"choice": ["red"], "version": "soon"}',
         '{"choice": ["red"], "version": 1, "more": 1}', "[" * 100_000, b"\xff\xfe\x00",
         '{"choice": [' + "9" * 5000 + '], "version": 1}'],
    )  # fmt: skip
    def test_a_move(self, mover: tuple[Caller, Any], body: str | bytes) -> None:
        caller, game = mover
        assert code(caller.post(f"games/{game['id']}/moves", body)) == (400, "malformed")

    @pytest.mark.parametrize(
        "query",
        ["status=over", "mine=perhaps", "before=x", f"before={HUGE}", "limit=0", "limit=1000",
         "limit=x", "type=%00"],
    )  # fmt: skip
    def test_a_list(self, anna: User, query: str) -> None:
        assert code(Caller(anna).get(f"games?{query}")) == (400, "malformed")

    @pytest.mark.parametrize("query", ["at=x", "at=-1", "since=x", "eyes=x"])
    def test_a_look_at_a_game(self, duel: Position, query: str) -> None:
        assert code(Caller().get(f"games/{duel.game.pk}?{query}")) == (400, "malformed")

    @pytest.mark.parametrize("query", ["after=x", f"after={HUGE}"])
    def test_next(self, anna: User, query: str) -> None:
        assert code(Caller(anna).get(f"next?{query}")) == (400, "malformed")


class TestNewGames:
    @pytest.mark.parametrize(
        ("data", "expected"),
        [
            ({}, (400, "malformed")),
            ({"type": "lanterns"}, (400, "malformed")),
            ({"type": "lanterns", "players": "two"}, (400, "malformed")),
            ({"type": "lanterns", "players": 2, "colour": "red"}, (400, "malformed")),
            ({"type": "lan\x00terns", "players": 2}, (400, "malformed")),
            ({"type": "lanterns", "players": 2, "visibility": "secret"}, (400, "malformed")),
            ({"type": "lanterns", "players": 2, "invite": ["b\x00n"]}, (400, "malformed")),
            ({"type": "chess", "players": 2}, (422, "unknown_type")),
            ({"type": "lanterns", "players": 5}, (422, "bad_players")),
            ({"type": "lanterns", "players": HUGE}, (422, "bad_players")),
            ({"type": "lanterns", "players": 2, "bots": 2}, (422, "bad_bots")),
            ({"type": "lanterns", "players": 2, "bots": -1}, (422, "bad_bots")),
            ({"type": "lanterns", "players": 2, "options": {"dark": True}}, (422, "bad_options")),
            ({"type": "lanterns", "players": 2, "options": {"bright": 1}}, (422, "bad_options")),
            ({"type": "lanterns", "players": 2, "options": {"bright": []}}, (422, "bad_options")),
            ({"type": "lanterns", "players": 2, "clock": {}}, (400, "malformed")),
            ({"type": "lanterns", "players": 2, "clock": {"kind": "sand"}}, (400, "malformed")),
            (
                {"type": "lanterns", "players": 2, "clock": {"kind": "per_turn", "days": 99}},
                (422, "bad_clock"),
            ),
            (
                {"type": "lanterns", "players": 2, "clock": {"kind": "none", "days": 1}},
                (422, "bad_clock"),
            ),
            ({"type": "lanterns", "players": 2, "invite": ["nobody-here"]}, (422, "unknown_user")),
        ],
    )
    def test_settings_that_cannot_be(
        self, anna: User, data: dict[str, Any], expected: tuple[int, str]
    ) -> None:
        assert code(Caller(anna).post("games", data)) == expected
        assert not Game.objects.exists()

    def test_what_is_left_out_takes_its_default(self, anna: User) -> None:
        status, game = Caller(anna).post("games", {"type": "lanterns", "players": 3})
        assert status == 201
        assert game["options"] == {"bright": False}
        assert game["clock"]["kind"] == "per_turn"
        assert [seat["user"] for seat in game["seats"]] == ["anna", None, None]


class TestJoining:
    def test_twice_or_when_it_has_started(self, anna: User, ben: User, cleo: User) -> None:
        _, game = Caller(anna).post("games", {"type": "lanterns", "players": 2})
        path = f"games/{game['id']}"
        assert code(Caller(anna).post(f"{path}/join")) == (409, "joined_already")
        assert code(Caller(ben).post(f"{path}/leave")) == (403, "no_seat")
        assert code(Caller(ben).post(f"{path}/cancel")) == (403, "not_maker")
        assert Caller(ben).post(f"{path}/join")[1]["status"] == "running"
        assert code(Caller(cleo).post(f"{path}/join")) == (409, "not_open")
        assert code(Caller(anna).post(f"{path}/leave")) == (409, "not_open")
        assert code(Caller(anna).post(f"{path}/cancel")) == (409, "not_open")


class TestChat:
    def test_players_write_and_everybody_reads(self, duel: Position, anna: User) -> None:
        path = f"games/{duel.game.pk}/chat"
        status, message = Caller(anna).post(path, {"text": " <b>Good luck!</b> "})
        assert status == 201
        assert message["text"] == "<b>Good luck!</b>"
        assert Caller().get(path) == (200, {"messages": [message]})
        assert Caller().get(path, after=message["id"]) == (200, {"messages": []})

    @pytest.mark.parametrize("text", ["", "  ", "x" * 1001])
    def test_nothing_or_too_much(self, duel: Position, anna: User, text: str) -> None:
        assert Caller(anna).post(f"games/{duel.game.pk}/chat", {"text": text})[0] == 422

    @pytest.mark.parametrize("body", [{}, {"text": None}, {"text": 1}, {"text": "\ud800"}])
    def test_no_text(self, duel: Position, anna: User, body: Any) -> None:
        answered = Caller(anna).post(f"games/{duel.game.pk}/chat", body)
        assert code(answered) == (400, "malformed")

    def test_a_stranger_only_reads(self, duel: Position, cleo: User) -> None:
        answered = Caller(cleo).post(f"games/{duel.game.pk}/chat", {"text": "hello"})
        assert code(answered) == (403, "no_seat")


class TestInstructions:
    def test_leaving_and_taking_back(self, duel: Position, anna: User) -> None:
        path = f"games/{duel.game.pk}/instructions"
        caller = Caller(anna)
        _, offered = caller.get(path)
        assert offered["standing"] == []
        assert offered["offers"][0]["kind"] == "object"
        status, left = caller.post(path, {"kind": "object", "parts": ["object_from", 4]})
        assert status == 200
        assert left["standing"][0]["parts"] == ["object_from", 4]
        answered = caller.client.delete(f"/api/v1/{path}/object", headers=caller.headers)
        assert answered.json()["standing"] == []

    @pytest.mark.parametrize(
        "body", [{"kind": "object", "parts": ["x"]}, {"kind": "x", "parts": []}]
    )
    def test_what_is_not_offered(self, duel: Position, anna: User, body: Any) -> None:
        answered = Caller(anna).post(f"games/{duel.game.pk}/instructions", body)
        assert code(answered) == (422, "bad_instruction")

    def test_a_stranger_has_none(self, duel: Position, cleo: User) -> None:
        assert code(Caller(cleo).get(f"games/{duel.game.pk}/instructions")) == (403, "no_seat")


def test_a_busy_game_asks_to_try_again(
    mover: tuple[Caller, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError
    from psycopg.errors import LockNotAvailable

    caller, game = mover

    def locked_by_another(*_args: object) -> None:
        raise OperationalError from LockNotAvailable()

    monkeypatch.setattr(position, "_newest", locked_by_another)
    answered = caller.client.post(
        f"/api/v1/games/{game['id']}/moves",
        '{"choice": ["red"], "version": 1}',
        content_type="application/json",
        headers=caller.headers,
    )
    assert answered.status_code == 503
    assert answered.json()["error"]["code"] == "busy"
    assert answered.headers["Retry-After"] == "1"


def test_too_many_requests(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.lobby import limits

    monkeypatch.setitem(limits.PER_HOUR, "new game", 2)
    caller = Caller(anna)
    made = [caller.post("games", {"type": "lanterns", "players": 2}) for _time in range(3)]
    assert [status for status, _game in made] == [201, 201, 429]
    assert code(made[2]) == (429, "too_many_requests")


@pytest.mark.slow
def test_calls_are_counted_in_parts_of_the_limit(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.api import limits

    monkeypatch.setitem(limits.PER_MINUTE, "call", 300)  # told to Redis three by three
    caller = Caller(anna)
    statuses = [caller.get("types")[0] for _time in range(305)]
    assert statuses == [200] * 302 + [429] * 3


@pytest.mark.slow
def test_limits_let_everybody_pass_while_redis_is_away(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    import redis

    from boardgames.redis import best_effort
    from games.api import limits

    monkeypatch.setitem(limits.PER_MINUTE, "call", 0)
    monkeypatch.setattr(best_effort, "_client", redis.Redis(unix_socket_path="/nowhere/redis.sock"))
    monkeypatch.setattr(best_effort, "_shut_until", 0.0)
    assert Caller(anna).get("games")[0] == 200
