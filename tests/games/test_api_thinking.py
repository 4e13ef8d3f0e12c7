"""Hints, analyses, notes and invitations by the API: for the player alone."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games import tasks
from games.lobby import open_games
from games.models import Analysis, Invitation, Notebook
from games.storage.position import Position
from tests.games.api import Caller
from tests.games.test_analysing import finished
from tests.games.test_hinting import Sent, of, sent, solo  # noqa: F401  fixtures


class TestAHint:
    def test_is_asked_for_and_found(self, solo: Position, anna: User, sent: Sent) -> None:  # noqa: F811
        me, path = Caller(anna), f"games/{solo.game.pk}/hint"
        assert me.get(path)[1]["state"] == "none"
        assert me.post(path)[1]["state"] == "thinking"
        tasks.think_of_hint(*of("think_of_hint", sent)[0])
        tasks.take_hint(*of("take_hint", sent)[0])
        _, found = me.get(path)
        assert found["state"] == "found"
        offered = [
            one["choice"] for one in me.get(f"games/{solo.game.pk}")[1]["decision"]["choices"]
        ]
        assert all(one["choice"] in offered for one in found["choices"])
        assert found["choices"]

    def test_is_given_to_nobody_else(
        self,
        solo: Position,  # noqa: F811
        duel: Position,
        anna: User,
        ben: User,
        cleo: User,
    ) -> None:
        for caller, status in ((Caller(), 401), (Caller(ben), 404), (Caller(anna, "read"), 403)):
            assert caller.post(f"games/{solo.game.pk}/hint")[0] == status
        assert Caller(ben).get(f"games/{solo.game.pk}/hint")[0] == 404
        assert Caller(anna).post(f"games/{duel.game.pk}/hint")[0] == 409
        assert Caller(anna).get(f"games/{duel.game.pk}/hint")[1]["state"] == "none"
        assert Caller(cleo).get(f"games/{duel.game.pk}/hint")[1]["state"] == "none"


class TestAnAnalysis:
    def test_is_asked_for_once_and_shown_to_the_player_alone(
        self, anna: User, ben: User, cleo: User, django_capture_on_commit_callbacks: Any
    ) -> None:
        path = f"games/{finished(anna, ben)}/analysis"
        me = Caller(anna)
        assert me.get(path)[0] == 404
        status, begun = me.post(path)
        assert (status, begun["done"], begun["judged"]) == (200, False, 0)
        analysis = Analysis.objects.get()
        judged = {
            "lead": 1.0, "doubt": 0.5, "disputed": False, "loss": 0.0, "small": 0.0,
            "small_doubt": 0.1, "sources": [], "better": None, "steps": 1,
        }  # fmt: skip
        Analysis.objects.update(judged={str(analysis.moves[0]): judged})
        _, grown = me.post(path)
        assert (grown["judged"], grown["equal"]) == (1, 1)
        assert grown["points"] == [{"move": analysis.moves[0], "lead": 1.0, "doubt": 0.5}]
        assert Caller(ben).get(path)[0] == 404
        for caller, status in ((Caller(cleo), 404), (Caller(), 401)):
            assert caller.get(path)[0] == caller.post(path)[0] == status
        assert Analysis.objects.count() == 1

    def test_is_not_made_of_a_running_game(self, duel: Position, anna: User, cleo: User) -> None:
        path = f"games/{duel.game.pk}/analysis"
        assert Caller(anna).post(path)[0] == 409
        assert Caller(anna).get(path)[0] == 404
        assert Caller(cleo).post(path)[0] == 403
        assert not Analysis.objects.exists()


class TestNotes:
    def test_are_written_and_read_by_the_player_alone(
        self, duel: Position, anna: User, ben: User, cleo: User
    ) -> None:
        path = f"games/{duel.game.pk}/notes"
        _, kept = Caller(anna).put(path, {"note": " He waits ", "plan": "Red"})
        assert (kept["note"], kept["plan"], kept["later_until"]) == ("He waits", "Red", None)
        assert Caller(anna).put(path, {"plan": ""})[1]["note"] == "He waits"
        assert Caller(ben).get(path)[1]["note"] == ""
        for caller, status in ((Caller(cleo), 403), (Caller(), 401)):
            assert caller.put(path, {"note": "x"})[0] == status
        assert Caller(anna).put(path, {"note": "x" * 4001})[0] == 422
        assert Caller(anna).put("games/0/notes", {"note": "x"})[0] == 404
        assert Notebook.objects.count() == 1

    def test_put_a_game_off(self, duel: Position, anna: User) -> None:
        path = f"games/{duel.game.pk}/later"
        assert Caller(anna).get("next")[1]["id"] == duel.game.pk
        assert Caller(anna).post(path, {"hours": 3})[1]["later_until"]
        assert Caller(anna).get("next")[1] is None
        assert Caller(anna).post(path, {"hours": 5})[0] == 422
        assert Notebook.objects.get().later_until


class TestAnInvitation:
    def test_is_sent_to_an_open_game_and_declined(self, anna: User, ben: User, cleo: User) -> None:
        game = open_games.create(anna.pk, "lanterns", 3, visibility="private").game
        path = f"games/{game.pk}"
        assert Caller(cleo).post(f"{path}/invite", {"users": ["ben"]})[0] == 404
        assert Caller(anna).post(f"{path}/invite", {"users": ["ben", "nobody"]})[0] >= 400
        assert not Invitation.objects.exists()
        assert Caller(anna).post(f"{path}/invite", {"users": ["ben"]})[0] == 200
        assert [one["id"] for one in Caller(ben).get("games", invited=1)[1]["games"]] == [game.pk]
        assert Caller(ben).post(f"{path}/decline")[1]["games"] == []
        assert Caller(cleo).post(f"{path}/decline") == (200, {"games": [], "next": None})
