"""A game on which the rules fail: notifications, what its players can do, and how it continues."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from accounts.people import close_account
from games import tasks
from games.absence import departures
from games.errors import Broken, Refused
from games.lobby import open_games
from games.models import Game, Move, Seat, Vote
from games.moderation import acts
from games.moves import actions, breaking
from games.rules import engine, registry
from games.rules.example.rules import rules as lanterns
from games.showing import snapshot
from games.storage import position
from games.storage.position import Position
from games.votes import voting
from notifications import planning
from notifications.models import Notification
from tests.games.playing import answer, asked, seat_of, to_the_end, user_of
from tests.games.times import Times
from tests.people import person


@pytest.fixture
def mo(db: None) -> User:
    """A moderator: on the staff, with that one permission."""
    person = User.objects.create_user("mo", "mo@example.org", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename="moderate_game"))
    return person


def fails(*args: object, **kwargs: object) -> Any:
    raise ZeroDivisionError("a slip in the rules")


@pytest.fixture
def failing() -> Iterator[pytest.MonkeyPatch]:
    """Whoever lays a card makes the rules fail, until this is undone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lanterns.kinds["lay_card"], "choices", fails)
        yield patch


def break_(game_id: int) -> None:
    user_id = user_of(game_id, 0)
    with pytest.raises(Broken):
        actions.choose(game_id, user_id, ("1",), version=99)


def shown(game_id: int) -> list[str]:
    return [entry.text or "" for entry in snapshot.describe_log(position.load(game_id, None), None)]


class TestTelling:
    def test_all_who_may_moderate_are_told_once(
        self, duel: Position, mo: User, anna: User, failing: pytest.MonkeyPatch
    ) -> None:
        boss = User.objects.create_superuser("boss", "boss@example.org", "boss-secret")
        for _time in range(2):
            break_(duel.game.pk)
        planning.plan_due()
        told = Notification.objects.filter(game=duel.game, kind="game_broken")
        assert sorted(told.values_list("user_id", flat=True)) == sorted([mo.pk, boss.pk])

    def test_the_log_says_it_and_the_clocks_stand_still(
        self, duel: Position, failing: pytest.MonkeyPatch
    ) -> None:
        break_(duel.game.pk)
        assert "the moderators know about it" in shown(duel.game.pk)[-1]
        assert not Seat.objects.filter(game=duel.game, deadline__isnull=False).exists()
        reason = Game.objects.get().broken_reason
        assert "ZeroDivisionError: a slip in the rules" in reason


class TestMending:
    def test_a_moderator_lets_it_go_on_when_the_rules_work_again(
        self, times: Times, duel: Position, mo: User, failing: pytest.MonkeyPatch
    ) -> None:
        break_(duel.game.pk)
        with pytest.raises(Refused, match="a slip in the rules"):
            acts.mend(duel.game.pk, mo.pk, "Let us see")
        assert Game.objects.get().broken_at is not None
        failing.undo()
        acts.mend(duel.game.pk, mo.pk, "The rules are mended")
        game = Game.objects.get()
        assert (game.broken_at, game.broken_reason) == (None, "")
        assert seat_of(game.pk, 0).deadline == times.now + timedelta(days=3)
        assert shown(game.pk)[-1] == "The game is repaired and goes on"
        assert to_the_end(game.pk).status == Game.Status.FINISHED

    def test_a_game_that_is_not_broken_needs_no_mending(self, duel: Position, mo: User) -> None:
        with pytest.raises(Refused, match="not stopped"):
            acts.mend(duel.game.pk, mo.pk, "To be sure")

    def test_the_command_lists_and_retries_all(
        self, duel: Position, capsys: Any, failing: pytest.MonkeyPatch
    ) -> None:
        break_(duel.game.pk)
        call_command("mend_games", "--list")
        assert "ZeroDivisionError: a slip in the rules" in capsys.readouterr().out
        call_command("mend_games")
        assert "still fail" in capsys.readouterr().out
        failing.undo()
        call_command("mend_games")
        assert "mended, and goes on" in capsys.readouterr().out
        assert Game.objects.get().broken_at is None
        call_command("mend_games")
        assert "No game is stopped" in capsys.readouterr().out

    def test_it_goes_on_by_itself_once_its_rules_are_others_that_work(
        self, duel: Position, failing: pytest.MonkeyPatch
    ) -> None:
        break_(duel.game.pk)
        Game.objects.update(broken_reason="")
        tasks.mend_by_other_rules()  # by the rules that failed: not even tried
        assert not Game.objects.get().broken_reason
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(registry, "code_of", lambda slug: f"other {slug}"[:16])
            tasks.mend_by_other_rules()  # by others, which fail as well
            assert "a slip in the rules" in Game.objects.get().broken_reason
            failing.undo()
            tasks.mend_by_other_rules()
            assert Game.objects.get().broken_at is not None  # they are tried once
        tasks.mend_by_other_rules()
        assert Game.objects.get().broken_at is None
        assert shown(duel.game.pk)[-1] == "The game is repaired and goes on"


class TestRollingBack:
    def test_the_game_goes_on_from_an_earlier_move_and_everybody_sees_it(
        self, duel: Position, mo: User
    ) -> None:
        game_id = duel.game.pk
        for index in asked(game_id):
            answer(game_id, index)
        before = position.load(game_id, None)
        state = position.load(game_id, None, at=0).running().state
        acts.roll_back(game_id, mo.pk, 0, "A mistake of the rules")
        after = position.load(game_id, None)
        assert after.number == before.number + 1
        assert after.running().state.hands == state.hands
        assert "back to move 0. Reason: A mistake" in shown(game_id)[-1]
        assert position.load(game_id, None, at=before.number).version == before.version
        assert to_the_end(game_id).status == Game.Status.FINISHED

    def test_what_was_sent_for_the_former_question_is_stale(self, duel: Position, mo: User) -> None:
        game_id, version = duel.game.pk, duel.version
        for index in asked(game_id):
            answer(game_id, index)
        acts.roll_back(game_id, mo.pk, 0, "A mistake of the rules")
        seats = Seat.objects.filter(game_id=game_id)
        assert all(seat.asked_version > version for seat in seats)

    def test_chance_does_not_come_again(self, duel: Position, mo: User) -> None:
        acts_before = Move.objects.count()
        for index in asked(duel.game.pk):
            answer(duel.game.pk, index)
        for epoch in (1, 2):
            acts.roll_back(duel.game.pk, mo.pk, 0, "A mistake of the rules")
            assert position.load(duel.game.pk, None).running().state.epoch == epoch
        assert Move.objects.count() > acts_before

    def test_a_broken_game_goes_on_from_before_the_fault(
        self, duel: Position, mo: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game_id = duel.game.pk
        for index in asked(game_id):
            answer(game_id, index, max)
        monkeypatch.setattr(lanterns.kinds["object"], "choices", fails)
        with pytest.raises(Broken):
            actions.choose(game_id, user_of(game_id, asked(game_id)[0]), ("accept",), version=99)
        acts.roll_back(game_id, mo.pk, 0, "Before the fault")
        assert Game.objects.get().broken_at is None
        assert asked(game_id) == [0, 1]

    @pytest.mark.parametrize("number", [-1, 5, 99])
    def test_only_to_a_move_that_was_made(self, duel: Position, mo: User, number: int) -> None:
        for index in asked(duel.game.pk):
            answer(duel.game.pk, index)
        with pytest.raises(Exception, match="Choose a move from 0 to 1"):
            acts.roll_back(duel.game.pk, mo.pk, number, "A mistake of the rules")


class TestLeaving:
    def test_a_player_who_leaves_a_stopped_game_of_two_ends_it(
        self, duel: Position, anna: User, failing: pytest.MonkeyPatch
    ) -> None:
        break_(duel.game.pk)
        actions.resign(duel.game.pk, anna.pk)
        game = Game.objects.get()
        assert (game.status, game.result) == (Game.Status.CANCELLED, None)
        assert "its players have left" in shown(game.pk)[-1]

    def test_with_more_players_the_others_may_wait_for_it(
        self, duel: Position, failing: pytest.MonkeyPatch
    ) -> None:
        people = [person(name) for name in ("don", "eva", "fay")]
        game = open_games.create(people[0].pk, "lanterns", 3).game
        failing.undo()
        for other in people[1:]:
            open_games.join_game(game.pk, other.pk)
        failing.setattr(lanterns.kinds["lay_card"], "choices", fails)
        break_(game.pk)
        actions.resign(game.pk, people[0].pk)
        failing.undo()
        acts.mend(game.pk, None, "The rules are mended")
        seat = Seat.objects.get(game=game, user=people[0])
        assert seat.bot
        assert seat.resigned_at is not None
        assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING

    def test_a_closed_account_lets_go_of_its_seat(
        self, duel: Position, anna: User, failing: pytest.MonkeyPatch
    ) -> None:
        break_(duel.game.pk)
        close_account(anna)
        assert departures.free_seats() == 1
        assert Game.objects.get().status == Game.Status.CANCELLED

    def test_nobody_mends_it_in_thirty_days(
        self, times: Times, duel: Position, failing: pytest.MonkeyPatch
    ) -> None:
        break_(duel.game.pk)
        times.go(days=30)
        tasks.cancel_abandoned()
        assert Game.objects.get().status == Game.Status.RUNNING
        times.go(seconds=1)
        tasks.cancel_abandoned()
        assert Game.objects.get().status == Game.Status.CANCELLED
        assert "nobody could repair it" in shown(duel.game.pk)[-1]

    def test_its_players_agree_to_cancel_it(
        self, duel: Position, anna: User, ben: User, failing: pytest.MonkeyPatch
    ) -> None:
        break_(duel.game.pk)
        for kind in ("pause", "draw"):
            with pytest.raises(Refused):
                voting.call(duel.game.pk, anna.pk, kind)
        voting.call(duel.game.pk, anna.pk, "cancel")
        vote = Vote.objects.get()
        voting.cast_vote(duel.game.pk, ben.pk, vote.pk, "yes")
        assert Game.objects.get().status == Game.Status.CANCELLED

    def test_a_vote_that_was_open_waits_for_the_mending_but_one_to_cancel_does_not(
        self, times: Times, duel: Position, anna: User, ben: User, failing: pytest.MonkeyPatch
    ) -> None:
        failing.undo()
        voting.call(duel.game.pk, anna.pk, "pause")
        failing.setattr(lanterns.kinds["lay_card"], "choices", fails)
        break_(duel.game.pk)
        with pytest.raises(Broken):
            voting.cast_vote(duel.game.pk, ben.pk, Vote.objects.get().pk, "yes")
        times.go(days=4)
        assert voting.close_due() == 0

    def test_a_moderator_cancels_it(
        self, duel: Position, mo: User, failing: pytest.MonkeyPatch
    ) -> None:
        break_(duel.game.pk)
        acts.cancel_game(duel.game.pk, mo.pk, "Beyond help")
        assert Game.objects.get().status == Game.Status.CANCELLED


class TestShowing:
    """A view that fails breaks the game; its page says so and leaves its players the ways out."""

    @pytest.fixture
    def unseen(self, duel: Position, monkeypatch: pytest.MonkeyPatch) -> Position:
        def view(game: engine.Game[Any], seat: int | None) -> Any:
            raise engine.RulesError("lanterns: the view fails")

        monkeypatch.setattr(engine.Game, "view", view)
        return duel

    def test_the_page_shows_it_as_stopped(
        self, unseen: Position, anna: User, mo: User, client: Client
    ) -> None:
        client.force_login(anna)
        for _time in range(2):
            page = client.get(f"/games/{unseen.game.pk}/")
            assert page.status_code == 200
            assert "its board cannot be shown" in page.content.decode()
        planning.plan_due()
        assert Notification.objects.filter(user=mo, kind="game_broken").count() == 1
        said = client.post(f"/games/{unseen.game.pk}/chat/", {"text": "What is wrong here?"})
        assert said.status_code == 303
        assert "What is wrong here?" in client.get(f"/games/{unseen.game.pk}/").content.decode()
        asked = client.post(f"/games/{unseen.game.pk}/votes/", {"kind": "cancel"})
        assert asked.status_code == 303
        assert (
            "suggests cancelling the game"
            in client.get(f"/games/{unseen.game.pk}/").content.decode()
        )
        assert client.post(f"/games/{unseen.game.pk}/resign/").status_code == 303
        assert Game.objects.get().status == Game.Status.CANCELLED

    def test_a_program_is_told(self, unseen: Position, anna: User, client: Client) -> None:
        client.force_login(anna)
        first = client.get(f"/api/v1/games/{unseen.game.pk}")
        assert (first.status_code, first.json()["error"]["code"]) == (409, "broken")
        after = client.get(f"/api/v1/games/{unseen.game.pk}")
        assert after.status_code == 200
        assert after.json()["broken"]
        assert after.json()["view"] is None

    def test_a_fault_of_the_past_hurts_no_game(
        self, duel: Position, anna: User, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for index in asked(duel.game.pk):
            answer(duel.game.pk, index)
        whole = engine.Game.view

        def view(game: engine.Game[Any], seat: int | None) -> Any:
            if game.state.asked <= 2:
                raise engine.RulesError("lanterns: the view fails")
            return whole(game, seat)

        monkeypatch.setattr(engine.Game, "view", view)
        client.force_login(anna)
        assert client.get(f"/games/{duel.game.pk}/?at=0").status_code == 409
        assert client.get(f"/games/{duel.game.pk}/").status_code == 200
        assert Game.objects.get().broken_at is None


def test_games_are_looked_into_only_while_they_run(duel: Position) -> None:
    Game.objects.update(status=Game.Status.CANCELLED)
    breaking.look_into(duel.game.pk, engine.RulesError("lanterns: the view fails"))
    assert Game.objects.get().broken_at is None
