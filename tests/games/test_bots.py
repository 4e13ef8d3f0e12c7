"""Seats played by programs."""

import random
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from boardgames.redis import best_effort
from games.bots import playing as bots
from games.bots.chance import chance
from games.lobby import open_games
from games.models import Game, Move, Seat
from games.moves import actions
from games.rules.engine import Choice, Seen
from games.rules.example import rules as lanterns
from games.storage.position import Position
from tests.games.playing import answer, asked
from tests.games.tables import play_bots


@pytest.fixture
def solo(anna: User) -> Position:
    """Anna against two bots."""
    return open_games.create(anna.pk, "lanterns", 3, bots=2)


def annas(game_id: int) -> int:
    return Seat.objects.get(game_id=game_id, bot="").index


def test_bots_play_a_whole_game_against_a_person(solo: Position) -> None:
    game_id = solo.game.pk
    me = annas(game_id)
    while asked(game_id):
        if me in asked(game_id):
            answer(game_id, me)
        play_bots()
    game = Game.objects.get()
    assert game.status == "finished"
    by_bots = Move.objects.filter(action="choose", user=None)
    assert by_bots.exists()
    assert all(move.tenure and move.tenure.bot == "high_cards" for move in by_bots)


def test_one_move_at_a_time(solo: Position) -> None:
    assert bots.play_one(solo.game.pk)
    assert Move.objects.filter(action="choose").count() == 1


def test_nothing_to_do(duel: Position) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert play_bots() == 0
    assert len(queries) == 1
    assert not bots.play_one(duel.game.pk)
    assert not bots.play_one(10**9)


def test_games_that_are_broken_or_over_are_passed_over(solo: Position) -> None:
    Game.objects.update(broken_reason="x", broken_at=solo.game.created_at)
    assert play_bots() == 0
    assert not bots.play_one(solo.game.pk)


@pytest.mark.parametrize("bad", [lambda seen: 1 / 0, lambda seen: ("nonsense",), lambda seen: None])
def test_a_bot_that_fails_does_not_stop_the_game(
    solo: Position, monkeypatch: pytest.MonkeyPatch, bad: object
) -> None:
    monkeypatch.setitem(lanterns.bots, "high_cards", bad)
    assert bots.play_one(solo.game.pk)
    assert Game.objects.get().broken_at is None


def test_a_bot_sees_what_its_seat_sees(solo: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    seen_by: list[Seen] = []

    def curious(seen: Seen) -> Choice:
        seen_by.append(seen)
        return seen.choices[0]

    monkeypatch.setitem(lanterns.bots, "high_cards", curious)
    bots.play_one(solo.game.pk)
    (seen,) = seen_by
    hands = [seat["hand"] for seat in seen.view["seats"]]
    assert [hand is not None for hand in hands] == [i == seen.seat for i in range(3)]


@pytest.mark.django_db(transaction=True)
def test_a_bot_that_is_asked_is_woken(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[object] = []
    monkeypatch.setattr(best_effort, "wake", lambda task, queue, *args, **more: woken.append(args))
    game_id = open_games.create(anna.pk, "lanterns", 2, bots=1).game.pk
    assert woken == [(game_id,)]
    bots.play_one(game_id)
    assert len(woken) == 1  # now it is anna's turn alone


class TestChance:
    """What a bot throws dice with must not be known to players, nor change by asking again."""

    def test_no_public_data_foretell_it(self, solo: Position, monkeypatch: Any) -> None:
        thrown: list[float] = []

        def gambler(seen: Seen) -> Choice:
            thrown.append(seen.rng.random())
            return seen.choices[0]

        monkeypatch.setitem(lanterns.bots, "high_cards", gambler)
        bots.play_one(solo.game.pk)
        game = Game.objects.get()
        public = (game.seed_hash, f"{game.seed_hash}/{game.version - 1}", game.pk, game.version - 1)
        assert thrown[0] not in [random.Random(known).random() for known in public]

    def test_it_is_the_same_however_often_the_question_is_asked(self, solo: Position) -> None:
        first, again = (chance(solo.game, 1, 7).random() for _time in range(2))
        assert first == again
        others = [chance(solo.game, seat, number) for seat, number in ((2, 7), (1, 8))]
        assert first not in [other.random() for other in others]

    def test_nor_does_the_version_change_it(
        self, solo: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A chat, a vote or an undo elsewhere must not throw the dice anew."""
        thrown: list[float] = []

        def gambler(seen: Seen) -> Choice:
            thrown.append(seen.rng.random())
            raise ZeroDivisionError

        monkeypatch.setitem(lanterns.bots, "high_cards", gambler)
        monkeypatch.setattr(actions, "by_bot", lambda *_args: False)
        bots.play_one(solo.game.pk)
        Game.objects.update(version=F("version") + 5)
        bots.play_one(solo.game.pk)
        assert thrown[0] == thrown[1]


def test_a_bot_that_fails_is_replaced_by_the_best_one(
    solo: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_best: list[Choice] = []

    def best(seen: Seen) -> Choice:
        asked_best.append(seen.choices[-1])
        return seen.choices[-1]

    def fails(seen: Seen) -> Choice:
        raise ZeroDivisionError

    monkeypatch.setitem(lanterns.bots, "high_cards", best)
    monkeypatch.setitem(lanterns.bots, "clumsy", fails)
    Seat.objects.exclude(bot="").update(bot="clumsy")
    bots.play_one(solo.game.pk)
    move = Move.objects.get(action="choose")
    assert [tuple(move.choice or [])] == asked_best


def test_a_bot_that_thinks_too_long_takes_the_first_choice_and_ends_its_task(
    solo: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(seen: Seen) -> Choice:
        raise SoftTimeLimitExceeded

    monkeypatch.setitem(lanterns.bots, "high_cards", slow)
    with pytest.raises(SoftTimeLimitExceeded):
        bots.play_one(solo.game.pk)
    assert Move.objects.filter(action="choose").count() == 1


def test_a_choice_for_a_question_that_is_gone_does_not_count(solo: Position) -> None:
    seat = Seat.objects.exclude(bot="").first()
    assert seat is not None
    assert seat.decision_id is not None
    assert not actions.by_bot(solo.game.pk, seat.index, seat.decision_id + 1, ("1",))
    assert not Move.objects.filter(action="choose").exists()
