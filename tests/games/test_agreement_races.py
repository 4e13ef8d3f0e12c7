"""Votes, seats on offer and comings back at the same instant: one wins, nothing is half done."""

from __future__ import annotations

import time
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.absence import deadlines, replacing
from games.models import Game, Incident, Move, Seat, Tenure, Vote
from games.moves import actions
from games.votes import voting
from tests.games.api import Caller
from tests.games.tables import open_vote, seat_of, table
from tests.games.test_races import THREADS, at_once
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def offered(transactional_db: None, anna: User, ben: User) -> int:
    """A game in which ben's seat is on offer."""
    game_id = table(anna, ben, policy="replacement")
    Seat.objects.filter(user=ben).update(deadline=timezone.now() - timedelta(minutes=1))
    assert deadlines.act_on_overdue_seats() == 1
    return game_id


@pytest.mark.slow
def test_twenty_take_one_seat_and_one_has_it(offered: int) -> None:
    people = [person(f"player{index}") for index in range(THREADS)]
    callers = [Caller(person) for person in people]
    path = f"games/{offered}/replace"
    answers = at_once(lambda index: callers[index].post(path)[0])
    assert Counter(answers) == {200: 1, 409: THREADS - 1}
    winner = people[answers.index(200)]
    assert not seat_of(offered, winner).bot
    assert Move.objects.filter(action="replace").count() == 1
    assert Tenure.objects.filter(began="replaced").count() == 1


def test_the_owner_comes_back_while_somebody_takes_the_seat(
    offered: int, ben: User, cleo: User
) -> None:
    def act(index: int) -> str:
        if index == 0:
            actions.take_seat_back(offered, ben.pk)
            return "ben"
        replacing.take_seat(offered, cleo.pk)
        return "cleo"

    results = at_once(act, 2)
    winner = next(each for each in results if isinstance(each, str))
    assert sum(isinstance(each, str) for each in results) == 1
    seat = Seat.objects.get(user__username=winner)
    assert (seat.bot, seat.offered_at) == ("", None)
    assert Tenure.objects.filter(seat=seat, until=None).count() == 1


def test_a_ballot_that_comes_while_the_vote_closes(
    transactional_db: None, anna: User, ben: User
) -> None:
    game_id = table(anna, ben)
    voting.call(game_id, anna.pk, "cancel")
    vote = open_vote(game_id)

    def act(index: int) -> object:
        if index == 0:
            voting.cast_vote(game_id, ben.pk, vote.pk, "yes")
            return "voted"
        return voting.close_due()

    Vote.objects.update(closes_at=timezone.now() + timedelta(milliseconds=100))
    results = at_once(act, 8)
    time.sleep(0.1)
    voting.close_due()
    vote.refresh_from_db()
    if results[0] == "voted":
        assert (vote.outcome, Game.objects.get().status) == ("passed", "cancelled")
    else:
        assert (vote.outcome, Game.objects.get().status) == ("rejected", "running")
    assert Incident.objects.filter(kind="vote_closed").count() == 1


def test_ten_ticks_at_once_close_each_vote_once(
    transactional_db: None, anna: User, ben: User
) -> None:
    games = [table(anna, ben) for _game in range(5)]
    for game_id in games:
        voting.call(game_id, anna.pk, "cancel")
    Vote.objects.update(closes_at=timezone.now())
    assert sum(at_once(lambda _index: voting.close_due(), 10)) == len(games)
    assert Incident.objects.filter(kind="vote_closed").count() == len(games)


def test_everybody_asks_at_once_and_one_vote_is_open(
    transactional_db: None, anna: User, ben: User, cleo: User
) -> None:
    game_id = table(anna, ben, cleo)
    people = [anna, ben, cleo]
    kinds = ["cancel", "pause"]

    def act(index: int) -> str:
        voting.call(game_id, people[index % 3].pk, kinds[index % 2])
        return "called"

    results = at_once(act, 12)
    assert results.count("called") == 1
    assert Vote.objects.filter(closed_at=None).count() == 1
