"""Votes, seats on offer and what else happens at a table, by the API and by the ticks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.people import close_account
from games import tasks
from games.absence import departures
from games.errors import NotFound
from games.models import Game, Seat, Vote
from games.storage import position, statements
from tests.games.api import Caller
from tests.games.playing import answer
from tests.games.tables import seat_of, status, table
from tests.games.times import Times


def ask(caller: Caller, game_id: int, **data: object) -> tuple[int, Any]:
    return caller.post(f"games/{game_id}/votes", data)


class TestVotes:
    def test_ask_see_and_answer(self, anna: User, ben: User, cleo: User) -> None:
        game_id = table(anna, ben)
        code, game = ask(Caller(anna), game_id, kind="cancel")
        assert code == 200
        vote = game["vote"]
        mine, theirs = seat_of(game_id, anna).index, seat_of(game_id, ben).index
        assert (vote["kind"], vote["opened_by"], vote["choices"]) == ("cancel", mine, ["yes", "no"])
        assert {"seat": theirs, "choice": None} in vote["ballots"]
        assert vote["asked"]
        assert not Caller(cleo).get(f"games/{game_id}")[1]["vote"]["asked"]
        assert not Caller().get(f"games/{game_id}")[1]["vote"]["asked"]
        path = f"games/{game_id}/votes/{vote['id']}"
        code, game = Caller(ben).post(path, {"choice": "yes"})
        assert (code, game["status"], game["vote"], game["seed"]) == (200, "cancelled", None, None)
        assert game["log"][-1]["text"] == "The game is cancelled, as its players agreed"
        assert game["log"][-1]["number"] is None

    def test_refusals(self, anna: User, ben: User, cleo: User) -> None:
        game_id = table(anna, ben)
        assert ask(Caller(), game_id, kind="cancel")[0] == 401
        assert ask(Caller(cleo), game_id, kind="cancel")[0] == 403
        assert ask(Caller(anna), 10**9, kind="cancel")[0] == 404
        for data in ({}, {"kind": "war"}, {"kind": "cancel", "seat": "x"}, {"kind": 3}):
            assert ask(Caller(anna), game_id, **data)[0] == 400
        assert ask(Caller(anna), game_id, kind="absent")[0] == 422
        assert ask(Caller(anna), game_id, kind="absent", seat=1)[0] == 409
        assert ask(Caller(anna), game_id, kind="resume")[0] == 409
        _code, game = ask(Caller(anna), game_id, kind="pause")
        path = f"games/{game_id}/votes/{game['vote']['id']}"
        assert Caller().post(path, {"choice": "yes"})[0] == 401
        assert Caller(cleo).post(path, {"choice": "yes"})[0] == 403
        assert Caller(ben).post(path, {"choice": "never"})[0] == 422
        assert Caller(ben).post(path, {})[0] == 400
        assert Caller(ben).post(path, {"choice": "a\0"})[0] == 400
        assert Caller(ben).post(f"games/{game_id}/votes/{10**20}", {"choice": "yes"})[0] == 409
        assert not Game.objects.get().paused_at

    def test_a_private_game_is_not_there_for_strangers(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        game_id = table(anna, ben)
        Game.objects.update(visibility="private")
        assert Caller(cleo).post(f"games/{game_id}/replace")[0] == 404

    def test_a_draw(self, anna: User, ben: User) -> None:
        game_id = table(anna, ben)
        ask(Caller(anna), game_id, kind="draw")
        path = f"games/{game_id}/votes/{Vote.objects.get().pk}"
        _code, game = Caller(ben).post(path, {"choice": "yes"})
        assert (game["result"]["drawn"], game["result"]["ranks"]) == (True, [1, 1])
        assert "The players agree on a draw" in [entry["text"] for entry in game["log"]]

    def test_what_happened_beside_the_moves_is_told_since_a_version(
        self, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben)
        _code, before = Caller(anna).get(f"games/{game_id}")
        ask(Caller(anna), game_id, kind="pause")
        _code, after = Caller(ben).get(f"games/{game_id}", since=before["version"])
        assert [entry["kind"] for entry in after["log"]] == ["vote_opened"]
        assert after["version"] == before["version"]

    def test_a_half_made_turn_does_not_hide_them(self, anna: User, ben: User) -> None:
        """What one seat has not proceeded with is secret; that there is a vote is not."""
        game_id = table(anna, ben)
        answer(game_id, 0)  # sealed: the others do not see it
        assert Game.objects.get().version > Game.objects.get().public_version
        ask(Caller(anna), game_id, kind="pause")
        _code, seen = Caller().get(f"games/{game_id}")
        assert seen["log"][-1]["kind"] == "vote_opened"


class TestSeatsOnOffer:
    @pytest.fixture
    def offered(self, times: Times, anna: User, ben: User) -> int:
        game_id = table(anna, ben, policy="replacement")
        answer(game_id, seat_of(game_id, anna).index)
        times.go(days=3)
        tasks.act_on_deadlines()
        return game_id

    def test_are_listed_and_taken(self, offered: int, anna: User, ben: User, cleo: User) -> None:
        table(anna, ben)
        _code, listed = Caller().get("games", offered=1)
        assert [game["id"] for game in listed["games"]] == [offered]
        assert [seat["offered"] for seat in listed["games"][0]["seats"]].count(True) == 1
        assert Caller(cleo).get(f"games/{offered}")[1]["can"]["replace"]
        assert not Caller(anna).get(f"games/{offered}")[1]["can"]["replace"]
        assert Caller(ben).get(f"games/{offered}")[1]["can"]["take_back"]
        code, game = Caller(cleo).post(f"games/{offered}/replace")
        assert (code, game["you"]) == (200, seat_of(offered, cleo).index)
        assert game["log"][-1]["text"] == "cleo takes over this seat"
        assert Caller().get("games", offered=1)[1]["games"] == []
        former = Caller(ben).get(f"games/{offered}")[1]
        assert (former["you"], former["can"]["take_back"], former["decision"]) == (
            None,
            False,
            None,
        )

    def test_refusals(self, offered: int, anna: User, ben: User, cleo: User) -> None:
        assert Caller().post(f"games/{offered}/replace")[0] == 401
        assert Caller(anna).post(f"games/{offered}/replace")[0] == 409
        assert Caller(ben).post(f"games/{offered}/replace")[0] == 409
        assert Caller(cleo).post(f"games/{offered}/replace", {"key": 7})[0] == 400
        assert Caller(cleo).post(f"games/{10**9}/replace")[0] == 404
        assert Caller().get("games", offered="maybe")[0] == 400


class TestTicks:
    def test_close_votes(self, times: Times, anna: User, ben: User) -> None:
        game_id = table(anna, ben, days=30)
        ask(Caller(anna), game_id, kind="cancel")
        times.go(days=7)
        tasks.close_votes()
        assert Vote.objects.get().outcome == "rejected"

    def test_end_pauses(self, times: Times, anna: User, ben: User) -> None:
        game_id = table(anna, ben)
        ask(Caller(anna), game_id, kind="pause")
        vote = Vote.objects.get()
        assert Caller(ben).post(f"games/{game_id}/votes/{vote.pk}", {"choice": "yes"})[1]["paused"]
        times.go(days=14)
        tasks.end_pauses()
        assert not Game.objects.get().paused_at

    def test_abandoned_games_without_a_clock_are_cancelled(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id, timed = table(anna, ben, kind="none"), table(anna, ben)
        times.go(days=90)
        tasks.cancel_abandoned()
        assert status(game_id) == "running"
        answer(game_id, 0)
        times.go(days=90, seconds=1)
        tasks.cancel_abandoned()
        assert (status(game_id), status(timed)) == ("cancelled", "running")

    def test_games_that_are_being_played_come_later(
        self, times: Times, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game_id = table(anna, ben, days=30)
        ask(Caller(anna), game_id, kind="cancel")
        times.go(days=8)
        with monkeypatch.context() as patch:
            patch.setattr(statements, "locked_game", lambda *_, **__: None)
            with pytest.raises(NotFound), position.locked(game_id, wait=False):
                pass
            tasks.close_votes()
        assert Vote.objects.get().closed_at is None
        tasks.close_votes()
        assert Vote.objects.get().closed_at == times.now

    def test_broken_games_are_left_alone(self, times: Times, anna: User, ben: User) -> None:
        """A pause waits for the mending, however long nobody has moved."""
        game_id = table(anna, ben, days=3)
        ask(Caller(anna), game_id, kind="pause")
        times.go(days=100)
        Game.objects.update(broken_at=times.now)
        for tick in (tasks.close_votes, tasks.end_pauses, tasks.cancel_abandoned):
            tick()
        assert (status(game_id), Vote.objects.get().closed_at) == ("running", None)


def test_an_owner_of_a_seat_on_offer_who_closes_the_account_is_let_go(
    times: Times, anna: User, ben: User
) -> None:
    game_id = table(anna, ben, policy="replacement")
    answer(game_id, seat_of(game_id, anna).index)
    times.now += timedelta(days=3)
    tasks.act_on_deadlines()
    close_account(ben)
    departures.free_seats()
    assert Seat.objects.get(user=ben).resigned_at
    assert status(game_id) == "finished"
