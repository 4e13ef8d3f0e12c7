"""Calendars that change while games are played and deadlines are looked for: real locks."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from accounts.calendar import calendars
from accounts.models import User
from boardgames.refusal import Refusal
from games.absence import deadlines
from games.clocks import clock
from games.lobby import open_games
from games.models import Seat
from games.moves import actions
from games.storage import position
from tests.games.test_races import at_once

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ROUNDS = 6


def _answer_and_withdraw(game_id: int, user_id: int) -> None:
    here = position.load(game_id, user_id)
    seat = here.seat_of(user_id)
    assert seat is not None
    decision = here.running().decision(seat.index)
    assert decision is not None
    after = actions.choose(game_id, user_id, decision.choices[0], version=here.version)
    actions.withdraw_answer(game_id, user_id, version=after.version)


def test_every_clock_agrees_with_its_calendar_in_the_end(anna: User, ben: User) -> None:
    games = [open_games.create(anna.pk, "lanterns", 2).game.pk for _game in range(4)]
    for game_id in games:
        open_games.join_game(game_id, ben.pk)
    refused: list[object] = []

    def act(index: int) -> None:
        for number in range(ROUNDS):
            try:
                if index < 3:
                    calendars.set_hours(
                        anna.pk, night=None, weekdays={(index + number) % 7}, automatic=False
                    )
                elif index < 7:
                    _answer_and_withdraw(games[index - 3], anna.pk)
                else:
                    deadlines.act_on_overdue_seats()
            except Refusal as error:
                refused.append(error)

    at_once(act, 9)
    assert refused == []
    for seat in Seat.objects.select_related("user"):
        assert seat.deadline is not None
        assert not clock.refresh(seat)


def test_a_vacation_is_taken_once_for_all_games_that_end_at_once(anna: User, ben: User) -> None:
    """Ten scanners, eight games past due, and one owner whose row all of them need."""
    User.objects.filter(pk=anna.pk).update(calendar={})
    games = [open_games.create(anna.pk, "lanterns", 2).game.pk for _game in range(8)]
    for game_id in games:
        open_games.join_game(game_id, ben.pk)
    now = timezone.now()
    Seat.objects.filter(user=anna).update(
        deadline=now, clock_from=now - timedelta(seconds=1), budget=timedelta(seconds=1)
    )
    at_once(lambda _scanner: deadlines.act_on_overdue_seats(), 10)
    for _tick in range(3):
        deadlines.act_on_overdue_seats()
    anna.refresh_from_db()
    assert len(anna.calendar["vacations"]) == 1
    seats = Seat.objects.filter(user=anna)
    assert set(seats.values_list("bot", flat=True)) == {""}
    assert {deadline > now + clock.AFTER_VACATION for deadline in _deadlines(seats)} == {True}


def _deadlines(seats: QuerySet[Seat]) -> list[datetime]:
    return [seat.deadline for seat in seats if seat.deadline]
