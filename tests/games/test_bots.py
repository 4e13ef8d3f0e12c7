"""Seats played by programs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from boardgames.redis import hints
from games.lobby import open_games
from games.models import Game, Move, Seat
from games.moves import bots
from games.rules.engine import Choice, Seen
from games.rules.example import rules as lanterns
from games.storage.position import Position
from tests.games.playing import answer, asked


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
        bots.play_all()
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
        assert bots.play_all() == 0
    assert len(queries) == 1
    assert not bots.play_one(duel.game.pk)
    assert not bots.play_one(10**9)


def test_games_that_are_broken_or_over_are_passed_over(solo: Position) -> None:
    Game.objects.update(broken_reason="x", broken_at=solo.game.created_at)
    assert bots.play_all() == 0
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
    monkeypatch.setattr(hints, "wake", lambda task, queue, *args, **more: woken.append(args))
    game_id = open_games.create(anna.pk, "lanterns", 2, bots=1).game.pk
    assert woken == [(game_id,)]
    bots.play_one(game_id)
    assert len(woken) == 1  # now it is anna's turn alone
