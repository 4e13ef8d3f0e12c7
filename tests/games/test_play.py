"""A move and its row: what is stored, what it costs, what it refuses."""

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.bots import playing as bots
from games.errors import Broken, Forbidden, Illegal, Outdated, Refused, Stale
from games.lobby import open_games
from games.models import Game, Move, Seat
from games.moves import actions
from games.rules import engine
from games.rules.example import rules as lanterns
from games.rules.example.rules import LightLantern, TakePrize
from games.showing import snapshot
from games.storage import position
from games.storage.position import Position, load
from tests.games.playing import answer, asked, seat_of, to_kind, to_the_end, user_of


def test_a_game_goes_from_its_start_to_a_result(duel: Position) -> None:
    game = to_the_end(duel.game.pk)
    assert game.status == "finished"
    assert game.result is not None
    assert sorted(game.result["ranks"]) in ([1, 1], [1, 2])
    assert asked(game.pk) == []
    shown = snapshot.game(position.load(game.pk, None), None)
    assert shown["result"] is not None
    assert shown["result"]["scores"] == [seat["score"] for seat in shown["seats"]]
    assert [seat["rank"] for seat in shown["seats"]] == game.result["ranks"]


def test_replaying_the_choices_leads_to_the_stored_state(duel: Position) -> None:
    game = to_the_end(duel.game.pk, random.Random(7))
    again = lanterns.new(2, game.options, bytes(game.seed))
    for move in Move.objects.filter(game=game, action="choose"):
        assert move.seat is not None
        again.choose(move.seat, move.choice or [])
    assert again.save() == bytes(game.state)


def test_one_choice_makes_one_row_and_raises_version_and_number(duel: Position) -> None:
    after = answer(duel.game.pk, 0)
    assert (after.version, after.number) == (duel.version + 1, duel.number + 1)
    move = Move.objects.get(game=duel.game, version=after.version)
    assert (move.action, move.seat, move.number) == ("choose", 0, 1)
    assert move.tenure_id == seat_of(duel.game.pk, 0).tenure_id


def test_a_move_takes_few_statements(duel: Position) -> None:
    seat = to_kind(duel.game.pk, "light_lantern")
    user_id = user_of(duel.game.pk, seat)
    here = position.load(duel.game.pk, user_id)
    with CaptureQueriesContext(connection) as queries:
        actions.choose(duel.game.pk, user_id, ("red",), version=here.version)
    sql = [query["sql"] for query in queries.captured_queries]
    work = [line for line in sql if "SAVEPOINT" not in line]
    # lock the game, read its seats and log, append the move, update the game, update its seat
    assert len(work) <= 6, "\n".join(work)


def test_a_stranger_may_not_choose(duel: Position, cleo: User) -> None:
    with pytest.raises(Forbidden):
        actions.choose(duel.game.pk, cleo.pk, (1,), version=duel.version)


def test_a_player_who_is_not_asked_may_not_choose(duel: Position) -> None:
    seat = to_kind(duel.game.pk, "light_lantern")
    other = user_of(duel.game.pk, 1 - seat)
    here = position.load(duel.game.pk, other)
    with pytest.raises(Forbidden):
        actions.choose(duel.game.pk, other, ("red",), version=here.version)


def test_a_choice_made_against_an_older_decision_is_stale(duel: Position) -> None:
    seat = to_kind(duel.game.pk, "light_lantern")
    user_id = user_of(duel.game.pk, seat)
    seen = position.load(duel.game.pk, user_id).version
    answer(duel.game.pk, seat)
    with pytest.raises(Stale):
        actions.choose(duel.game.pk, user_id, ("red",), version=seen)


def test_parallel_answers_do_not_make_each_other_stale(duel: Position) -> None:
    game_id = duel.game.pk
    answer(game_id, 0)
    hand = position.load(game_id, user_of(game_id, 1)).running().decision(1)
    assert hand is not None
    after = actions.choose(game_id, user_of(game_id, 1), hand.choices[0], version=duel.version)
    assert after.version == duel.version + 2


@pytest.mark.parametrize("choice", [(), ("x",), (1.5,), (True,), (None,), ([],), ("1", 2, 3)])
def test_what_is_not_offered_is_illegal_and_changes_nothing(duel: Position, choice: Any) -> None:
    with pytest.raises(Illegal):
        actions.choose(duel.game.pk, user_of(duel.game.pk, 0), choice, version=duel.version)
    assert Game.objects.get(pk=duel.game.pk).version == duel.version
    assert Move.objects.filter(game=duel.game).count() == 1


def test_an_open_game_cannot_be_played(anna: User) -> None:
    here = open_games.create(anna.pk, "lanterns", 2)
    with pytest.raises(Refused):
        actions.choose(here.game.pk, anna.pk, (1,), version=0)


class TestRepeats:
    """The same Idempotency-Key moves once."""

    def test_a_repeat_shows_the_position_after_the_first(self, duel: Position) -> None:
        game_id = duel.game.pk
        user_id = user_of(game_id, 0)
        hand = position.load(game_id, user_id).running().decision(0)
        assert hand is not None
        choice = hand.choices[0]
        once = actions.choose(game_id, user_id, choice, version=duel.version, key="k")
        answer(game_id, 1)
        twice = actions.choose(game_id, user_id, choice, version=duel.version, key="k")
        assert (twice.version, twice.number) == (once.version, once.number)
        assert twice.running().save() == once.running().save()
        assert Move.objects.filter(game_id=game_id, user_id=user_id).count() == 1

    def test_a_repeat_after_an_undo_shows_it_too(self, duel: Position) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "light_lantern")
        user_id = user_of(game_id, seat)
        version = position.load(game_id, user_id).version
        once = actions.choose(game_id, user_id, ("red",), version=version, key="k")
        saved = once.running().save()
        actions.undo(game_id, user_id, version=once.version)
        actions.choose(game_id, user_id, ("white",), version=once.version + 1)
        twice = actions.choose(game_id, user_id, ("red",), version=version, key="k")
        assert twice.running().save() == saved

    def test_another_choice_with_the_same_key_is_illegal(self, duel: Position) -> None:
        game_id = duel.game.pk
        user_id = user_of(game_id, 0)
        hand = position.load(game_id, user_id).running().decision(0)
        assert hand is not None
        actions.choose(game_id, user_id, hand.choices[0], version=duel.version, key="k")
        with pytest.raises(Illegal, match="another choice"):
            actions.choose(game_id, user_id, hand.choices[1], version=duel.version, key="k")

    def test_a_refused_choice_does_not_use_the_key_up(self, duel: Position) -> None:
        game_id = duel.game.pk
        user_id = user_of(game_id, 0)
        with pytest.raises(Illegal):
            actions.choose(game_id, user_id, ("x",), version=duel.version, key="k")
        hand = position.load(game_id, user_id).running().decision(0)
        assert hand is not None
        actions.choose(game_id, user_id, hand.choices[0], version=duel.version, key="k")

    def test_the_same_key_of_somebody_else_is_another_one(self, duel: Position) -> None:
        game_id = duel.game.pk
        for seat in (0, 1):
            user_id = user_of(game_id, seat)
            hand = position.load(game_id, user_id).running().decision(seat)
            assert hand is not None
            actions.choose(game_id, user_id, hand.choices[0], version=duel.version, key="k")
        assert Move.objects.filter(game_id=game_id, key="k").count() == 2


class TestUndo:
    """One's own last choice, as long as nobody has seen it."""

    def test_it_restores_the_position_byte_for_byte(self, duel: Position) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "light_lantern")
        before = Game.objects.get(pk=game_id)
        deadline = seat_of(game_id, seat).deadline
        after = answer(game_id, seat)
        back = actions.undo(game_id, user_of(game_id, seat), version=after.version)
        stored = Game.objects.get(pk=game_id)
        assert bytes(stored.state) == bytes(before.state)
        assert (stored.number, stored.version) == (before.number, before.version + 2)
        assert back.version == stored.version
        assert Move.objects.get(game_id=game_id, version=after.version).undone_by == stored.version
        assert seat_of(game_id, seat).deadline == deadline

    def test_others_never_see_what_was_taken_back(self, duel: Position) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "light_lantern")
        other = user_of(game_id, 1 - seat)
        before = snapshot.game(position.load(game_id, other), other)
        after = answer(game_id, seat)
        assert snapshot.game(position.load(game_id, other), other) == before
        assert snapshot.game(position.load(game_id, None), None)["version"] == before["version"]
        actions.undo(game_id, user_of(game_id, seat), version=after.version)
        assert snapshot.game(position.load(game_id, other), other) == before

    def test_not_across_a_barrier(self, duel: Position) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "take_prize")
        after = answer(game_id, seat, lambda _choices: ("card",))
        with pytest.raises((Illegal, Stale)):
            actions.undo(game_id, user_of(game_id, seat), version=after.version)

    def test_not_anothers_choice(self, duel: Position) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "light_lantern")
        after = answer(game_id, seat)
        with pytest.raises(Illegal):
            actions.undo(game_id, user_of(game_id, 1 - seat), version=after.version)

    def test_not_with_an_old_version(self, duel: Position) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "light_lantern")
        after = answer(game_id, seat)
        with pytest.raises(Stale):
            actions.undo(game_id, user_of(game_id, seat), version=after.version - 1)

    def test_twice_goes_back_two_choices(self, duel: Position) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "light_lantern")
        user_id = user_of(game_id, seat)
        start = position.load(game_id, user_id).running().save()
        answer(game_id, seat)
        held = answer(game_id, seat, lambda _choices: ("points",), hold=True)
        once = actions.undo(game_id, user_id, version=held.version)
        twice = actions.undo(game_id, user_id, version=once.version)
        assert twice.running().save() == start

    def test_a_sealed_answer_is_withdrawn(self, duel: Position) -> None:
        game_id = duel.game.pk
        answer(game_id, 0)
        assert asked(game_id) == [1]
        back = actions.undo(game_id, user_of(game_id, 0), version=duel.version)
        assert asked(game_id) == [0, 1]
        assert back.number == duel.number + 2
        again = answer(game_id, 0)
        assert again.number == duel.number + 3

    def test_only_who_is_asked_as_well_can_count_sealed_answers(self, duel: Position) -> None:
        game_id = duel.game.pk
        before = load(game_id, None)
        answer(game_id, 0)
        assert load(game_id, user_of(game_id, 1)).number == before.number + 1
        outside = load(game_id, None)
        assert (outside.number, outside.version) == (before.number, before.version)


class TestHold:
    """A turn that waits for its confirmation."""

    def test_others_see_it_only_when_it_is_confirmed(self, duel: Position) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "take_prize")
        other = user_of(game_id, 1 - seat)
        before = snapshot.game(position.load(game_id, other), other)
        held = answer(game_id, seat, lambda _choices: ("points",), hold=True)
        assert asked(game_id) == [seat]
        shown = snapshot.game(held, user_of(game_id, seat))
        assert shown["can"]["confirm"]
        assert shown["can"]["undo"]
        assert shown["decision"] is None
        assert snapshot.game(position.load(game_id, other), other)["log"] == before["log"]
        done = actions.confirm(game_id, user_of(game_id, seat), version=held.version)
        assert done.number == held.number
        assert len(snapshot.game(position.load(game_id, other), other)["log"]) > len(before["log"])
        confirmation = Move.objects.get(game_id=game_id, version=done.version)
        assert (confirmation.action, confirmation.number) == ("confirm", held.number)
        there = position.load(game_id, other, at=held.number)
        assert there.running().save() == done.running().save()

    def test_nothing_to_confirm(self, duel: Position) -> None:
        with pytest.raises(Illegal):
            actions.confirm(duel.game.pk, user_of(duel.game.pk, 0), version=duel.version)

    def test_anothers_turn_cannot_be_confirmed(self, duel: Position) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "take_prize")
        held = answer(game_id, seat, lambda _choices: ("points",), hold=True)
        with pytest.raises(Illegal):
            actions.confirm(game_id, user_of(game_id, 1 - seat), version=held.version)


class TestResign:
    def test_of_two_the_other_wins(self, duel: Position) -> None:
        game_id = duel.game.pk
        actions.resign(game_id, user_of(game_id, 1))
        game = Game.objects.get(pk=game_id)
        assert game.status == "finished"
        assert game.result is not None
        assert game.result["ranks"] == [1, 2]
        assert game.result["resigned"] == [1]
        assert asked(game_id) == []

    def test_of_three_a_bot_plays_on_and_the_leaver_is_last(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
        open_games.join_game(game_id, ben.pk)
        open_games.join_game(game_id, cleo.pk)
        leaver = user_of(game_id, 0)
        actions.resign(game_id, leaver)
        assert Game.objects.get(pk=game_id).status == "running"
        assert position.load(game_id, leaver).seat_of(leaver) is None
        while waiting := asked(game_id):
            if 0 in waiting:
                assert bots.play_one(game_id)
            else:
                answer(game_id, waiting[0])
        result = Game.objects.get(pk=game_id).result
        assert result is not None
        assert result["ranks"][0] == 3
        tenures = seat_of(game_id, 0).tenures.order_by("since")
        assert [(tenure.user_id, tenure.bot) for tenure in tenures] == [
            (leaver, ""),
            (None, "high_cards"),
        ]

    def test_a_stranger_cannot(self, duel: Position, cleo: User) -> None:
        with pytest.raises(Forbidden):
            actions.resign(duel.game.pk, cleo.pk)


class TestBrokenRules:
    """A bug in the rules hurts nobody's game."""

    def test_the_game_stays_as_stored_and_stands_still(
        self, duel: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "light_lantern")
        before = Game.objects.get(pk=game_id)

        def fails(*_args: Any) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as bug:
            bug.setattr(LightLantern, "chosen", fails)
            with pytest.raises(Broken):
                answer(game_id, seat)
        after = Game.objects.get(pk=game_id)
        assert (after.version, bytes(after.state)) == (before.version, bytes(before.state))
        assert after.broken_at is not None
        assert "ZeroDivisionError" in after.broken_reason
        assert not Seat.objects.filter(game_id=game_id, deadline__isnull=False).exists()
        with pytest.raises(Broken):
            actions.choose(game_id, user_of(game_id, seat), ("red",), version=before.version)

    def test_a_question_without_an_answer_is_not_stored(
        self, duel: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game_id = duel.game.pk
        seat = to_kind(game_id, "light_lantern")
        before = Game.objects.get(pk=game_id)
        monkeypatch.setattr(TakePrize, "choices", lambda *_args: [])
        with pytest.raises(Broken):
            answer(game_id, seat)
        assert Game.objects.get(pk=game_id).version == before.version

    def test_a_process_older_than_the_game_declines(
        self, duel: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Game.objects.filter(pk=duel.game.pk).update(rules_version=2)
        with pytest.raises(Outdated):
            answer(duel.game.pk, 0)

    def test_a_newer_version_goes_on_from_a_keyframe(
        self, duel: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answer(duel.game.pk, 0)
        monkeypatch.setattr(lanterns, "version", 2)
        monkeypatch.setattr(lanterns.hooks, "migrate", lambda state, _version: state)
        after = answer(duel.game.pk, 1)
        move = Move.objects.get(game=duel.game, version=after.version)
        assert move.keyframe
        assert (move.rules_version, after.game.rules_version) == (2, 2)
        assert position.load(duel.game.pk, None, at=1).running().save()


def test_seats_are_given_by_the_seed(anna: User, ben: User) -> None:
    for _game in range(8):
        game_id = open_games.create(anna.pk, "lanterns", 2).game.pk
        game = open_games.join_game(game_id, ben.pk).game
        order = engine.seating(bytes(game.seed), 2)
        assert [user_of(game_id, 0), user_of(game_id, 1)] == [
            (anna.pk, ben.pk)[person] for person in order
        ]
